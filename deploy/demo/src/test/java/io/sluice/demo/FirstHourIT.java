package io.sluice.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.document.ManualBlock;
import io.sluice.process.ChartHub;
import io.sluice.process.Patience;
import io.sluice.process.WorkerJvm;
import io.sluice.simulator.propagator.Propagator;
import io.sluice.simulator.propagator.PropagatorOptions;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import io.sluice.simulator.spoke.SpokeFleet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Plays docs/first-hour.md from its first block to its last in a shell, on a real hub with a
 * simulated propagator and clusters; what each block is followed by is what it prints.
 */
@Timeout(Patience.TEST)
class FirstHourIT {
  private static final List<String> CLUSTERS =
      List.of("dev-1", "dev-2", "prod-1", "prod-2", "prod-3");

  @TempDir private Path folder;

  private final ChartHub hub = ChartHub.get();
  private final KubernetesClient admin = hub.servers().client();
  private final Deque<AutoCloseable> closing = new ArrayDeque<>();

  @AfterEach
  void close() throws Exception {
    while (!closing.isEmpty()) {
      closing.pop().close();
    }
  }

  @Test
  void everyBlockOfThePageIsPlayedAndPrintsWhatFollowsIt() throws IOException {
    startFleet();
    ManualShell shell = new ManualShell(hub.servers(), folder);
    boolean works = false;
    for (ManualBlock block : ManualBlock.read("first-hour.md")) {
      switch (block.kind()) {
        case "yaml" -> shell.write(block);
        case "text" -> shell.awaitOutput(block.lines());
        default -> shell.run(block);
      }
      if (!works && block.text().contains("helm install sluice ")) {
        // It reads Rollouts, too, where OCM's reads Placements alone.
        closing.push(DemoPlacementController.start(admin));
        // The kubelet starts it; these servers have none.
        WorkerJvm worker = hub.worker();
        closing.push(worker::close);
        Patience.await().until(worker::leads);
        works = true;
      }
    }
    assertThat(works).isTrue();
  }

  /** What a hub with OCM has: accepted clusters, their agents, and OCM's controllers. */
  private void startFleet() {
    closing.push(admin::close);
    String clusters = CLUSTERS.stream().map(FirstHourIT::cluster).collect(Collectors.joining());
    assertThat(hub.apply(clusters + "---\n" + SET).code()).isZero();
    AvailableClusters.write(admin);
    Propagator propagator = Propagator.start(admin, PropagatorOptions.DEFAULTS);
    closing.push(propagator::release);
    closing.push(
        SpokeFleet.start(admin, CLUSTERS, SpokeBehaviours.all(SpokeBehaviour.ORDINARY), 42));
  }

  private static final String SET =
      """
      apiVersion: cluster.open-cluster-management.io/v1beta2
      kind: ManagedClusterSet
      metadata: {name: default}
      """;

  private static String cluster(String name) {
    return """
        ---
        apiVersion: cluster.open-cluster-management.io/v1
        kind: ManagedCluster
        metadata:
          name: %s
          labels: {cluster.open-cluster-management.io/clusterset: default}
        spec: {hubAcceptsClient: true}
        ---
        apiVersion: v1
        kind: Namespace
        metadata: {name: %s}
        """
        .formatted(name, name);
  }
}
