package io.sluice.bench;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.bench.Meter.Reading;
import io.sluice.devservers.DevServers;
import io.sluice.devservers.SharedDevServers;
import io.sluice.worker.WorkerJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.assertj.core.api.SoftAssertions;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Holds a worker to a {@link Budget} on 1,000 clusters: requests to the hub by verb and kind, and
 * processor time.
 *
 * <p>Lower the budget when the product needs less. The processor time is that of a cold start on a
 * machine that others keep busy, {@link HubBench} has the figures of an idle one.
 */
@Timeout(300)
class ScaleIT {
  private static final int CLUSTERS = 1_000;
  private static final Duration LONG = Duration.ofMinutes(2);

  @TempDir Path folder;

  @Test
  void aThousandClustersStayWithinTheBudget() throws IOException {
    SharedDevServers.requirePrograms();
    // Of its own: a thousand clusters would burden the other tests.
    try (DevServers servers = DevServers.start(folder.resolve("servers"));
        BenchHub hub = new BenchHub(servers);
        KubernetesClient client = servers.client();
        BenchSpokes spokes = BenchSpokes.start(client)) {
      Bench bench = new Bench(hub, spokes, new BenchTable(), folder, JvmOptions.plain());
      hub.grow(CLUSTERS);
      hub.place("wide", CLUSTERS, 1);
      hub.place("staged", CLUSTERS, CLUSTERS / 100);
      try (WorkerJvm worker = bench.worker()) {
        SoftAssertions within = new SoftAssertions();
        check(within, Budget.UNSTAGED, unstaged(bench, worker));
        check(within, Budget.STAGED, StagedRow.roll(bench, "staged", 1, worker));
        within.assertAll();
      }
    }
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

  private static void check(SoftAssertions within, Budget budget, Reading reading) {
    Map<String, Long> requests = new TreeMap<>(reading.byAction());
    requests.keySet().removeIf(action -> action.startsWith("watch "));
    double millis = reading.cost().worker() * 1e3 / CLUSTERS;
    System.out.printf("FIGURE scale %s: %.1f ms CPU a cluster, %s%n", budget, millis, requests);
    Map<String, Long> beyond = new LinkedHashMap<>(requests);
    beyond.entrySet().removeIf(entry -> entry.getValue() <= budget.of(entry.getKey()));
    within.assertThat(beyond).as("%s: requests beyond the budget", budget).isEmpty();
    within
        .assertThat(millis)
        .as("%s: ms of processor time a cluster", budget)
        .isLessThan(budget.millis());
  }
}
