package io.sluice.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.rollout.strategy.StrategyType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Tells what a step costs, and how that grows with the fleet: {@code mvn verify -Pbench -pl src}.
 *
 * <p>Goals are held against the figures in words only: a busy machine is no broken build.
 */
class RolloutPlannerFigures {
  private static final Path TABLE = Path.of("target", "attempt-step.txt");
  private static final String ALLOCATED = "gc.alloc.rate.norm";
  private static final double MOST_MILLIS = 2;
  private static final double MOST_GROWTH = 11;

  private Collection<RunResult> results;

  @Test
  void aStepAtTenThousandClusters() throws RunnerException, IOException {
    Options options =
        new OptionsBuilder()
            .include(RolloutPlannerBench.class.getName())
            .addProfiler(GCProfiler.class)
            .addProfiler(CpuProfiler.class)
            .verbosity(VerboseMode.SILENT)
            .build();
    results = new Runner(options).run();
    List<String> lines = new ArrayList<>();
    for (StrategyType type :
        List.of(StrategyType.PROGRESSIVE_PER_GROUP, StrategyType.PROGRESSIVE)) {
      lines.add(line(type, 1_000));
      lines.add(line(type, 10_000));
      lines.add(growth(type));
    }
    Files.write(TABLE, lines);
    lines.forEach(System.out::println);
    assertThat(results).hasSize(4);
  }

  private String line(StrategyType type, int clusters) {
    RunResult result = of(type, clusters);
    double millis = result.getPrimaryResult().getScore();
    String goal =
        "goal %.0f ms: %s".formatted(MOST_MILLIS, millis <= MOST_MILLIS ? "met" : "MISSED");
    return "%-20s %6d clusters  %7.3f ms ± %.3f  %7.3f ms of processor  %8.0f KB allocated  %s"
        .formatted(
            type.label(),
            clusters,
            millis,
            result.getPrimaryResult().getScoreError(),
            metric(result, CpuProfiler.METRIC),
            metric(result, ALLOCATED) / 1024,
            clusters == 10_000 ? goal : "")
        .stripTrailing();
  }

  private String growth(StrategyType type) {
    RunResult small = of(type, 1_000);
    RunResult large = of(type, 10_000);
    double growth = large.getPrimaryResult().getScore() / small.getPrimaryResult().getScore();
    return "%-20s ten times as many: %.1f times as long (goal %.0f: %s), %.1f times the memory"
        .formatted(
            type.label(),
            growth,
            MOST_GROWTH,
            growth <= MOST_GROWTH ? "met" : "MISSED",
            metric(large, ALLOCATED) / metric(small, ALLOCATED));
  }

  private RunResult of(StrategyType type, int clusters) {
    return results.stream()
        .filter(result -> result.getParams().getParam("type").equals(type.name()))
        .filter(result -> result.getParams().getParam("clusters").equals("" + clusters))
        .findFirst()
        .orElseThrow();
  }

  private static double metric(RunResult result, String name) {
    return result.getSecondaryResults().get(name).getScore();
  }
}
