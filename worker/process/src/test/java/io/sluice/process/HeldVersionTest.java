package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.sluice.hub.crd.Kinds;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Holds clusters at their versions between attempts (policy-propagation 7 and 8.5). */
@Tag("nightly")
@Timeout(300)
class HeldVersionTest {
  private static final Duration SOON = Patience.MOST;

  private final RolloutFixture fixture = RolloutFixture.of("dev=d1", "prod=p1");

  @AfterEach
  void close() {
    fixture.close();
  }

  private static void soon(ThrowingRunnable seen) {
    Patience.await().pollInterval(Duration.ofMillis(50)).untilAsserted(seen);
  }

  private void delete(String cluster) {
    fixture
        .client()
        .genericKubernetesResources(Kinds.POLICY)
        .inNamespace(cluster)
        .withName(fixture.replicaName())
        .delete();
  }

  private void policySet(String namespace, String... members) {
    GenericKubernetesResource set = new GenericKubernetesResource();
    set.setApiVersion(Kinds.apiVersion(Kinds.POLICY_SET));
    set.setKind("PolicySet");
    set.setMetadata(new ObjectMetaBuilder().withNamespace(namespace).withName("base").build());
    set.setAdditionalProperty("spec", Map.of("policies", List.of(members)));
    fixture
        .client()
        .genericKubernetesResources(Kinds.POLICY_SET)
        .inNamespace(namespace)
        .resource(set)
        .createOr(existing -> existing.update());
  }

  private static GenericKubernetesResource depending(
      GenericKubernetesResource root, String namespace) {
    Map<String, Object> spec = new LinkedHashMap<>(RolloutFixture.part(root, "spec"));
    spec.put(
        "dependencies",
        List.of(
            Map.of(
                "apiVersion", "policy.open-cluster-management.io/v1beta1",
                "kind", "PolicySet",
                "namespace", namespace,
                "name", "base",
                "compliance", "Compliant")));
    root.setAdditionalProperty("spec", spec);
    return root;
  }

  private String dependencies(String cluster) {
    return fixture
        .replica(cluster)
        .map(replica -> RolloutFixture.part(replica, "spec").get("dependencies"))
        .map(Objects::toString)
        .orElse("");
  }

  @Test
  void aReplicaDeletedByHandComesBackAtTheVersionThatItsClusterHeld() {
    fixture.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY)).start(RolloutFixture.QUICK);
    fixture.policy("one", "{type: ProgressivePerGroup}");
    fixture.awaitPhase(SOON, "Done");
    fixture.fleet().behave("d1", SpokeBehaviour.ORDINARY.neverCompliant());
    fixture.policy(
        "two", "{type: ProgressivePerGroup, progressivePerGroup: {progressDeadline: 3s}}");
    fixture.awaitStatus(
        SOON,
        status ->
            Boolean.FALSE.equals(status.get("runOpen")) && "Failed".equals(status.get("outcome")));
    assertThat(fixture.content("d1")).isEqualTo("two");
    assertThat(fixture.content("p1")).isEqualTo("one");

    delete("d1");
    delete("p1");

    soon(() -> assertThat(fixture.content("d1")).isEqualTo("two"));
    soon(() -> assertThat(fixture.content("p1")).isEqualTo("one"));
    assertThat(fixture.status()).containsEntry("attempt", 2).containsEntry("outcome", "Failed");
  }

  @Test
  void aChangedPolicySetOfAnotherNamespaceIsRenderedAgainOnStagedReplicasWithoutAnAttempt() {
    policySet("p1", "first");
    fixture.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY)).start(RolloutFixture.QUICK);
    fixture.policy("one", "{type: ProgressivePerGroup}");
    fixture.awaitPhase(SOON, "Done");
    fixture.edit(fixture.namespace(), "web", root -> depending(root, "p1"));
    soon(() -> assertThat(dependencies("d1")).contains("name=p1.first"));
    assertThat(dependencies("d1")).doesNotContain("PolicySet");

    policySet("p1", "second");

    soon(() -> assertThat(dependencies("d1")).contains("name=p1.second"));
    assertThat(dependencies("p1")).isEmpty();
    assertThat(fixture.status()).containsEntry("attempt", 2);
  }

  /** A policy on all clusters that others can depend on. */
  private void other(String name) {
    fixture.apply(
        """
        apiVersion: policy.open-cluster-management.io/v1
        kind: Policy
        metadata: {name: %1$s, namespace: %2$s}
        spec:
          disabled: false
          remediationAction: enforce
          policy-templates:
          - objectDefinition: {apiVersion: policy.open-cluster-management.io/v1, kind: ConfigurationPolicy, metadata: {name: %1$s}, spec: {remediationAction: inform, severity: low, object-templates: []}}
        """
            .formatted(name, fixture.namespace()),
        false);
    fixture.apply(
        """
        apiVersion: policy.open-cluster-management.io/v1
        kind: PlacementBinding
        metadata: {name: %1$s, namespace: %2$s}
        placementRef: {apiGroup: cluster.open-cluster-management.io, kind: Placement, name: fleet}
        subjects: [{apiGroup: policy.open-cluster-management.io, kind: Policy, name: %1$s}]
        """
            .formatted(name, fixture.namespace()),
        false);
  }

  /** Rollout-strategy E3: both sides compare with the hash that the attempt stored. */
  @Test
  void aPolicySetThatChangesInMidSoakDiscardsNothing() {
    String namespace = fixture.namespace();
    policySet(namespace, "first");
    other("first");
    other("second");
    fixture.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY)).start(RolloutFixture.QUICK);
    String strategy =
        "{type: ProgressivePerGroup, progressivePerGroup: {minSuccessTime: 8s, progressDeadline: 40s}}";
    fixture.policy("one", strategy);
    fixture.awaitPhase(SOON, "Done");
    fixture.edit(namespace, "web", root -> depending(root, namespace));
    fixture.awaitStatus(
        SOON,
        status ->
            Integer.valueOf(2).equals(status.get("attempt"))
                && String.valueOf(status.get("waitingFor"))
                    .startsWith("Soaking 1 cluster in group dev"));

    policySet(namespace, "first", "second");
    soon(() -> assertThat(dependencies("d1")).contains(".second,"));
    soon(() -> assertThat(dependencies("p1")).contains(".second,"));
    assertThat(fixture.awaitPhase(SOON, "Done"))
        .containsEntry("outcome", "Succeeded")
        .containsEntry("attempt", 2);
  }

  /** What applies both in one go may apply the set last. */
  @Test
  void aPolicySetThatIsAppliedSomeSecondsAfterThePolicyDiscardsNothing() {
    String namespace = fixture.namespace();
    other("first");
    fixture.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY)).start(RolloutFixture.QUICK);
    fixture.policy(
        "one",
        "{type: ProgressivePerGroup, progressivePerGroup: {minSuccessTime: 8s, progressDeadline: 40s}}");
    fixture.awaitPhase(SOON, "Done");
    fixture.edit(namespace, "web", root -> depending(root, namespace));
    fixture.awaitStatus(
        SOON,
        status ->
            Integer.valueOf(2).equals(status.get("attempt"))
                && String.valueOf(status.get("waitingFor")).contains("in group dev"));
    Patience.stays(
        Duration.ofSeconds(3), () -> assertThat(fixture.status()).doesNotContainKey("outcome"));

    policySet(namespace, "first");
    soon(() -> assertThat(dependencies("d1")).contains(".first,"));
    assertThat(fixture.awaitPhase(SOON, "Done"))
        .containsEntry("outcome", "Succeeded")
        .containsEntry("attempt", 2);
    assertThat(dependencies("p1")).contains(".first,");
  }
}
