package io.sluice.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Puts wrong judges in the place of the product's, and sees whether the simulation notices. */
class SimulationBitesTest {
  private static final long SEEDS = 2_000;

  @ParameterizedTest
  @EnumSource
  void aWrongJudgeIsFound(Wrong judge) {
    assertThat(firstOf(judge, judge.broken().toString())).isPresent();
  }

  @Test
  void theStoryOfOneClusterTooManyIsMadeSmall() {
    Wrong judge = Wrong.STARTS_ONE_TOO_MANY;
    Broken broken = firstOf(judge, judge.broken().toString()).orElseThrow();
    Script small = Shrinker.shrink(broken, judge, Duration.ofSeconds(20));
    assertThat(small.events()).hasSizeLessThanOrEqualTo(3);
    assertThat(small.setup().clusters()).hasSizeLessThanOrEqualTo(3);
    assertThat(Finding.of(7, broken, judge))
        .hasMessageContaining("-Dsluice.seed=7")
        .hasMessageContaining(broken.what());
  }

  @Test
  void aScriptPlaysTheSameWorldAgain() {
    Broken broken = firstOf(Wrong.ASKS_NOBODY, Invariant.I4.toString()).orElseThrow();
    assertThatThrownBy(() -> broken.script().play(Wrong.ASKS_NOBODY, new Tally(), null))
        .hasMessage(broken.getCause().getMessage());
  }

  private static Optional<Broken> firstOf(Judge judge, String what) {
    for (long seed = 0; seed < SEEDS; seed++) {
      try {
        Game.play(seed, judge, new Tally());
      } catch (Broken e) {
        if (e.what().equals(what)) {
          return Optional.of(e);
        }
      }
    }
    return Optional.empty();
  }
}
