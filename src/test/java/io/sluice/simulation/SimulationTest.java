package io.sluice.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.RandomSeeds;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Runs random rollouts and checks the invariants of rollout-strategy 7 after every step and every
 * write.
 *
 * <p>A failure names its seed, which runs it alone ({@code -Dsluice.seed=42}), and shows the
 * smallest failing script. {@code -Dsluice.rollouts=100} runs fewer, {@code -Psoak} more. The seeds
 * are the same at each run; with {@code -Dsluice.seeds=new} half of them follow a new base seed,
 * which is printed and repeated by {@code -Dsluice.base=7}. {@code -Dsluice.from=5000} leaves out
 * the first 5,000 of both halves, which another run has played.
 */
class SimulationTest {
  private static final long ROLLOUTS = Long.getLong("sluice.rollouts", 10_000);
  private static final long BASE = RandomSeeds.base("sluice.base");
  private static final long FROM = Long.getLong("sluice.from", 0);

  /** With so many, every item is covered. */
  private static final long ENOUGH = 5_000;

  private record Failure(long seed, ScriptFailure broken) {}

  @Test
  void theInvariantsHoldInRandomRollouts() {
    Long only = Long.getLong("sluice.seed");
    CoverageCounter coverage = new CoverageCounter();
    LongStream seeds = only == null ? seeds() : LongStream.of(only);
    Optional<Failure> failure =
        seeds.parallel().mapToObj(seed -> play(seed, coverage)).flatMap(Optional::stream).findAny();
    if (failure.isPresent()) {
      throw SeedFailureReport.of(
          failure.get().seed(), failure.get().broken(), StepFunction.PRODUCT);
    }
    System.out.printf(
        "simulation: %d rollouts, base seed %d, %d events; %s%n",
        only == null ? ROLLOUTS : 1, BASE, coverage.events(), coverage);
    if (only == null && ROLLOUTS >= ENOUGH) {
      assertThat(coverage.missing()).as("what never happened").isEmpty();
    }
  }

  private static LongStream seeds() {
    long same = ROLLOUTS / 2;
    return LongStream.concat(
            LongStream.range(0, same), LongStream.range(BASE, BASE + ROLLOUTS - same))
        .map(seed -> seed + FROM);
  }

  private static Optional<Failure> play(long seed, CoverageCounter coverage) {
    try {
      SimulationRunner.play(seed, StepFunction.PRODUCT, coverage);
      return Optional.empty();
    } catch (ScriptFailure e) {
      return Optional.of(new Failure(seed, e));
    }
  }
}
