package io.sluice.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks that the simulation detects every faulty step function. */
class FaultyStepFunctionTest {
  private static final long SEEDS = 6_000;

  @ParameterizedTest
  @EnumSource
  void aFaultyStepFunctionIsDetected(FaultyStepFunction stepFunction) {
    assertThat(firstOf(stepFunction, stepFunction.broken().toString())).isPresent();
  }

  @Test
  void theScriptOfOneClusterTooManyIsShrunk() {
    FaultyStepFunction stepFunction = FaultyStepFunction.STARTS_ONE_TOO_MANY;
    ScriptFailure broken = firstOf(stepFunction, stepFunction.broken().toString()).orElseThrow();
    SimulationScript small = ScriptShrinker.shrink(broken, stepFunction, Duration.ofMinutes(5));
    assertThat(small.events()).hasSizeLessThanOrEqualTo(3);
    assertThat(small.setup().clusters()).hasSizeLessThanOrEqualTo(3);
    assertThat(SeedFailureReport.of(7, broken, stepFunction))
        .hasMessageContaining("-Dsluice.seed=7")
        .hasMessageContaining(broken.what());
  }

  @Test
  void aScriptRepeatsTheSameSimulation() {
    ScriptFailure broken =
        firstOf(FaultyStepFunction.IGNORES_APPROVALS, Invariant.I4.toString()).orElseThrow();
    assertThatThrownBy(
            () ->
                broken
                    .script()
                    .play(FaultyStepFunction.IGNORES_APPROVALS, new CoverageCounter(), null))
        .hasMessage(broken.getCause().getMessage());
  }

  private static Optional<ScriptFailure> firstOf(StepFunction stepFunction, String what) {
    for (long seed = 0; seed < SEEDS; seed++) {
      try {
        SimulationRunner.play(seed, stepFunction, new CoverageCounter());
      } catch (ScriptFailure e) {
        if (e.what().equals(what)) {
          return Optional.of(e);
        }
      }
    }
    return Optional.empty();
  }
}
