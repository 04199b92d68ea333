package io.sluice.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Puts wrong judges in the place of the product's, and sees whether the simulation notices. */
class FaultyStepFunctionTest {
  private static final long SEEDS = 2_000;

  @ParameterizedTest
  @EnumSource
  void aWrongJudgeIsFound(FaultyStepFunction judge) {
    assertThat(firstOf(judge, judge.broken().toString())).isPresent();
  }

  @Test
  void theStoryOfOneClusterTooManyIsMadeSmall() {
    FaultyStepFunction judge = FaultyStepFunction.STARTS_ONE_TOO_MANY;
    ScriptFailure broken = firstOf(judge, judge.broken().toString()).orElseThrow();
    SimulationScript small = ScriptShrinker.shrink(broken, judge, Duration.ofSeconds(20));
    assertThat(small.events()).hasSizeLessThanOrEqualTo(3);
    assertThat(small.setup().clusters()).hasSizeLessThanOrEqualTo(3);
    assertThat(SeedFailureReport.of(7, broken, judge))
        .hasMessageContaining("-Dsluice.seed=7")
        .hasMessageContaining(broken.what());
  }

  @Test
  void aScriptPlaysTheSameWorldAgain() {
    ScriptFailure broken =
        firstOf(FaultyStepFunction.ASKS_NOBODY, Invariant.I4.toString()).orElseThrow();
    assertThatThrownBy(
            () -> broken.script().play(FaultyStepFunction.ASKS_NOBODY, new CoverageCounter(), null))
        .hasMessage(broken.getCause().getMessage());
  }

  private static Optional<ScriptFailure> firstOf(StepFunction judge, String what) {
    for (long seed = 0; seed < SEEDS; seed++) {
      try {
        SimulationRunner.play(seed, judge, new CoverageCounter());
      } catch (ScriptFailure e) {
        if (e.what().equals(what)) {
          return Optional.of(e);
        }
      }
    }
    return Optional.empty();
  }
}
