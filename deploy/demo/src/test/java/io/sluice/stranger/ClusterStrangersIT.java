package io.sluice.stranger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.read.HubMode;
import io.sluice.policy.JsonTree;
import io.sluice.process.Patience;
import io.sluice.process.RolloutFixture;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Joins clusters to a hub, or is one, on real servers: nobody else loses a policy by it
 * (policy-propagation 7, 8.1).
 *
 * <p>Only where Sluice stands alone: beside OCM's propagator it writes neither policies nor
 * replicas.
 */
@Timeout(Patience.TEST)
class ClusterStrangersIT {
  private static final String OWN = "s1";

  /** OCM's bootstrap token may create ManagedClusters, and nobody else may accept one. */
  @Test
  void whoMayCreateAManagedClusterTakesNoPolicyAway() {
    try (StrangerScene scene = StrangerScene.of(HubMode.STANDALONE)) {
      RolloutFixture neighbour = scene.neighbour();
      scene.deliver();
      String uid = neighbour.root().getMetadata().getUid();
      Stranger stranger = scene.stranger(StrangerRole.BOOTSTRAP_TOKEN);
      GenericKubernetesResource named =
          stranger.object(Kinds.MANAGED_CLUSTER, neighbour.namespace());
      named.setAdditionalProperty("spec", Map.of("hubAcceptsClient", false));
      stranger.client().resource(named).create();
      Resource<GenericKubernetesResource> cluster =
          scene
              .admin()
              .genericKubernetesResources(Kinds.MANAGED_CLUSTER)
              .withName(neighbour.namespace());
      try {
        assertThatThrownBy(() -> stranger.client().resource(named).delete())
            .isInstanceOf(KubernetesClientException.class);
        awaitRemovalOfAStray(scene);
        scene.deliver();

        accept(cluster);
        awaitCondition(neighbour, "NamespaceIsCluster");
        awaitRemovalOfAStray(scene);
        assertThat(neighbour.content(StrangerScene.CLUSTER)).isEqualTo("edit-2");
      } finally {
        cluster.delete();
      }
      scene.deliver();
      assertThat(neighbour.root().getMetadata().getUid()).isEqualTo(uid);
    }
  }

  private static void accept(Resource<GenericKubernetesResource> cluster) {
    cluster.edit(
        found -> {
          found.setAdditionalProperty("spec", Map.of("hubAcceptsClient", true));
          return found;
        });
  }

  private static void awaitCondition(RolloutFixture neighbour, String reason) {
    neighbour.awaitStatus(
        Patience.MOST,
        status ->
            JsonTree.maps(status, "conditions").stream()
                .anyMatch(condition -> reason.equals(condition.get("reason"))));
  }

  /** Whatever was to be deleted by the same rule would be gone, too, after the same minute. */
  private static void awaitRemovalOfAStray(StrangerScene scene) {
    scene
        .neighbour()
        .apply(
            """
            apiVersion: policy.open-cluster-management.io/v1
            kind: Policy
            metadata: {name: stray, namespace: d1}
            spec: {disabled: false, policy-templates: []}
            """,
            false);
    Patience.await().until(() -> policy(scene, StrangerScene.CLUSTER, "stray").isEmpty());
  }

  private static Optional<GenericKubernetesResource> policy(
      StrangerScene scene, String namespace, String name) {
    return Optional.ofNullable(
        scene
            .admin()
            .genericKubernetesResources(Kinds.POLICY)
            .inNamespace(namespace)
            .withName(name)
            .get());
  }

  /** The others of the policy get every edit, and their repairs, all the time. */
  @Test
  void aClusterThatUndoesItsRepairsCostsNoOtherOneItsOwn() {
    try (StrangerScene scene = StrangerScene.standalone("dev=d1,d2,d3", "own=" + OWN)) {
      RolloutFixture neighbour = scene.neighbour();
      Stranger stranger = scene.stranger(StrangerRole.ADD_ON_ACCOUNT, OWN);
      scene.deliver();

      Patience.await()
          .untilAsserted(
              () -> {
                label(stranger, OWN, neighbour.replicaName());
                assertThat(reasons(scene)).contains("RepairUndone");
              });
      neighbour.edit(
          StrangerScene.CLUSTER,
          neighbour.replicaName(),
          replica -> {
            replica.getMetadata().getLabels().put("mine", "yes");
            return replica;
          });
      Patience.await()
          .untilAsserted(
              () -> assertThat(labels(neighbour, StrangerScene.CLUSTER)).doesNotContainKey("mine"));
      Patience.stays(
          Duration.ofSeconds(10), () -> assertThat(labels(neighbour, OWN)).containsKey("stranger"));
      assertThat(reasons(scene)).doesNotContain("PropagatorRunning");
      scene.deliver();
      assertThat(neighbour.content("d2")).isEqualTo("edit-2");
      assertThat(neighbour.content("d3")).isEqualTo("edit-2");
    }
  }

  private static void label(Stranger stranger, String namespace, String name) {
    Patience.written(
        () ->
            stranger
                .client()
                .genericKubernetesResources(Kinds.POLICY)
                .inNamespace(namespace)
                .withName(name)
                .edit(
                    replica -> {
                      replica.getMetadata().getLabels().put("stranger", "yes");
                      return replica;
                    }));
  }

  private static Map<String, String> labels(RolloutFixture neighbour, String cluster) {
    return neighbour.replica(cluster).orElseThrow().getMetadata().getLabels();
  }

  private static List<String> reasons(StrangerScene scene) {
    return scene
        .admin()
        .genericKubernetesResources(Kinds.EVENT)
        .inNamespace(scene.neighbour().namespace())
        .list()
        .getItems()
        .stream()
        .map(event -> String.valueOf(event.getAdditionalProperties().get("reason")))
        .toList();
  }
}
