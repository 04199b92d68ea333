package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.sluice.devservers.SharedDevServers;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.RequestPool;
import io.sluice.hub.crd.Kinds;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Lets a worker list 150 MB of clusters, with a heap that is too small for them and with more. Of
 * what tenants may write it would not keep as much (policy-propagation 16b).
 */
@Timeout(Patience.TEST)
class FullHeapIT {
  private static final int CLUSTERS = 600;
  private static final int BYTES = 250_000;
  private static final String SMALL = "-Xmx128m";
  private static final String EXIT = "-XX:+ExitOnOutOfMemoryError";

  @TempDir static Path folder;

  private static KubernetesClient admin;

  /** No placement selects these clusters, so they are listed and left alone. */
  @BeforeAll
  static void fill() {
    admin = SharedDevServers.get().client();
    try (WorkerJvm worker = start("small", SMALL)) {
      await("a small heap suffices for a small hub").atMost(WorkerJvm.START).until(worker::leads);
    }
    Instant begin = Instant.now();
    each(Resource::create);
    figure("150 MB of clusters written", begin);
  }

  @AfterAll
  static void clear() {
    each(Resource::delete);
    admin.close();
  }

  @Test
  void aFullHeapEndsTheProcessAsDocumented() throws Exception {
    try (WorkerJvm worker = start("documented", SMALL, EXIT)) {
      assertEnds(worker);
      assertThat(worker.output()).contains("Terminating due to java.lang.OutOfMemoryError");
    }
  }

  @Test
  void aFullHeapEndsTheProcessAlsoWithoutTheOptionOfTheJvm() throws Exception {
    try (WorkerJvm worker = start("bare", SMALL)) {
      assertEnds(worker);
    }
  }

  @Test
  void aHeapOfOneGibibyteSuffices() {
    try (WorkerJvm worker = start("large", "-Xmx1g", EXIT)) {
      Instant begin = Instant.now();
      await().atMost(WorkerJvm.START).until(worker::leads);
      figure("a worker with 1 GiB leads", begin);
    }
  }

  private static void assertEnds(WorkerJvm worker) throws InterruptedException {
    Instant begin = Instant.now();
    assertThat(worker.endsWithin(Patience.MOST)).as(worker.output()).isTrue();
    figure("a worker with 128 MiB has ended", begin);
    assertThat(worker.exitCode()).isEqualTo(FatalErrors.EXIT_CODE);
  }

  private static WorkerJvm start(String name, String... options) {
    return WorkerJvm.start(List.of(options), SharedDevServers.get(), folder.resolve(name + ".log"));
  }

  private static void each(Consumer<Resource<GenericKubernetesResource>> work) {
    try (RequestPool pool = new RequestPool(8)) {
      pool.each(
          IntStream.range(0, CLUSTERS).boxed().toList(),
          index -> {
            work.accept(cluster(index));
            return index;
          });
    }
  }

  private static Resource<GenericKubernetesResource> cluster(int index) {
    GenericKubernetesResource cluster =
        HubObjects.object(
            Kinds.MANAGED_CLUSTER,
            new ObjectMetaBuilder()
                .withName("full-heap-" + index)
                .withAnnotations(Map.of("example.com/text", "x".repeat(BYTES)))
                .build());
    cluster.setAdditionalProperty("spec", Map.of("hubAcceptsClient", true));
    return admin.genericKubernetesResources(Kinds.MANAGED_CLUSTER).resource(cluster);
  }

  private static void figure(String what, Instant since) {
    System.out.printf(
        "FIGURE full heap: %s after %d ms%n",
        what, Duration.between(since, Instant.now()).toMillis());
  }
}
