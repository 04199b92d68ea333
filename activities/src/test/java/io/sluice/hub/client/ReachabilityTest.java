package io.sluice.hub.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests what a ManagedCluster says of its cluster (rollout-strategy 3.7). */
class ReachabilityTest {
  private static GenericKubernetesResource cluster(String available, String taint) {
    GenericKubernetesResource cluster = new GenericKubernetesResource();
    List<Map<String, Object>> conditions =
        available == null
            ? List.of()
            : List.of(Map.of("type", "ManagedClusterConditionAvailable", "status", available));
    List<Map<String, Object>> taints =
        taint == null
            ? List.of()
            : List.of(
                Map.of("key", "cluster.open-cluster-management.io/" + taint, "effect", "NoSelect"));
    cluster.setAdditionalProperties(
        Map.of("spec", Map.of("taints", taints), "status", Map.of("conditions", conditions)));
    return cluster;
  }

  @ParameterizedTest
  @CsvSource({
    "True, , false, false",
    "False, , true, true",
    "Unknown, , true, true",
    ", , true, false",
    "True, unreachable, true, true",
    "True, unavailable, true, true",
    "True, maintenance, false, false"
  })
  void aConditionOrATaintTells(
      String available, String taint, boolean unreachable, boolean denied) {
    GenericKubernetesResource cluster = cluster(available, taint);
    assertThat(Reachability.unreachable(Optional.of(cluster))).isEqualTo(unreachable);
    assertThat(Reachability.denied(cluster)).isEqualTo(denied);
  }
}
