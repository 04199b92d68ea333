package io.sluice.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.HubObjects;
import io.sluice.policy.PolicyName;
import io.sluice.process.Patience;
import io.sluice.process.Sluice;
import io.sluice.settings.ModeSetting;
import io.sluice.simulator.propagator.Propagator;
import io.sluice.simulator.propagator.PropagatorOptions;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import io.sluice.simulator.spoke.SpokeFleet;
import io.sluice.tools.status.StatusReader;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Plays {@code deploy/examples/gate/sites} next to a simulated propagator (gate 6). */
@Tag("nightly")
@Timeout(Patience.TEST)
class GateSitesExampleTest {
  private static final Path EXAMPLE = Path.of(ExamplesFolder.path("gate/sites"));
  private static final PolicyName POLICY = new PolicyName("policies", "site-ntp");

  private final Deque<AutoCloseable> closing = new ArrayDeque<>();

  private <T extends AutoCloseable> T closing(T opened) {
    closing.push(opened);
    return opened;
  }

  @AfterEach
  void close() throws Exception {
    while (!closing.isEmpty()) {
      closing.pop().close();
    }
  }

  @Test
  void theConfigMapOfASiteReachesItsClustersGroupByGroup() {
    KubernetesClient hub = begin();
    EnforcementLog first = closing(told(hub, "ntp.eu-central-1.example.com"));
    EnforcementLog edited = closing(told(hub, "ntp-2.eu-central-1.example.com"));
    awaitSuccess(hub, 1);
    Patience.await().untilAsserted(() -> assertThat(first.began()).hasSize(15));
    List<String> site = first.began();
    assertThat(groups(site)).containsExactly("dev", "stage", "prod");
    Patience.await().untilAsserted(() -> assertThat(edited.replicas()).hasSize(30));
    assertThat(edited.began()).isEmpty();

    Examples.read(Optional.of(EXAMPLE.resolve("edited")))
        .manifests()
        .forEach(new ExampleLoader(hub)::apply);
    awaitSuccess(hub, 2);
    Patience.await()
        .untilAsserted(() -> assertThat(edited.began()).containsExactlyInAnyOrderElementsOf(site));
    assertThat(groups(edited.began())).containsExactly("dev", "stage", "prod");
  }

  private KubernetesClient begin() {
    Examples examples = Examples.read(Optional.of(EXAMPLE));
    DemoSettings settings = DemoTest.gate(EXAMPLE);
    DemoServers servers = closing(DemoServers.open(settings));
    KubernetesClient hub = closing(servers.connect());
    new ExampleLoader(hub).load(examples);
    closing(DemoPlacementController.start(hub));
    closing(Propagator.start(hub, PropagatorOptions.DEFAULTS));
    closing(
        SpokeFleet.start(
            hub, examples.clusters(), SpokeBehaviours.all(SpokeBehaviour.ORDINARY), 42));
    closing(
        Sluice.start(
            closing(servers.connectAsWorker()),
            servers.temporal(),
            servers.adapt(settings.worker().with(all -> all.mode(ModeSetting.AUTO)))));
    return hub;
  }

  /** Records which clusters are told that server. */
  private static EnforcementLog told(KubernetesClient hub, String server) {
    return new EnforcementLog(hub, POLICY, replica -> server(replica, server));
  }

  private static boolean server(GenericKubernetesResource replica, String server) {
    return HubObjects.json(HubObjects.part(replica, "spec"))
        .contains("\"server\":\"%s\"".formatted(server));
  }

  /** Returns the groups of the clusters in their order: none comes back once the next has begun. */
  private static List<String> groups(List<String> clusters) {
    List<String> groups = new ArrayList<>();
    for (String cluster : clusters) {
      String group = cluster.substring(0, cluster.indexOf('-'));
      if (groups.isEmpty() || !groups.get(groups.size() - 1).equals(group)) {
        groups.add(group);
      }
    }
    return groups;
  }

  private static void awaitSuccess(KubernetesClient hub, int attempt) {
    StatusReader reader = new StatusReader(hub);
    Patience.await()
        .until(
            () -> SelectiveEnforcementExamplesTest.view(reader, POLICY),
            view ->
                Long.valueOf(attempt).equals(view.status().attempt)
                    && view.outcome().equals(Optional.of("Succeeded")));
  }
}
