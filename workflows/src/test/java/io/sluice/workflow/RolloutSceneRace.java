package io.sluice.workflow;

import static org.assertj.core.api.Assertions.assertThat;

/** Starts a second run of the same number under another id, as no keeper would. */
final class RolloutSceneRace {
  private RolloutSceneRace() {}

  static void second(RolloutScene scene) {
    scene.beginRival(1);
    RolloutResult result = scene.startedRun().getResult(RolloutResult.class);
    assertThat(result.outcome()).isEmpty();
    assertThat(result.because()).isEqualTo("attempt 1 holds it");
  }
}
