package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.hub.crd.Kinds;
import io.sluice.simulator.spoke.SpokeBehaviour;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Plays attempts over several placements, and one that is retried. */
@Tag("nightly")
@Timeout(300)
class BesideAttemptsTest {
  private static final String STRATEGY =
      "rolloutStrategy: {type: ProgressivePerGroup, progressivePerGroup: {progressDeadline: 12s}}";

  private static void create(
      BesideFixture fixture, ResourceDefinitionContext kind, String yaml, String status) {
    GenericKubernetesResource object =
        Serialization.unmarshal(yaml, GenericKubernetesResource.class);
    var kinds = fixture.rollout.client().genericKubernetesResources(kind).inNamespace("policies");
    GenericKubernetesResource made = kinds.resource(object).create();
    if (!status.isEmpty()) {
      made.setAdditionalProperty("status", Serialization.unmarshal(status, Object.class));
      kinds.resource(made).updateStatus();
    }
  }

  /** Binds the policy to these clusters by a placement that follows the first one in order. */
  private static void bindMore(BesideFixture fixture, String one, String other) {
    create(
        fixture,
        Kinds.PLACEMENT_DECISION,
        """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: PlacementDecision
        metadata: {name: more-decision-1, namespace: policies, labels: {cluster.open-cluster-management.io/placement: more, cluster.open-cluster-management.io/decision-group-index: "0", cluster.open-cluster-management.io/decision-group-name: late}}
        """,
        "decisions: [{clusterName: %s, reason: ''}, {clusterName: %s, reason: ''}]"
            .formatted(one, other));
    create(
        fixture,
        Kinds.PLACEMENT,
        """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: Placement
        metadata: {name: more, namespace: policies}
        spec: {}
        """,
        "numberOfSelectedClusters: 2\ndecisionGroups: [{decisionGroupIndex: 0, decisionGroupName: late, decisions: [more-decision-1], clusterCount: 2}]");
    create(
        fixture,
        Kinds.PLACEMENT_BINDING,
        """
        apiVersion: policy.open-cluster-management.io/v1
        kind: PlacementBinding
        metadata: {name: more, namespace: policies}
        placementRef: {apiGroup: cluster.open-cluster-management.io, kind: Placement, name: more}
        subjects: [{apiGroup: policy.open-cluster-management.io, kind: Policy, name: web}]
        """,
        "");
  }

  @Test
  void placementsFollowOneAnotherAndAClusterOfTwoIsListedOnce() {
    try (BesideFixture fixture = BesideFixture.of("dev=d1", "prod=p1,r1")) {
      fixture.rollout.leave("prod", "r1");
      bindMore(fixture, "d1", "r1");
      fixture.start().policy("one");
      fixture.await(() -> fixture.action("r1").equals("inform"));
      fixture.rollout.rollout(BesideFixture.MANUAL).approve("dev", "prod");
      fixture.rollout.awaitStatus(
          Patience.MOST,
          status ->
              String.valueOf(status.get("waitingFor"))
                  .startsWith("Waiting for approval of group late (1 cluster: "));
      assertThat(fixture.listed()).containsExactly("d1", "p1");
      assertThat(fixture.action("r1")).isEqualTo("inform");

      fixture.rollout.approve("dev", "prod", "late");
      fixture.await(() -> fixture.action("r1").equals("enforce"));
      assertThat(fixture.rollout.awaitPhase(Patience.MOST, "Done"))
          .containsEntry("outcome", "Succeeded");
      assertThat(fixture.rollout.status().get("counts").toString())
          .contains("clusters=3", "succeeded=3");
      fixture.await(fixture::clean);
      assertThat(fixture.action("r1")).isEqualTo("inform");
      assertThat(fixture.forbiddenWrites()).isEmpty();
    }
  }

  @Test
  void anAttemptThatIsRetriedEnforcesWhatTheFirstDidNotReach() {
    try (BesideFixture fixture = BesideFixture.of("dev=d1,d2", "prod=p1")) {
      fixture.rollout.fleet().behave("d2", SpokeBehaviour.ORDINARY.neverCompliant());
      fixture.start().policy("one").rollout.rollout("{" + STRATEGY + "}");
      fixture.rollout.awaitStatus(
          Patience.MOST,
          status ->
              "Failed".equals(status.get("outcome"))
                  && Boolean.FALSE.equals(status.get("runOpen")));
      assertThat(fixture.actions()).isEqualTo(List.of("enforce", "enforce", "inform"));

      fixture.rollout.fleet().behave("d2", SpokeBehaviour.ORDINARY);
      fixture.rollout.rollout(
          "{retryRollout: {rolloutUID: %s}, %s}"
              .formatted(fixture.rollout.status().get("rolloutUID"), STRATEGY));
      fixture.rollout.awaitStatus(
          Patience.MOST, status -> Integer.valueOf(2).equals(status.get("attempt")));
      assertThat(fixture.rollout.awaitPhase(Patience.MOST, "Done"))
          .containsEntry("outcome", "Succeeded");
      fixture.await(fixture::clean);
      assertThat(fixture.actions()).containsOnly("inform");
      assertThat(fixture.forbiddenWrites()).isEmpty();
    }
  }
}
