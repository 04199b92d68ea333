package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.gate.GateLabels;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.JsonTree;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Plays what happens around a policy behind the gate: to its clusters, bindings and sets (gate 9).
 */
@Tag("nightly")
@Timeout(Patience.TEST)
class GateFleetTest {
  ObservedTestServers servers() {
    return InMemoryTestServers.withNamedUsers();
  }

  @ParameterizedTest(name = "quiet: {0}")
  @ValueSource(booleans = {false, true})
  void aNewcomerHasTheFormerVersionBeforeItsTurnAndTheNewOneAfterIt(boolean quiet) {
    try (GateFixture fixture = GateFixture.of(servers(), quiet)) {
      fixture.rollOut("two");
      fixture.rollout.stage("three");
      fixture.awaitApproval(2, "dev");
      fixture.rollout.join("prod", "p2");
      fixture.await("two", "two", "two", "two");
      fixture.rollout.approve("dev");
      fixture.awaitApproval(2, "prod");

      // Its group has had its turn.
      fixture.rollout.join("dev", "d3");
      fixture.await("three", "three", "three", "two", "two");
      fixture.awaitApproval(2, "prod");
      fixture.finish(2, "three");
    }
  }

  /** A group of more clusters than one call is for, and than may have tickets at once. */
  @ParameterizedTest(name = "quiet: {0}")
  @ValueSource(booleans = {false, true})
  void aGroupOfMoreThanAHundredClustersGetsTheVersionWithFewTicketsAtOnce(boolean quiet) {
    List<String> prod = IntStream.range(0, 120).mapToObj("p%03d"::formatted).toList();
    try (GateFixture fixture = GateFixture.of(servers(), quiet, prod)) {
      fixture.rollout.stage("two").approve("dev");
      fixture.awaitApproval(1, "prod");
      fixture.propagator.pause();
      fixture.rollout.approve("dev", "prod");
      fixture.await(() -> fixture.labelled(GateLabels.TICKET).size() == 32);
      Patience.stays(
          Duration.ofSeconds(1), () -> assertThat(fixture.labelled(GateLabels.TICKET)).hasSize(32));
      fixture.propagator.resume();
      fixture.awaitEnd(1, "Succeeded");
      fixture.await(() -> fixture.rollout.contents().stream().allMatch("two"::equals));
      fixture.check();
    }
  }

  @ParameterizedTest(name = "quiet: {0}")
  @ValueSource(booleans = {false, true})
  void aClusterThatLeavesInAWaveLosesThePolicy(boolean quiet) {
    try (GateFixture fixture = GateFixture.of(servers(), quiet)) {
      fixture.stageWithUnusedTickets("two");
      fixture.rollout.leave("dev", "d2");
      fixture.propagator.resume();
      fixture.awaitApproval(1, "prod");
      fixture.await("two", "one");
      fixture.await(() -> fixture.rollout.replica("d2").isEmpty());
      fixture.finish(1, "two");
    }
  }

  /** Whose turn has not come gets what it had, from the worker (gate 4.6). */
  @ParameterizedTest(name = "quiet: {0}")
  @ValueSource(booleans = {false, true})
  void aReplicaThatIsDeletedBeforeItsTurnComesBackAsItWas(boolean quiet) {
    try (GateFixture fixture = GateFixture.of(servers(), quiet)) {
      fixture.rollOut("two");
      fixture.rollout.stage("three");
      fixture.awaitApproval(2, "dev");
      fixture.rollout.client().resource(fixture.rollout.replica("p1").orElseThrow()).delete();
      fixture.await("two", "two", "two");
      fixture.finish(2, "three");
    }
  }

  @ParameterizedTest(name = "quiet: {0}")
  @ValueSource(booleans = {false, true})
  void aBindingThatEnforcesOnOneClusterLetsNothingPass(boolean quiet) {
    try (GateFixture fixture = GateFixture.of(servers(), quiet)) {
      fixture.rollout.stage("two");
      fixture.awaitApproval(1, "dev");
      ForeignOverride.enforce(fixture.rollout, "p1");
      fixture.rollout.approve("dev");
      fixture.awaitApproval(1, "prod");
      fixture.await("two", "two", "one");
      fixture.finish(1, "two");
    }
  }

  /** The propagator puts the members of a set in its place: they are inputs (gate 6). */
  @ParameterizedTest(name = "quiet: {0}")
  @ValueSource(booleans = {false, true})
  void aDependencyOnASetChangesGroupByGroupAndSoDoesTheSet(boolean quiet) {
    try (GateFixture fixture = GateFixture.of(servers(), quiet)) {
      others(fixture, "base", "more");
      set(fixture, "base");
      fixture.rollOut("two");
      fixture.rollout.editSpec("dependencies", dependsOn(fixture.rollout.namespace()));
      fixture.awaitApproval(2, "dev");
      assertThat(members(fixture)).containsExactly(0, 0, 0);
      fixture.rollout.approve("dev");
      fixture.await(() -> members(fixture).equals(List.of(1, 1, 0)));
      set(fixture, "base, more");
      fixture.awaitApproval(quiet ? 3 : 2, "prod");
      assertThat(members(fixture)).isEqualTo(quiet ? List.of(2, 2, 0) : List.of(1, 1, 0));
      fixture.rollout.approve("dev", "prod");
      fixture.awaitEnd(quiet ? 3 : 2, "Succeeded");
      assertThat(members(fixture)).isEqualTo(quiet ? List.of(2, 2, 2) : List.of(1, 1, 2));
      fixture.check();
    }
  }

  private static List<Map<String, String>> dependsOn(String namespace) {
    return List.of(
        Map.of(
            "apiVersion",
            "policy.open-cluster-management.io/v1beta1",
            "kind",
            "PolicySet",
            "name",
            "all",
            "namespace",
            namespace,
            "compliance",
            "Compliant"));
  }

  /** A spoke waits for what is not there; what fixtures leave behind must not be the same. */
  private static void others(GateFixture fixture, String... names) {
    for (String name : names) {
      fixture.rollout.apply(
          """
          apiVersion: policy.open-cluster-management.io/v1
          kind: Policy
          metadata: {name: %1$s, namespace: NAMESPACE}
          spec:
            disabled: false
            remediationAction: enforce
            policy-templates:
            - objectDefinition:
                apiVersion: policy.open-cluster-management.io/v1
                kind: ConfigurationPolicy
                metadata: {name: %1$s-NAMESPACE}
                spec: {remediationAction: inform, severity: low, object-templates: [{complianceType: musthave, objectDefinition: {apiVersion: v1, kind: ConfigMap, metadata: {name: %1$s-NAMESPACE, namespace: default}}}]}
          """
              .formatted(name),
          false);
      fixture.rollout.apply(
          """
          apiVersion: policy.open-cluster-management.io/v1
          kind: PlacementBinding
          metadata: {name: %1$s, namespace: NAMESPACE}
          placementRef: {apiGroup: cluster.open-cluster-management.io, kind: Placement, name: fleet}
          subjects: [{apiGroup: policy.open-cluster-management.io, kind: Policy, name: %1$s}]
          """
              .formatted(name),
          false);
    }
  }

  private static void set(GateFixture fixture, String members) {
    fixture.rollout.apply(
        """
        apiVersion: policy.open-cluster-management.io/v1beta1
        kind: PolicySet
        metadata: {name: all, namespace: NAMESPACE}
        spec: {policies: [%s]}
        """
            .formatted(members),
        false);
  }

  /** Returns how many policies the replica of each cluster depends on. */
  private static List<Integer> members(GateFixture fixture) {
    return fixture.rollout.clusters().stream()
        .map(cluster -> fixture.rollout.replica(cluster).orElseThrow())
        .map(replica -> JsonTree.maps(RolloutFixture.part(replica, "spec"), "dependencies").size())
        .toList();
  }

  /** Neither the account of a spoke nor a tenant who may edit policies writes a ticket. */
  @ParameterizedTest(name = "quiet: {0}")
  @ValueSource(booleans = {false, true})
  void aTicketOfAnybodyElseIsRefused(boolean quiet) {
    try (GateFixture fixture = GateFixture.of(servers(), quiet)) {
      fixture.rollout.stage("two");
      fixture.awaitApproval(1, "dev");
      fixture.await(() -> fixture.labelled(GateLabels.STAGED).size() == 3);
      for (String user : List.of("system:open-cluster-management:cluster:p1:addon:policy", "ann")) {
        try (var client = fixture.servers().policyEditor(user)) {
          assertThatThrownBy(
                  () ->
                      client
                          .genericKubernetesResources(Kinds.POLICY)
                          .inNamespace("p1")
                          .withName(fixture.rollout.replicaName())
                          .edit(
                              replica -> {
                                Map<String, String> labels =
                                    new HashMap<>(replica.getMetadata().getLabels());
                                labels.put(GateLabels.TICKET, "1");
                                replica.getMetadata().setLabels(labels);
                                return replica;
                              }))
              .isInstanceOf(KubernetesClientException.class)
              .hasMessageContaining("Only the worker of Sluice may write the label");
        }
      }
      fixture.rollout.approve("dev");
      fixture.awaitApproval(1, "prod");
      fixture.await("two", "two", "one");
      fixture.check();
    }
  }
}
