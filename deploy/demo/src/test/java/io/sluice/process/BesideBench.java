package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.devservers.AuditLog;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.PolicyApi;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * Measures a rollout beside a simulated propagator on real servers: page writes, and for each group
 * the time from the write that lists its clusters to the last replica that enforces, both as the
 * audit log has them; and the memory of the worker.
 *
 * <p>Run it with {@code -Dtest=BesideBench}; no build does.
 */
class BesideBench {
  private static final int GROUPS = 20;
  private static final int CLUSTERS = Integer.getInteger("sluice.bench.clusters", 2000);
  private static final Duration LONG = Duration.ofMinutes(30);

  @Test
  void fromTheWriteOfAPageToTheLastReplicaThatEnforces() {
    try (RealBesideFixture fixture = RealBesideFixture.of(groups())) {
      fixture.rollout.policy("one", "");
      Awaitility.await()
          .atMost(LONG)
          .pollInterval(Duration.ofSeconds(2))
          .until(() -> informed(fixture));
      Instant begin = Instant.now();
      fixture.rollout.rollout(
          "{rolloutStrategy: {type: ProgressivePerGroup, progressivePerGroup: {progressDeadline: 30m}}}");
      fixture.rollout.awaitStatus(
          LONG,
          status ->
              "Succeeded".equals(status.get("outcome"))
                  && Boolean.FALSE.equals(status.get("runOpen")));
      System.out.printf(
          "rollout of %d clusters in %d groups: %.1f s%n", CLUSTERS, GROUPS, seconds(begin));
      Instant done = Instant.now();
      Awaitility.await().atMost(LONG).pollInterval(Duration.ofSeconds(1)).until(fixture::clean);
      System.out.printf("withdrawal and clean-up: %.1f s%n", seconds(done));
      report(fixture);
    }
  }

  private static void report(RealBesideFixture fixture) {
    Map<String, Long> writes =
        fixture.writes().stream()
            .collect(Collectors.groupingBy(w -> w, TreeMap::new, Collectors.counting()));
    System.out.printf("writes of Sluice, without status of the Rollout: %s%n", writes);
    List<Double> waves = waves(fixture);
    System.out.printf(
        "wave's start to the last replica that enforces, s: p50 %.2f, max %.2f, of %d%n",
        waves.get(waves.size() / 2), waves.get(waves.size() - 1), waves.size());
    System.out.printf(
        "worker: at most %d MiB resident, %.1f s of processor time%n",
        fixture.environment().worker().residentMebibytes(),
        fixture.environment().worker().processorTime().toMillis() / 1e3);
    assertThat(writes.get("update placementdecisions/status"))
        .isLessThanOrEqualTo(2L * GROUPS + (CLUSTERS + 99) / 100);
  }

  /** Returns the seconds of each group, the shortest first. */
  private static List<Double> waves(RealBesideFixture fixture) {
    List<AuditLog.Entry> pages =
        fixture
            .environment()
            .audit()
            .of(BesideEnvironment.WORKER, fixture.rollout.namespace())
            .stream()
            .filter(entry -> entry.action().equals("update placementdecisions/status"))
            .filter(entry -> entry.code() < 300)
            .toList();
    List<AuditLog.Entry> flips =
        fixture.environment().audit().of(BesideEnvironment.PROPAGATOR).stream()
            .filter(entry -> entry.action().equals("update policies") && entry.code() < 300)
            .filter(entry -> entry.name().equals(fixture.rollout.replicaName()))
            .toList();
    // The group of a cluster is in its name; its first update by the propagator enforces.
    Map<String, Instant> enforced = new TreeMap<>();
    flips.forEach(flip -> enforced.putIfAbsent(flip.namespace(), flip.at()));
    Map<String, Instant> last = new TreeMap<>();
    enforced.forEach(
        (cluster, at) ->
            last.merge(
                cluster.substring(0, 3), at, (one, other) -> one.isAfter(other) ? one : other));
    List<Double> waves = new ArrayList<>();
    for (Map.Entry<String, Instant> group : last.entrySet()) {
      Instant first =
          enforced.entrySet().stream()
              .filter(entry -> entry.getKey().startsWith(group.getKey()))
              .map(Map.Entry::getValue)
              .min(Instant::compareTo)
              .orElseThrow();
      Instant listed =
          pages.stream()
              .map(AuditLog.Entry::at)
              .filter(at -> at.isBefore(first))
              .max(Instant::compareTo)
              .orElseThrow();
      waves.add(Duration.between(listed, group.getValue()).toMillis() / 1e3);
    }
    waves.sort(Double::compare);
    return waves;
  }

  private static boolean informed(RealBesideFixture fixture) {
    return fixture
            .client()
            .genericKubernetesResources(Kinds.POLICY)
            .inAnyNamespace()
            .withLabel(PolicyApi.ROOT_POLICY, fixture.rollout.replicaName())
            .list()
            .getItems()
            .size()
        == CLUSTERS;
  }

  private static double seconds(Instant since) {
    return Duration.between(since, Instant.now()).toMillis() / 1e3;
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
