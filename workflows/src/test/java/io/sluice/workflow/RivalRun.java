package io.sluice.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import io.temporal.client.WorkflowStub;

/** Starts a second run of the same number under another id, which the controller never does. */
final class RivalRun {
  private RivalRun() {}

  static WorkflowStub second(RolloutScenario scene) {
    scene.beginRival(1);
    return scene.startedRun();
  }

  /** To be called at the end: waiting for a result lets time pass. */
  static void assertLost(WorkflowStub rival) {
    RolloutResult result = rival.getResult(RolloutResult.class);
    assertThat(result.outcome()).isEmpty();
    assertThat(result.because()).isEqualTo("attempt 1 holds it");
  }
}
