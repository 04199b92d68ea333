package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.Dispatch;
import io.sluice.policy.JsonTree;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Empties a group, so that those after it move up, while a group soaks: only their members tell
 * groups without a name apart (rollout-strategy 3.7, "Company").
 */
@Tag("nightly")
@Timeout(Patience.TEST)
class EmptiedGroupTest {
  private static final Duration SOAK = Duration.ofSeconds(12);

  /** Publishes a group without a name for each cluster. */
  private static void groups(RolloutFixture fixture, String... clusters) {
    StringBuilder status = new StringBuilder();
    for (int index = 0; index < clusters.length; index++) {
      fixture.apply(
          """
          apiVersion: cluster.open-cluster-management.io/v1beta1
          kind: PlacementDecision
          metadata:
            name: fleet-decision-%1$d
            namespace: NAMESPACE
            labels:
              cluster.open-cluster-management.io/placement: fleet
              cluster.open-cluster-management.io/decision-group-index: "%2$d"
              cluster.open-cluster-management.io/decision-group-name: ""
          status: {decisions: [{clusterName: %3$s, reason: ""}]}
          """
              .formatted(index + 1, index, clusters[index]),
          true);
      status.append(
          "  - {decisionGroupIndex: %d, decisionGroupName: '', decisions: [fleet-decision-%d], clusterCount: 1}\n"
              .formatted(index, index + 1));
    }
    fixture.apply(
        """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: Placement
        metadata: {name: fleet, namespace: NAMESPACE}
        spec: {clusterSets: [global]}
        status:
          numberOfSelectedClusters: %d
          decisionGroups:
        %s
        """
            .formatted(clusters.length, status),
        true);
  }

  private static Instant dispatched(RolloutFixture fixture, String cluster) {
    String given =
        HubObjects.annotations(fixture.replica(cluster).orElseThrow()).get(Dispatch.ANNOTATION);
    return JsonTree.text(HubObjects.parse(given, Map.class).map(JsonTree::map).orElseThrow(), "at")
        .map(Instant::parse)
        .orElseThrow();
  }

  @Test
  void theNextGroupWaitsUntilThePresentOneHasSoaked() {
    try (RolloutFixture fixture = RolloutFixture.of("all=c1,c2,c3")) {
      groups(fixture, "c1", "c2", "c3");
      fixture.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY)).start(RolloutFixture.QUICK);
      fixture.policy(
          "one",
          "{type: ProgressivePerGroup, progressivePerGroup: {minSuccessTime: %ds}}"
              .formatted(SOAK.toSeconds()));
      fixture.awaitStatus(
          Patience.MOST,
          status ->
              String.valueOf(status.get("waitingFor"))
                  .startsWith("Soaking 1 cluster in group ungrouped-1"));

      fixture.client().genericKubernetesResources(Kinds.MANAGED_CLUSTER).withName("c1").delete();
      fixture
          .client()
          .genericKubernetesResources(Kinds.PLACEMENT_DECISION)
          .inNamespace(fixture.namespace())
          .withName("fleet-decision-3")
          .delete();
      groups(fixture, "c2", "c3");

      assertThat(fixture.awaitPhase(Patience.MOST, "Done")).containsEntry("outcome", "Succeeded");
      assertThat(fixture.content("c3")).isEqualTo("one");
      assertThat(dispatched(fixture, "c3")).isAfterOrEqualTo(dispatched(fixture, "c2").plus(SOAK));
    }
  }
}
