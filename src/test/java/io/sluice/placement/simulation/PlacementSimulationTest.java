package io.sluice.placement.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.RandomSeeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Evaluates and writes the Placements of random fleets, and checks the promises of placement 4, 5,
 * 8, 9 and 11.2 after every evaluation and every write.
 *
 * <p>A failure names its seed, which runs it alone ({@code -Dsluice.seed=42}), and shows the
 * smallest failing script. {@code -Dsluice.fleets=100} runs fewer, {@code -Psoak} more. The seeds
 * are the same at each run; with {@code -Dsluice.seeds=new} half of them follow a new base seed,
 * which is printed and repeated by {@code -Dsluice.base=7}.
 */
class PlacementSimulationTest {
  private static final long FLEETS = Long.getLong("sluice.fleets", 5_000);
  private static final long BASE = RandomSeeds.base("sluice.base");

  /** With so many, every item is covered. */
  private static final long ENOUGH = 2_000;

  private static final int MOST_LINES = 60;

  private record Failure(FleetScript script, Throwable cause) {}

  @Test
  void thePromisesHoldForRandomFleets() {
    Long only = Long.getLong("sluice.seed");
    FleetCoverage coverage = new FleetCoverage();
    LongStream seeds = only == null ? seeds() : LongStream.of(only);
    Optional<Failure> failure =
        seeds
            .parallel()
            .mapToObj(seed -> play(FleetScript.random(seed), coverage, Optional.empty()))
            .flatMap(Optional::stream)
            .findAny();
    if (failure.isPresent()) {
      throw report(failure.get());
    }
    System.out.printf(
        "placement simulation: %d fleets, base seed %d; %s%n",
        only == null ? FLEETS : 1, BASE, coverage);
    if (only == null && FLEETS >= ENOUGH) {
      assertThat(coverage.missing()).as("what never happened").isEmpty();
    }
  }

  private static LongStream seeds() {
    long same = FLEETS / 2;
    return LongStream.concat(
        LongStream.range(0, same), LongStream.range(BASE, BASE + FLEETS - same));
  }

  private static Optional<Failure> play(
      FleetScript script, FleetCoverage coverage, Optional<List<String>> trace) {
    try {
      FleetSimulation.play(script, coverage, trace);
      return Optional.empty();
    } catch (AssertionError | RuntimeException e) {
      return Optional.of(new Failure(script, e));
    }
  }

  private static AssertionError report(Failure failure) {
    FleetScript small =
        failure
            .script()
            .shrunk(
                script ->
                    play(script, new FleetCoverage(), Optional.empty())
                        .filter(other -> other.cause().getClass() == failure.cause().getClass())
                        .isPresent());
    List<String> trace = new ArrayList<>();
    Throwable cause =
        play(small, new FleetCoverage(), Optional.of(trace))
            .map(Failure::cause)
            .orElse(failure.cause());
    List<String> lines = new ArrayList<>();
    lines.add("seed %d: %s".formatted(failure.script().seed(), failure.cause()));
    lines.add(
        "Replay it alone: mvn test -pl src -Dtest=PlacementSimulationTest -Dsluice.seed=%d"
            .formatted(failure.script().seed()));
    lines.add("Shrunk from %s to %s:".formatted(failure.script(), small));
    lines.addAll(trace.subList(Math.max(0, trace.size() - MOST_LINES), trace.size()));
    return new AssertionError(String.join(System.lineSeparator(), lines), cause);
  }
}
