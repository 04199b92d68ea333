package io.sluice.control.placement;

import com.sun.management.OperatingSystemMXBean;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.control.cache.HubCaches;
import io.sluice.control.cache.HubCachesBuilder;
import io.sluice.devservers.SharedDevServers;
import io.sluice.hub.crd.Kinds;
import io.sluice.placement.GroupingMode;
import io.sluice.time.ProcessTime;
import java.lang.management.ManagementFactory;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * Measures the evaluation of Placements by itself, and a large one, on a real API server; the row
 * {@code placements} of {@code HubBench} measures a worker.
 *
 * <p>Run it with {@code -Dtest=PlacementBench}; no build does.
 */
class PlacementBench {
  private static final int CLUSTERS = Integer.getInteger("sluice.bench.clusters", 5_000);
  private static final int PLACEMENTS = Integer.getInteger("sluice.bench.placements", 100);
  private static final int LARGE = Integer.getInteger("sluice.bench.large", 10_000);
  private static final int SLICES = 50;

  private final KubernetesClient client = SharedDevServers.get().client();
  private final SchedulingFixture hub = new SchedulingFixture(client);

  @Test
  void manyPlacements() throws Exception {
    clusters(0, CLUSTERS);
    for (int i = 0; i < PLACEMENTS; i++) {
      hub.placement("p" + i, spec(i % SLICES));
    }
    long empty = heap();
    PlacementRouter router = new PlacementRouter();
    try (HubCaches caches =
        HubCachesBuilder.of(client, router, ProcessTime.SYSTEM).with(Kinds.EVALUATED).start()) {
      long cached = heap();
      EvaluationInputs inputs =
          new EvaluationInputs(caches, GroupingMode.STABLE, Clock.systemUTC());
      Evaluators evaluators = new Evaluators(GroupingMode.STABLE);
      evaluation("first evaluation of all", inputs, evaluators, caches);
      evaluation("second evaluation of all", inputs, evaluators, caches);
      System.out.printf(
          "heap: %d MiB of caches, %d MiB of the evaluator%n",
          mib(cached - empty), mib(heap() - cached));
      // Both are alive until here.
      evaluation("third evaluation of all", inputs, evaluators, caches);
    }
    hub.close();
  }

  @Test
  void onePlacementOfManyClusters() throws Exception {
    clusters(0, LARGE);
    PlacementController controller = hub.start();
    settled(controller);
    Instant begin = Instant.now();
    hub.placement("large", "{decisionStrategy: {groupStrategy: {clustersPerDecisionGroup: 10%}}}");
    Awaitility.await()
        .pollInterval(Duration.ofMillis(50))
        .atMost(Duration.ofMinutes(5))
        .until(
            () ->
                ((Number) hub.status("large").getOrDefault("numberOfSelectedClusters", 0))
                        .intValue()
                    == LARGE);
    System.out.printf(
        "published %d clusters of one placement in %.1f s%n",
        LARGE, Duration.between(begin, Instant.now()).toMillis() / 1e3);
    settled(controller);
    change(
        controller,
        "a label of one of them",
        cluster -> cluster.getMetadata().getLabels().put("other", "x"));
    hub.close();
  }

  private static String spec(int slice) {
    return ("{predicates: [{requiredClusterSelector: {labelSelector: {matchExpressions: [{key:"
            + " slice, operator: NotIn, values: [s%d]}]}}}], decisionStrategy: {groupStrategy:"
            + " {clustersPerDecisionGroup: 10%%, decisionGroups: [{groupName: canary,"
            + " groupClusterSelector: {labelSelector: {matchLabels: {canary: x}}}}]}}}")
        .formatted(slice);
  }

  private void clusters(int from, int to) throws Exception {
    ExecutorService workers = Executors.newFixedThreadPool(16);
    try {
      List<Future<?>> made = new ArrayList<>();
      for (int i : IntStream.range(from, to).toArray()) {
        made.add(
            workers.submit(
                () ->
                    hub.cluster(
                        "c%05d".formatted(i),
                        "slice: s%d, region: r%d%s"
                            .formatted(i % SLICES, i % 7, i % 100 == 0 ? ", canary: x" : ""))));
      }
      for (Future<?> each : made) {
        each.get();
      }
    } finally {
      workers.shutdown();
    }
  }

  private static void evaluation(
      String what, EvaluationInputs inputs, Evaluators evaluators, HubCaches caches) {
    long begin = System.nanoTime();
    long cpu = cpu();
    int selected = 0;
    for (GenericKubernetesResource object : caches.all(Kinds.PLACEMENT)) {
      selected +=
          inputs
              .evaluate(inputs.read(object, inputs.published(PlacementKey.of(object)), evaluators))
              .match(evaluation -> evaluation.status().numberOfSelectedClusters(), none -> 0);
    }
    System.out.printf(
        "%s: %d selections, %.2f s, %.2f s CPU%n",
        what, selected, (System.nanoTime() - begin) / 1e9, (cpu() - cpu) / 1e9);
  }

  /** Changes a cluster and prints the processor time of the whole process until all is written. */
  private void change(
      PlacementController controller, String what, Consumer<GenericKubernetesResource> edit) {
    long cpu = cpu();
    Instant begin = Instant.now();
    hub.editCluster("c00001", edit);
    settled(controller);
    System.out.printf(
        "%s: %d ms CPU, settled within %d ms%n",
        what, (cpu() - cpu) / 1_000_000, Duration.between(begin, Instant.now()).toMillis());
  }

  /** Waits until nothing is queued, also after the echo of the last writes. */
  private static void settled(PlacementController controller) {
    Awaitility.await()
        .pollInterval(Duration.ofMillis(50))
        .during(Duration.ofMillis(600))
        .atMost(Duration.ofMinutes(10))
        .until(controller::idle);
  }

  private static long cpu() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private static long heap() throws InterruptedException {
    for (int i = 0; i < 3; i++) {
      System.gc();
      Thread.sleep(200);
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  private static long mib(long bytes) {
    return bytes >> 20;
  }
}
