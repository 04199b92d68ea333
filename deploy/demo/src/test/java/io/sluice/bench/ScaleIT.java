package io.sluice.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.bench.Meter.Reading;
import io.sluice.devservers.AuditLog;
import io.sluice.devservers.DevServers;
import io.sluice.devservers.SharedDevServers;
import io.sluice.process.WorkerJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Rolls policies out to 1,000 clusters: each replica is written once, and nothing is requested but
 * what {@link Budget} lists. How much it may be, by verb and kind, and how much processor time, is
 * a budget.
 *
 * <p>Lower the budget when the product needs less. The processor time is that of a cold start on a
 * machine that others keep busy, {@link HubBench} has the figures of an idle one.
 */
@Timeout(1200)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ScaleIT {
  private static final int CLUSTERS = 1_000;
  private static final Duration LONG = Duration.ofMinutes(10);

  /** In answers, not in what is asked: conflicts and what is gone, or too much for a server. */
  private static final String CODE = " \\d+$";

  @TempDir static Path folder;

  private final Map<Budget, Reading> readings = new EnumMap<>(Budget.class);

  @BeforeAll
  void play() throws IOException {
    SharedDevServers.requirePrograms();
    // Of its own: a thousand clusters would burden the other tests.
    try (DevServers servers = BenchServers.start(folder.resolve("servers"));
        BenchHub hub = new BenchHub(servers);
        KubernetesClient client = servers.client();
        BenchSpokes spokes = BenchSpokes.start(client)) {
      Bench bench = new Bench(hub, spokes, new BenchTable(), folder, JvmOptions.plain());
      hub.grow(CLUSTERS);
      hub.place("wide", CLUSTERS, 1);
      hub.place("staged", CLUSTERS, CLUSTERS / 100);
      try (WorkerJvm worker = bench.worker()) {
        readings.put(Budget.UNSTAGED, unstaged(bench, worker));
        readings.put(Budget.STAGED, StagedRow.roll(bench, "staged", 1, worker));
      }
    }
    readings.forEach(
        (budget, reading) ->
            System.out.printf(
                "FIGURE scale %s: %.1f ms CPU a cluster, %s%n",
                budget, millis(reading), requests(reading)));
  }

  private static Reading unstaged(Bench bench, WorkerJvm worker) {
    Meter meter = Meter.begin(bench.hub(), worker);
    bench.hub().policy("wide", "first", Optional.empty());
    Awaitility.await()
        .atMost(LONG)
        .until(() -> "Compliant".equals(bench.hub().status("Policy", "wide").get("compliant")));
    Meter.awaitQuiet(worker);
    return meter.end();
  }

  @ParameterizedTest
  @EnumSource
  void eachReplicaIsWrittenOnceAndNothingElseIsRequestedThanListed(Budget budget) {
    Reading reading = readings.get(budget);
    String replica = BenchPolicy.replica(budget == Budget.UNSTAGED ? "wide" : "staged");

    assertThat(
            reading.of(
                Meter.WORKER,
                entry ->
                    entry.writes()
                        && entry.accepted()
                        && entry.resource().equals("policies")
                        && entry.name().equals(replica)))
        .extracting(AuditLog.Entry::namespace)
        .doesNotHaveDuplicates()
        .hasSize(CLUSTERS);
    assertThat(requests(reading).keySet())
        .extracting(action -> action.replaceFirst(CODE, ""))
        .allSatisfy(action -> assertThat(budget.of(action)).as(action).isPositive());
  }

  /** Looks, statuses and processor time become more where the machine stands still meanwhile. */
  @ParameterizedTest
  @EnumSource
  @Tag("budget")
  void requestsAndProcessorTimeStayWithinTheBudget(Budget budget) {
    Map<String, Long> beyond = requests(readings.get(budget));
    beyond.entrySet().removeIf(entry -> entry.getValue() <= budget.of(entry.getKey()));

    assertThat(beyond).as("%s: requests beyond the budget", budget).isEmpty();
    assertThat(millis(readings.get(budget)))
        .as("%s: ms of processor time a cluster", budget)
        .isLessThan(budget.millis());
  }

  private static Map<String, Long> requests(Reading reading) {
    Map<String, Long> requests = new TreeMap<>(reading.byAction());
    requests.keySet().removeIf(action -> action.startsWith("watch "));
    return requests;
  }

  private static double millis(Reading reading) {
    return reading.cost().worker() * 1e3 / CLUSTERS;
  }
}
