package io.sluice.workflow;

import io.sluice.plan.ApprovalRequest;
import java.time.Duration;

/** Approves groups as a person does, by update or by signal. */
final class Approvals {
  private Approvals() {}

  static RequestAnswer approve(RolloutScene scene, String group) {
    RequestAnswer answer =
        scene.run().update("approve", RequestAnswer.class, ApprovalRequest.of(group, "ann"));
    scene.pass(Duration.ofMillis(100));
    return answer;
  }

  static void signal(RolloutScene scene, String group) {
    scene.run().signal("approveGroup", ApprovalRequest.of(group, "ann"));
    scene.pass(Duration.ofMillis(100));
  }
}
