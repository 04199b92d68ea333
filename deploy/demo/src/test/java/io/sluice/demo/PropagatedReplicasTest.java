package io.sluice.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.hub.client.HubClient;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.PolicyName;
import io.sluice.simulator.api.EmbeddedHub;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Formats where a policy is enforced, for the demo beside OCM's propagator. */
class PropagatedReplicasTest {
  private static final PolicyName POLICY = new PolicyName("policies", "web");

  private final EmbeddedHub hub = EmbeddedHub.start(0);
  private final KubernetesClient client = HubClient.ofUrl(hub.url());
  private final Map<String, String> labels = new LinkedHashMap<>();

  PropagatedReplicasTest() {
    labels.put("d1", "dev");
    labels.put("d2", "dev");
    labels.put("p1", "prod");
  }

  @AfterEach
  void close() {
    client.close();
    hub.close();
  }

  private PropagatedReplicasTest replica(String cluster, String action, String compliant) {
    client
        .resource(new NamespaceBuilder().withNewMetadata().withName(cluster).endMetadata().build())
        .create();
    GenericKubernetesResource made =
        client
            .genericKubernetesResources(Kinds.POLICY)
            .inNamespace(cluster)
            .resource(
                Serialization.unmarshal(
                    """
                    apiVersion: policy.open-cluster-management.io/v1
                    kind: Policy
                    metadata:
                      name: policies.web
                      namespace: %s
                      labels: {policy.open-cluster-management.io/root-policy: policies.web}
                    spec: {disabled: false, remediationAction: %s, policy-templates: []}
                    """
                        .formatted(cluster, action),
                    GenericKubernetesResource.class))
            .create();
    if (!compliant.isEmpty()) {
      made.setAdditionalProperty("status", Map.of("compliant", compliant));
      client
          .genericKubernetesResources(Kinds.POLICY)
          .inNamespace(cluster)
          .resource(made)
          .updateStatus();
    }
    return this;
  }

  private PropagatedReplicas read() {
    return PropagatedReplicas.read(client, POLICY);
  }

  @Test
  void whileAllInformNoClusterIsEnforced() {
    replica("d1", "inform", "Compliant").replica("d2", "inform", "NonCompliant");
    assertThat(read().enforcedNow(labels)).isEqualTo("Enforced now: no cluster of 2; they inform.");
    assertThat(read().actions()).isEqualTo("as inform");
    assertThat(read().compliant()).isEqualTo(1);
  }

  @Test
  void ofAGroupThatIsEnforcedInPartTheSizeIsNamed() {
    replica("d1", "Enforce", "Compliant").replica("d2", "inform", "").replica("p1", "enforce", "");
    assertThat(read().enforcedNow(labels))
        .isEqualTo("Enforced now: 2 of 3 clusters: dev 1 of 2, prod 1.");
    assertThat(read().enforced()).containsExactly("d1", "p1");
    assertThat(read().actions()).isEqualTo("2 as enforce and 1 as inform");
  }

  @Test
  void allThatEnforceAreCountedTogether() {
    replica("d1", "enforce", "").replica("p1", "enforce", "");
    assertThat(read().enforcedNow(labels)).isEqualTo("Enforced now: all 2 clusters.");
    assertThat(read().actions()).isEqualTo("as enforce");
  }

  @Test
  void ofTwoGenerationsEachIsNamedWhereItIsEnforced() {
    replica("d1", "enforce", "").replica("d2", "Enforce", "").replica("p1", "inform", "");
    Map<Long, Map<String, Object>> versions = new LinkedHashMap<>();
    versions.put(2L, spec("Enforce"));
    versions.put(1L, spec("enforce"));
    assertThat(read().generationsNow(labels, versions))
        .isEqualTo("Enforced now: generation 2 on dev 1 of 2; generation 1 on dev 1 of 2.");
    assertThat(read().generationsNow(labels, Map.of(3L, spec("other"))))
        .isEqualTo("Enforced now: on no cluster.");
  }

  @Test
  void ofAGenerationThatIsEnforcedEverywhereTheClustersAreCounted() {
    replica("d1", "enforce", "").replica("d2", "enforce", "").replica("p1", "enforce", "");
    assertThat(read().generationsNow(labels, Map.of(1L, spec("enforce"))))
        .isEqualTo("Enforced now: generation 1 on all 3 clusters.");
  }

  private static Map<String, Object> spec(String action) {
    return Map.of("disabled", false, "remediationAction", action, "policy-templates", List.of());
  }

  @Test
  void aClusterWithoutReplicaOrReportHasNotReported() {
    replica("d1", "inform", "Compliant").replica("d2", "inform", "");
    assertThat(read().reportedBy(Set.of("d1"))).isTrue();
    assertThat(read().reportedBy(Set.of("d1", "d2"))).isFalse();
    assertThat(read().reportedBy(Set.of("d1", "p1"))).isFalse();
  }
}
