package io.sluice.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import io.temporal.client.WorkflowStub;

/** Starts a second run of the same number under another id, as no keeper would. */
final class RivalRun {
  private RivalRun() {}

  static WorkflowStub second(RolloutScenario scene) {
    scene.beginRival(1);
    return scene.startedRun();
  }

  /** To be asked when all is over: waiting for a result lets time run. */
  static void lost(WorkflowStub rival) {
    RolloutResult result = rival.getResult(RolloutResult.class);
    assertThat(result.outcome()).isEmpty();
    assertThat(result.because()).isEqualTo("attempt 1 holds it");
  }
}
