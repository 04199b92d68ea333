package io.sluice.bench;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.sluice.bench.Meter.Reading;
import io.sluice.devservers.AuditLog;
import io.sluice.hub.crd.Kinds;
import io.sluice.placement.evaluation.PlacementScope;
import io.sluice.process.WorkerJvm;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/**
 * Placements that Sluice evaluates, each with all slices of the fleet but one, two for each slice:
 * a cluster that goes from one slice to another moves in four of them.
 */
final class PlacementsRow {
  private static final String ROW = "placements";
  private static final int CLUSTERS = 5_000;

  /** The last slice is that of the named group. */
  private static final int SLICES = ManagedClusters.SLICES - 1;

  private static final int PLACEMENTS = Integer.getInteger("sluice.bench.placements", 2 * SLICES);
  private static final int MOVED = 4;

  /**
   * To one Placement for a move, besides two reads: its status, and the pages of 100 of the group
   * that follow the place of the cluster, which is the first by name. A group has 490 clusters.
   */
  private static final int WRITES = 6;

  private static final int WARM_UP = Integer.getInteger("sluice.bench.warm", 6);
  private static final int MOVES = Integer.getInteger("sluice.bench.moves", 10);
  private static final Duration LONG = Duration.ofMinutes(10);

  /** A worker collects the echo of its writes for a tenth of a second. */
  private static final Duration ECHO = Duration.ofMillis(400);

  private final Bench bench;
  private final KubernetesClient client;
  private final BenchTable table;
  private int changes;

  private PlacementsRow(Bench bench) {
    this.bench = bench;
    this.client = bench.hub().client();
    this.table = bench.table();
  }

  static void run(Bench bench) throws InterruptedException {
    new PlacementsRow(bench).run();
  }

  private void run() throws InterruptedException {
    prepare();
    try (WorkerJvm worker = bench.starting()) {
      publish(worker);
      moves(worker, WARM_UP);
      report(
          "a label that moves a cluster between Placements", moves(worker, 2 * MOVES), 2 * MOVES);
      report("a label that no Placement reads", labels(worker), MOVES);
      report("a heartbeat", heartbeats(worker), MOVES);
      Meter idle = Meter.begin(bench.hub(), worker);
      TimeUnit.SECONDS.sleep(10);
      table.shown(ROW, "CPU of an idle second", millis(idle.end(), 10), "ms");
      table.shown(ROW, "peak memory", worker.residentMebibytes(), "MiB");
      worker.terminate();
    }
    start();
  }

  private void prepare() {
    bench.hub().grow(CLUSTERS);
    bench.hub().apply("apiVersion: v1\nkind: Namespace\nmetadata: {name: %s}\n".formatted(ROW));
    bench
        .hub()
        .apply(
            """
        apiVersion: cluster.open-cluster-management.io/v1beta2
        kind: ManagedClusterSet
        metadata: {name: default}
        spec: {clusterSelector: {selectorType: ExclusiveClusterSetLabel}}
        """);
    bench
        .hub()
        .apply(
            """
        apiVersion: cluster.open-cluster-management.io/v1beta2
        kind: ManagedClusterSetBinding
        metadata: {name: default, namespace: %s}
        spec: {clusterSet: default}
        """
                .formatted(ROW));
    IntStream.range(0, PLACEMENTS).forEach(index -> bench.hub().apply(placement(index)));
    table.note(ROW, "%d Placements x %d clusters".formatted(PLACEMENTS, CLUSTERS));
  }

  private void publish(WorkerJvm worker) {
    Meter meter = Meter.begin(bench.hub(), worker);
    awaitStatuses(meter, PLACEMENTS);
    double seconds = meter.end().seconds();
    Meter.awaitQuiet(worker);
    Reading reading = meter.end();
    table.shown(ROW, "first publication of all", seconds, "s");
    table.shown(ROW, "first publication of all: CPU", reading.cost().worker(), "s");
    table.shown(ROW, "first publication of all: writes", writes(reading, "placementdecisions"), "");
    table.note(ROW, reading.cost() + " " + reading.byAction());
  }

  /** Moves a cluster there and back again, and awaits the statuses of four Placements each time. */
  private Reading moves(WorkerJvm worker, int number) throws InterruptedException {
    Meter meter = Meter.begin(bench.hub(), worker);
    for (int move = 1; move <= number; move++) {
      String cluster = BenchHub.cluster(1);
      label(
          ManagedClusters.SLICE,
          move % 2 == 0 ? ManagedClusters.slice(cluster) : ManagedClusters.slice(2));
      awaitStatuses(meter, MOVED * move);
      TimeUnit.MILLISECONDS.sleep(ECHO.toMillis());
    }
    return meter.end();
  }

  private Reading labels(WorkerJvm worker) throws InterruptedException {
    Meter meter = Meter.begin(bench.hub(), worker);
    for (int i = 0; i < MOVES; i++) {
      label("other", "change-" + ++changes);
      TimeUnit.MILLISECONDS.sleep(2 * ECHO.toMillis());
    }
    return meter.end();
  }

  private Reading heartbeats(WorkerJvm worker) throws InterruptedException {
    Meter meter = Meter.begin(bench.hub(), worker);
    for (int i = 0; i < MOVES; i++) {
      client
          .genericKubernetesResources(Kinds.MANAGED_CLUSTER)
          .withName(BenchHub.cluster(1))
          .subresource("status")
          .patch(
              PatchContext.of(PatchType.JSON_MERGE),
              "{\"status\": {\"version\": {\"kubernetes\": \"v1.31.%d\"}}}".formatted(++changes));
      TimeUnit.MILLISECONDS.sleep(2 * ECHO.toMillis());
    }
    return meter.end();
  }

  private void report(String what, Reading reading, int number) {
    boolean moved = what.contains("moves");
    double millis = millis(reading, number);
    if (moved) {
      table.goal(ROW, what + ": CPU", millis, "ms", 60);
      table.shown(ROW, what + ": CPU of the API server", apiServer(reading, number), "ms");
      table.shown(ROW, what + ": time", 1e3 * reading.seconds() / number - ECHO.toMillis(), "ms");
    } else {
      table.goal(ROW, what + ": CPU", millis, "ms", 10);
    }
    double requests =
        requests(reading.requests()).filter(each -> !each.verb().equals("watch")).count();
    table.must(ROW, what + ": requests", requests / number, "", moved ? MOVED * (WRITES + 2) : 0);
    table.must(
        ROW, what + ": writes", writes(reading, "") / number, "", moved ? MOVED * WRITES : 0);
    table.note(ROW, what + ": " + reading.cost() + " " + reading.byAction());
  }

  /** Starts with everything in place: each Placement is evaluated, and nothing written. */
  private void start() throws InterruptedException {
    try (WorkerJvm worker = bench.starting()) {
      Meter meter = Meter.begin(bench.hub(), worker);
      Awaitility.await().atMost(LONG).until(worker::leads);
      Meter.awaitQuiet(worker);
      Reading reading = meter.end();
      table.shown(ROW, "start with everything in place: CPU", reading.cost().worker(), "s");
      table.must(ROW, "start with everything in place: writes", writes(reading, ""), "", 0);
      table.shown(ROW, "start with everything in place: memory", worker.residentMebibytes(), "MiB");
      worker.terminate();
    }
  }

  private void awaitStatuses(Meter meter, int number) {
    Awaitility.await()
        .atMost(LONG)
        .pollInterval(Duration.ofMillis(number > PLACEMENTS / 2 ? 500 : 50))
        .until(() -> writes(meter.requests(), "placements/status") >= number);
  }

  private static double writes(Reading reading, String resource) {
    return writes(reading.requests(), resource);
  }

  private static double writes(List<AuditLog.Entry> requests, String resource) {
    return requests(requests)
        .filter(entry -> entry.writes() && entry.accepted())
        .filter(entry -> entry.resource().startsWith(resource))
        .count();
  }

  /** Returns the worker's requests about Placements, and what they are evaluated from. */
  private static Stream<AuditLog.Entry> requests(List<AuditLog.Entry> all) {
    return all.stream()
        .filter(entry -> entry.user().equals(Meter.WORKER))
        .filter(entry -> entry.group().equals(Kinds.PLACEMENT.getGroup()));
  }

  private static double millis(Reading reading, int number) {
    return reading.cost().worker() * 1e3 / number;
  }

  private static double apiServer(Reading reading, int number) {
    return reading.cost().apiServer() * 1e3 / number;
  }

  private void label(String key, String value) {
    client
        .genericKubernetesResources(Kinds.MANAGED_CLUSTER)
        .withName(BenchHub.cluster(1))
        .patch(
            PatchContext.of(PatchType.JSON_MERGE),
            "{\"metadata\": {\"labels\": {\"%s\": \"%s\"}}}".formatted(key, value));
  }

  private static String placement(int index) {
    return """
    apiVersion: cluster.open-cluster-management.io/v1beta1
    kind: Placement
    metadata: {name: p%03d, namespace: %s, annotations: {%s: "true"}}
    spec:
      predicates:
      - requiredClusterSelector:
          labelSelector: {matchExpressions: [{key: %s, operator: NotIn, values: [%s]}]}
      decisionStrategy:
        groupStrategy:
          clustersPerDecisionGroup: 10%%
          decisionGroups:
          - groupName: canary
            groupClusterSelector: {labelSelector: {matchLabels: {%s: %s}}}
    """
        .formatted(
            index,
            ROW,
            PlacementScope.SCHEDULING_DISABLED,
            ManagedClusters.SLICE,
            ManagedClusters.slice(index / 2),
            ManagedClusters.SLICE,
            ManagedClusters.slice(SLICES));
  }
}
