package io.sluice.bench;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.sluice.bench.Meter.Reading;
import io.sluice.devservers.AuditLog;
import io.sluice.hub.client.RequestPool;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.PolicyName;
import io.sluice.process.WorkerJvm;
import io.temporal.client.WorkflowExecutionMetadata;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;

/** Rollouts that wait for one window: what its opening takes. */
final class WindowRow {
  private static final String ROW = "window";
  private static final int ROLLOUTS = Integer.getInteger("sluice.bench.windows", 1_000);
  private static final int CLUSTERS = 2;

  /** For what comes before: a thousand policies are created, and a thousand runs begin. */
  private static final Duration AHEAD =
      Duration.ofSeconds(90).plus(Duration.ofMillis(400).multipliedBy(ROLLOUTS));

  private static final Duration LONG = Duration.ofMinutes(10);

  private WindowRow() {}

  static void run(Bench bench) {
    bench.hub().grow(100);
    bench.hub().place(ROW, CLUSTERS, 1);
    try (WorkerJvm worker = bench.worker();
        BenchHistories histories = new BenchHistories(bench.hub().servers())) {
      StagedRow.warmUp(bench);
      Instant begin = Instant.now();
      Instant opens = begin.plus(AHEAD).truncatedTo(ChronoUnit.MINUTES).plusSeconds(60);
      create(bench, opens);
      awaitWaiting(bench);
      bench
          .table()
          .note(
              ROW,
              "%d rollouts wait, after %.1f s"
                  .formatted(ROLLOUTS, Meter.seconds(begin, Instant.now())));
      long transitions = transitions(bench);
      Meter meter = Meter.begin(bench.hub(), worker);
      if (!Instant.now().isBefore(opens)) {
        bench.table().note(ROW, "the window opened before all of them waited");
      }
      Awaitility.await()
          .atMost(AHEAD.plus(LONG))
          .pollInterval(Duration.ofSeconds(1))
          .until(() -> Instant.now().isAfter(opens) && firstWrites(meter).size() == ROLLOUTS);
      report(bench, meter.end(), opens, worker);
      List<WorkflowExecutionMetadata> runs = histories.runs(ROW, begin.minusSeconds(1));
      bench.table().must(ROW, "repeated activities", histories.repeated(runs), "", 0);
      bench
          .table()
          .must(ROW, "leaders that were replaced", transitions(bench) - transitions, "", 0);
    }
  }

  private static void report(Bench bench, Reading reading, Instant opens, WorkerJvm worker) {
    List<Double> seconds =
        firstWrites(reading.requests()).values().stream()
            .map(at -> Meter.seconds(opens, at))
            .toList();
    BenchTable table = bench.table();
    String what = "from the opening to the first write of %d rollouts".formatted(ROLLOUTS);
    table.shown(ROW, what + ", p50", BenchTable.percentile(seconds, 50), "s");
    table.goal(ROW, what + ", the last", BenchTable.percentile(seconds, 100), "s", 60);
    table.must(
        ROW, "first writes before it", seconds.stream().filter(time -> time < 0).count(), "", 0);
    table.shown(ROW, "CPU", reading.cost().worker(), "s");
    ServerShare.add(table, ROW, "", reading.cost());
    table.shown(ROW, "peak memory", worker.residentMebibytes(), "MiB");
    table.note(ROW, reading.cost() + " " + reading.byAction());
  }

  private static Map<String, Instant> firstWrites(Meter meter) {
    return firstWrites(meter.requests());
  }

  /** Returns when each rollout wrote to its first cluster. */
  private static Map<String, Instant> firstWrites(List<AuditLog.Entry> requests) {
    Map<String, Instant> first = new TreeMap<>();
    requests.stream()
        .filter(entry -> entry.user().equals(Meter.WORKER))
        .filter(entry -> entry.resource().equals("policies"))
        .filter(entry -> entry.writes() && entry.accepted())
        .filter(entry -> entry.name().startsWith(BenchPolicy.replica(ROW + "-")))
        .forEach(
            entry ->
                first.merge(
                    entry.name(), entry.at(), (one, other) -> one.isBefore(other) ? one : other));
    return first;
  }

  private static List<String> policies() {
    return IntStream.range(0, ROLLOUTS).mapToObj((ROW + "-%04d")::formatted).toList();
  }

  private static void create(Bench bench, Instant opens) {
    ZonedDateTime at = opens.atZone(ZoneOffset.UTC);
    Map<String, Object> window =
        Map.of(
            "name",
            "opening",
            "cron",
            "%d %d * * *".formatted(at.getMinute(), at.getHour()),
            "window",
            "4h");
    try (RequestPool pool = new RequestPool(16)) {
      pool.each(
          policies(),
          policy -> {
            bench.hub().client().resource(rollout(policy, window)).create();
            bench.hub().bind(policy, ROW);
            bench.hub().policy(policy, "first", Optional.of(BenchHub.perGroup()));
            return policy;
          });
    }
  }

  private static GenericKubernetesResource rollout(String policy, Map<String, Object> window) {
    GenericKubernetesResource rollout = new GenericKubernetesResource();
    rollout.setApiVersion(Kinds.apiVersion(Kinds.ROLLOUT));
    rollout.setKind("Rollout");
    rollout.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(BenchPolicy.NAMESPACE)
            .withName(new PolicyName(BenchPolicy.NAMESPACE, policy).rolloutName())
            .build());
    rollout.setAdditionalProperty("spec", Map.of("schedule", Map.of("windows", List.of(window))));
    return rollout;
  }

  private static void awaitWaiting(Bench bench) {
    Awaitility.await()
        .atMost(AHEAD)
        .pollInterval(Duration.ofSeconds(2))
        .until(
            () ->
                bench
                        .hub()
                        .client()
                        .genericKubernetesResources(Kinds.ROLLOUT)
                        .inNamespace(BenchPolicy.NAMESPACE)
                        .list()
                        .getItems()
                        .stream()
                        .filter(found -> found.get("status", "schedule", "nextChange") != null)
                        .count()
                    >= ROLLOUTS);
  }

  /** Returns how often a Lease of a worker has had another holder. */
  private static long transitions(Bench bench) {
    return bench.hub().client().leases().inAnyNamespace().list().getItems().stream()
        .filter(lease -> lease.getMetadata().getName().startsWith("sluice"))
        .mapToLong(lease -> Optional.ofNullable(lease.getSpec().getLeaseTransitions()).orElse(0))
        .sum();
  }
}
