package io.sluice.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.simulator.api.EmbeddedHub;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Runs the reconcilers on an in-memory hub. Its policies are unstaged, so Temporal is not asked.
 */
class PolicyControllerTest {
  private static final String REPLICA_LABEL =
      "labels: {policy.open-cluster-management.io/root-policy: %s}";

  private final ControllerFixture fixture = new ControllerFixture("c1", "c2");
  private final EmbeddedHub hub = fixture.hub;
  private final KubernetesClient client = fixture.client;

  @BeforeEach
  void bindASet() {
    fixture.namespace("hosted");
    fixture.bind("base", "PolicySet", "base");
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private void start() {
    fixture.start();
    fixture.attended();
  }

  private void policy(String namespace, String name, String metadata) {
    fixture.apply(
        Kinds.POLICY,
        """
        apiVersion: policy.open-cluster-management.io/v1
        kind: Policy
        metadata:
          namespace: %s
          name: %s
          %s
        spec: {disabled: false, remediationAction: inform, policy-templates: []}
        """
            .formatted(namespace, name, metadata));
  }

  private void policySet(String... policies) {
    fixture.apply(
        Kinds.POLICY_SET,
        """
        apiVersion: policy.open-cluster-management.io/v1beta1
        kind: PolicySet
        metadata: {name: base, namespace: policies}
        spec: {policies: [%s]}
        """
            .formatted(String.join(", ", policies)));
  }

  private Optional<GenericKubernetesResource> policy(String namespace, String name) {
    return Optional.ofNullable(
        client
            .genericKubernetesResources(Kinds.POLICY)
            .inNamespace(namespace)
            .withName(name)
            .get());
  }

  private void report(String cluster, String compliant) {
    fixture.soon(() -> assertThat(policy(cluster, "policies.web")).isPresent());
    GenericKubernetesResource replica = policy(cluster, "policies.web").orElseThrow();
    replica.setAdditionalProperty("status", Map.of("compliant", compliant));
    fixture.at(Kinds.POLICY, replica).updateStatus();
  }

  private Map<String, Object> setStatus() {
    return HubObjects.part(
        client
            .genericKubernetesResources(Kinds.POLICY_SET)
            .inNamespace("policies")
            .withName("base")
            .get(),
        "status");
  }

  private long setWrites() {
    return hub.writes().stream()
        .filter(write -> write.resource().equals("policysets") && write.succeeded())
        .count();
  }

  @Test
  void aPolicySetShowsWhatTheClustersOfItsPoliciesReport() {
    policy("policies", "web", "");
    policySet("web", "gone");
    start();

    Map<String, Object> placement = Map.of("placementBinding", "base", "placement", "fleet");
    fixture.soon(
        () ->
            assertThat(setStatus())
                .isEqualTo(
                    Map.of(
                        "statusMessage",
                        "No status provided while awaiting policy status: web; Deleted policies:"
                            + " gone",
                        "placement",
                        List.of(placement))));
    report("c1", "Compliant");
    report("c2", "NonCompliant");
    fixture.soon(() -> assertThat(setStatus()).containsEntry("compliant", "NonCompliant"));
    report("c2", "Compliant");
    fixture.soon(
        () ->
            assertThat(setStatus())
                .containsEntry("compliant", "Compliant")
                .containsEntry("statusMessage", "Deleted policies: gone"));
    assertThat(missing()).containsExactly("gone");

    policySet("web", "gone", "lost");
    fixture.soon(() -> assertThat(missing()).containsExactlyInAnyOrder("gone", "gone, lost"));
  }

  /** What the Events on the set report as missing. */
  private List<String> missing() {
    return client
        .genericKubernetesResources(Kinds.EVENT)
        .inNamespace("policies")
        .list()
        .getItems()
        .stream()
        .map(GenericKubernetesResource::getAdditionalProperties)
        .filter(event -> "PolicyNotFound".equals(event.get("reason")))
        .map(event -> String.valueOf(event.get("note")))
        .map(message -> message.replaceAll("spec.policies lists (.*), which do.*", "$1"))
        .toList();
  }

  @Test
  void theStatusOfASetIsWrittenOnlyWhenItChanges() {
    policySet("web");
    start();
    fixture.soon(
        () -> assertThat(setStatus()).containsEntry("statusMessage", "Deleted policies: web"));
    long writes = setWrites();

    policy("policies", "another", "");
    policy("policies", "web", "annotations: {team: blue}");
    fixture.soon(
        () -> assertThat(setStatus().get("statusMessage")).asString().contains("awaiting"));
    assertThat(setWrites()).isEqualTo(writes + 1);
  }

  @Test
  void aPolicyInTheNamespaceOfAClusterGoesUnlessARootStandsBehindIt() {
    policy("policies", "web", "");
    policySet("web");
    policy("c1", "unlabelled", "");
    policy("c1", "policies.gone", REPLICA_LABEL.formatted("policies.gone"));
    policy("c1", "unparsable", REPLICA_LABEL.formatted("unparsable"));
    start();

    fixture.stays(
        Duration.ofSeconds(55),
        () -> {
          assertThat(policy("c1", "unlabelled")).isPresent();
          assertThat(policy("c1", "policies.gone")).isPresent();
          assertThat(policy("c1", "unparsable")).isPresent();
        });
    fixture.soon(
        () -> {
          assertThat(policy("c1", "unlabelled")).isEmpty();
          assertThat(policy("c1", "policies.gone")).isEmpty();
          assertThat(policy("c1", "unparsable")).isEmpty();
          assertThat(policy("c1", "policies.web")).isPresent();
        });
  }

  @Test
  void aReplicaInANamespaceWithoutManagedClusterIsLeftAloneUntilThereIsOne() {
    policy("hosted", "policies.gone", REPLICA_LABEL.formatted("policies.gone"));
    policy("hosted", "unlabelled", "");
    policy("c1", "policies.gone", REPLICA_LABEL.formatted("policies.gone"));
    start();
    fixture.stays(
        Duration.ofSeconds(55), () -> assertThat(policy("c1", "policies.gone")).isPresent());
    fixture.soon(() -> assertThat(policy("c1", "policies.gone")).isEmpty());
    assertThat(policy("hosted", "policies.gone")).isPresent();
    assertThat(policy("hosted", "unlabelled")).isPresent();

    fixture.managedCluster("hosted", "");
    fixture.stays(
        Duration.ofSeconds(55),
        () -> {
          assertThat(policy("hosted", "policies.gone")).isPresent();
          assertThat(policy("hosted", "unlabelled")).isPresent();
        });
    fixture.soon(
        () -> {
          assertThat(policy("hosted", "policies.gone")).isEmpty();
          assertThat(policy("hosted", "unlabelled")).isEmpty();
        });
  }
}
