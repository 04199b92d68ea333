package io.sluice.worker;

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

  private void policySet(String member) {
    GenericKubernetesResource set = new GenericKubernetesResource();
    set.setApiVersion(Kinds.apiVersion(Kinds.POLICY_SET));
    set.setKind("PolicySet");
    set.setMetadata(new ObjectMetaBuilder().withNamespace("p1").withName("base").build());
    set.setAdditionalProperty("spec", Map.of("policies", List.of(member)));
    fixture
        .client()
        .genericKubernetesResources(Kinds.POLICY_SET)
        .inNamespace("p1")
        .resource(set)
        .createOr(existing -> existing.update());
  }

  private static GenericKubernetesResource depending(GenericKubernetesResource root) {
    Map<String, Object> spec = new LinkedHashMap<>(RolloutFixture.part(root, "spec"));
    spec.put(
        "dependencies",
        List.of(
            Map.of(
                "apiVersion", "policy.open-cluster-management.io/v1beta1",
                "kind", "PolicySet",
                "namespace", "p1",
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
    policySet("first");
    fixture.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY)).start(RolloutFixture.QUICK);
    fixture.policy("one", "{type: ProgressivePerGroup}");
    fixture.awaitPhase(SOON, "Done");
    fixture.edit(fixture.namespace(), "web", HeldVersionTest::depending);
    soon(() -> assertThat(dependencies("d1")).contains("name=p1.first"));
    assertThat(dependencies("d1")).doesNotContain("PolicySet");

    policySet("second");

    soon(() -> assertThat(dependencies("d1")).contains("name=p1.second"));
    assertThat(dependencies("p1")).isEmpty();
    assertThat(fixture.status()).containsEntry("attempt", 2);
  }
}
