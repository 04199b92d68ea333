package io.sluice.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.bench.Meter.Reading;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.PolicyApi;
import io.sluice.process.BesideEnvironment;
import io.sluice.process.RealBesideFixture;
import io.sluice.process.WorkerJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Measures a rollout beside a simulated propagator on real servers: what it takes of the worker and
 * of the servers, and for each group the time from the write that lists its clusters to the last
 * replica that enforces, as the audit log has them.
 *
 * <p>Run it with {@code -Dit.test=BesideBench}; no build does.
 */
class BesideBench {
  private static final String ROW = "beside";
  private static final int GROUPS = 20;
  private static final int CLUSTERS = Integer.getInteger("sluice.bench.clusters", 2000);
  private static final Duration LONG = Duration.ofMinutes(30);

  private final BenchTable table = new BenchTable();

  @TempDir Path folder;

  @Test
  void fromTheWriteOfAPageToTheLastReplicaThatEnforces() throws IOException, InterruptedException {
    BesideEnvironment environment = BesideEnvironment.get();
    environment.replaceWorker(JvmOptions.withArchive(folder));
    await(environment.worker()::leads);
    try (RealBesideFixture fixture = RealBesideFixture.of(groups())) {
      WorkerJvm worker = environment.worker();
      Meter.awaitQuiet(worker);
      double millis = stretch(fixture, "inform", () -> inform(fixture), true);
      millis += stretch(fixture, "rollout", () -> rollOut(fixture), false);
      millis += stretch(fixture, "withdrawal", () -> await(fixture::clean), true);
      table.goal(ROW, "CPU a cluster, from its first replica to the clean-up", millis, "ms", 4);
      double all = Meter.seconds(worker.processorTime()) * 1e3 / CLUSTERS;
      table.shown(ROW, "the same with the start of the worker and of the clusters", all, "ms");
      table.goal(ROW, StagedRow.PEAK, worker.residentMebibytes(), "MiB", 200);
      writes(fixture);
      waves(BesideWaves.of(environment.audit(), fixture.rollout));
    }
    assertThat(table.figures().stream().filter(figure -> figure.binding() && !figure.met()))
        .as("ratios and counts that miss their goals")
        .isEmpty();
  }

  private static void inform(RealBesideFixture fixture) {
    fixture.rollout.policy("one", "");
    await(() -> replicas(fixture) == CLUSTERS);
  }

  private static void rollOut(RealBesideFixture fixture) {
    fixture.rollout.rollout(
        "{rolloutStrategy: {type: ProgressivePerGroup, progressivePerGroup: {progressDeadline: 30m}}}");
    fixture.rollout.awaitStatus(
        LONG,
        status ->
            "Succeeded".equals(status.get("outcome"))
                && Boolean.FALSE.equals(status.get("runOpen")));
  }

  /**
   * Measures a stretch; returns the worker's processor time a cluster.
   *
   * @param quiet whether it goes on until the worker is quiet: the next does not begin at once
   */
  private double stretch(RealBesideFixture fixture, String name, Runnable work, boolean quiet) {
    WorkerJvm worker = fixture.environment().worker();
    Meter meter = Meter.begin(fixture.environment().servers(), worker);
    work.run();
    double seconds = meter.seconds();
    if (quiet) {
      Meter.awaitQuiet(worker);
    }
    Reading reading = meter.end();
    double millis = reading.cost().worker() * 1e3 / CLUSTERS;
    table.shown(ROW, name + ": time", seconds, "s");
    table.shown(ROW, name + ": CPU a cluster", millis, "ms");
    ServerShare.add(table, ROW, name, reading.cost());
    table.shown(ROW, name + ": writes of the root's status by the propagator", roots(reading), "");
    double single = reading.byAction().getOrDefault("get managedclusters", 0L);
    table.must(ROW, name + ": clusters that the worker read one by one", single, "", 0);
    table.note(ROW, name + " " + reading.byAction());
    return millis;
  }

  /** The worker reads each of them, with a row for each cluster. */
  private static int roots(Reading reading) {
    return reading
        .of(
            "propagator",
            entry ->
                entry.action().equals("update policies/status")
                    && entry.accepted()
                    && !entry.name().contains("."))
        .size();
  }

  private void writes(RealBesideFixture fixture) {
    long pages = fixture.pageWrites();
    table.must(ROW, "writes of pages", pages, "", 2L * GROUPS + (CLUSTERS + 99) / 100);
    List<String> others =
        fixture.writes().stream().filter(write -> !write.contains("placementdecisions")).toList();
    table.must(ROW, "other writes, but for the Rollout's status", others.size(), "", 6);
  }

  private void waves(List<Double> waves) {
    String what = "write that lists a group to its last replica that enforces";
    table.shown(ROW, what + ", p50", BenchTable.percentile(waves, 50), "s");
    table.shown(ROW, what + ", most", BenchTable.percentile(waves, 100), "s");
  }

  private static long replicas(RealBesideFixture fixture) {
    return fixture
        .rollout
        .client()
        .genericKubernetesResources(Kinds.POLICY)
        .inAnyNamespace()
        .withLabel(PolicyApi.ROOT_POLICY, fixture.rollout.replicaName())
        .list()
        .getItems()
        .size();
  }

  private static void await(Callable<Boolean> condition) {
    Awaitility.await().atMost(LONG).pollInterval(Duration.ofSeconds(1)).until(condition);
  }

  private static String[] groups() {
    return IntStream.range(0, GROUPS)
        .mapToObj(
            group ->
                "g%02d=".formatted(group)
                    + IntStream.range(0, CLUSTERS / GROUPS)
                        .mapToObj(i -> "g%02d-%03d".formatted(group, i))
                        .collect(Collectors.joining(",")))
        .toArray(String[]::new);
  }
}
