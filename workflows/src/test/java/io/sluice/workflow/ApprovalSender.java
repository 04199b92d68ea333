package io.sluice.workflow;

import io.sluice.rollout.ApprovalRequest;
import io.sluice.workflow.PolicyRolloutWorkflow.RequestAnswer;
import java.time.Duration;

/** Approves groups as a user, by update or by signal. */
final class ApprovalSender {
  private ApprovalSender() {}

  static RequestAnswer approve(RolloutScenario scene, String group) {
    RequestAnswer answer =
        scene.run().update("approve", RequestAnswer.class, ApprovalRequest.of(group, "ann"));
    scene.pass(Duration.ofMillis(100));
    return answer;
  }

  static void signal(RolloutScenario scene, String group) {
    scene.run().signal("approveGroup", ApprovalRequest.of(group, "ann"));
    scene.pass(Duration.ofMillis(100));
  }
}
