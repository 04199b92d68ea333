package io.sluice.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.HubObjects;
import io.sluice.policy.PolicyName;
import io.sluice.process.Patience;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Plays {@code deploy/examples/gate/sites} next to a simulated propagator (gate 6). */
@Tag("nightly")
@Timeout(Patience.TEST)
class GateSitesExampleTest {
  private static final Path EXAMPLE = Path.of(ExamplesFolder.path("gate/sites"));
  private static final PolicyName POLICY = new PolicyName("policies", "site-ntp");

  @Test
  void theConfigMapOfASiteReachesItsClustersGroupByGroup() {
    try (GatedExample example = new GatedExample(EXAMPLE)) {
      play(example);
    }
  }

  private static void play(GatedExample example) {
    KubernetesClient hub = example.hub();
    EnforcementLog first = example.closing(told(hub, "ntp.eu-central-1.example.com"));
    EnforcementLog edited = example.closing(told(hub, "ntp-2.eu-central-1.example.com"));
    example.awaitSuccess(POLICY, 1);
    Patience.await().untilAsserted(() -> assertThat(first.began()).hasSize(15));
    List<String> site = first.began();
    assertThat(groups(site)).containsExactly("dev", "stage", "prod");
    Patience.await().untilAsserted(() -> assertThat(edited.replicas()).hasSize(30));
    assertThat(edited.began()).isEmpty();

    Examples.read(Optional.of(EXAMPLE.resolve("edited")))
        .manifests()
        .forEach(new ExampleLoader(hub)::apply);
    example.awaitSuccess(POLICY, 2);
    Patience.await()
        .untilAsserted(() -> assertThat(edited.began()).containsExactlyInAnyOrderElementsOf(site));
    assertThat(groups(edited.began())).containsExactly("dev", "stage", "prod");
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
}
