package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.JsonTree;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Creates clusters with the right of a bootstrap token: it takes nothing from anybody else. */
@Timeout(Patience.TEST)
class StrangersIT {
  private static final String STRATEGY = "{type: ProgressivePerGroup}";

  private static GenericKubernetesResource cluster(String name) {
    GenericKubernetesResource cluster =
        HubObjects.object(Kinds.MANAGED_CLUSTER, new ObjectMetaBuilder().withName(name).build());
    cluster.setAdditionalProperty("spec", Map.of("hubAcceptsClient", false));
    return cluster;
  }

  private static Optional<GenericKubernetesResource> policy(
      RolloutFixture fixture, String namespace, String name) {
    return Optional.ofNullable(
        fixture
            .client()
            .genericKubernetesResources(Kinds.POLICY)
            .inNamespace(namespace)
            .withName(name)
            .get());
  }

  /** OCM's bootstrap token may create ManagedClusters, and nobody else may accept one. */
  @Test
  void whoMayCreateAManagedClusterTakesNoPolicyAway() {
    try (RolloutFixture fixture = RolloutFixture.on(new LocalTestServers(), "dev=d1");
        PoorUser stranger = new PoorUser(fixture.client())) {
      stranger.grant(
          List.of(
              new Permission(
                  "create", Kinds.MANAGED_CLUSTER.getGroup(), "managedclusters", "", "")));
      fixture
          .spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY))
          .start(
              RolloutFixture.QUICK.with(settings -> settings.removalGrace(Duration.ofSeconds(1))));
      fixture.policy("one", STRATEGY);
      fixture.awaitPhase(Patience.MOST, "Done");
      String uid = fixture.root().getMetadata().getUid();

      String namespace = fixture.namespace();
      stranger.client().resource(cluster(namespace)).create();
      var named =
          fixture.client().genericKubernetesResources(Kinds.MANAGED_CLUSTER).withName(namespace);
      try {
        assertThatThrownBy(
                () ->
                    stranger
                        .client()
                        .genericKubernetesResources(Kinds.MANAGED_CLUSTER)
                        .withName(namespace)
                        .delete())
            .isInstanceOf(KubernetesClientException.class);
        stray(fixture);
        fixture.policy("two", STRATEGY);
        fixture.awaitStatus(
            Patience.MOST,
            status -> "Done".equals(status.get("phase")) && fixture.content("d1").equals("two"));

        named.edit(
            cluster -> {
              cluster.setAdditionalProperty("spec", Map.of("hubAcceptsClient", true));
              return cluster;
            });
        fixture.awaitStatus(
            Patience.MOST,
            status ->
                JsonTree.maps(status, "conditions").stream()
                    .anyMatch(condition -> "NamespaceIsCluster".equals(condition.get("reason"))));
        stray(fixture);
        assertThat(fixture.content("d1")).isEqualTo("two");
      } finally {
        named.delete();
      }
      fixture.policy("three", STRATEGY);
      fixture.awaitStatus(
          Patience.MOST,
          status -> "Done".equals(status.get("phase")) && fixture.content("d1").equals("three"));
      assertThat(fixture.root().getMetadata().getUid()).isEqualTo(uid);
    }
  }

  /** Whatever was to be deleted by the same rule would be gone, too. */
  private static void stray(RolloutFixture fixture) {
    fixture.apply(
        """
        apiVersion: policy.open-cluster-management.io/v1
        kind: Policy
        metadata: {name: stray, namespace: d1}
        spec: {disabled: false, policy-templates: []}
        """,
        false);
    Patience.await().until(() -> policy(fixture, "d1", "stray").isEmpty());
  }
}
