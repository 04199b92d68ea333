package io.sluice.override;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.HubClient;
import io.sluice.hub.client.HubException;
import io.sluice.hub.client.RequestPool;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.event.EventRecorder;
import io.sluice.hub.read.HubReader;
import io.sluice.hub.replica.ReplicaParser;
import io.sluice.policy.PolicyName;
import io.sluice.simulator.api.EmbeddedHub;
import io.sluice.simulator.api.Fault;
import io.sluice.simulator.api.Faults;
import io.sluice.simulator.api.RecordedWrite;
import io.sluice.simulator.api.RequestMatcher;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Creates and removes an override, with a crash after each of its writes. */
class OverrideReconcilerTest {
  private static final PolicyName POLICY = new PolicyName("policies", "web");
  private static final List<String> CREATION =
      List.of("update rollouts", "create placements", "create placementbindings");
  private static final List<String> REMOVAL =
      List.of(
          "update placementdecisions/status",
          "delete placementbindings",
          "delete placements",
          "update rollouts");

  private static final Map<String, String> KINDS =
      Map.of(
          "placements", "Placement",
          "placementbindings", "PlacementBinding",
          "rollouts", "Rollout");

  private final EmbeddedHub hub = EmbeddedHub.start(0);
  private final KubernetesClient client = HubClient.ofUrl(hub.url());
  private final RequestPool requests = new RequestPool(4);
  private final EventRecorder events = new EventRecorder(client, Clock.systemUTC());

  @BeforeEach
  void createPolicyAndRollout() {
    client
        .resource(
            new NamespaceBuilder().withNewMetadata().withName("policies").endMetadata().build())
        .create();
    create(
        Kinds.POLICY,
        """
        apiVersion: policy.open-cluster-management.io/v1
        kind: Policy
        metadata: {name: web, namespace: policies}
        spec:
          disabled: false
          remediationAction: inform
          policy-templates:
          - objectDefinition: {apiVersion: policy.open-cluster-management.io/v1, kind: ConfigurationPolicy, metadata: {name: a}, spec: {}}
        """);
    create(
        Kinds.ROLLOUT,
        """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: Rollout
        metadata: {name: policy-web, namespace: policies}
        spec: {rolloutStrategy: {type: All}}
        """);
  }

  @AfterEach
  void close() {
    events.close();
    requests.close();
    client.close();
    hub.close();
  }

  private void create(ResourceDefinitionContext kind, String yaml) {
    client
        .genericKubernetesResources(kind)
        .resource(
            client.getKubernetesSerialization().unmarshal(yaml, GenericKubernetesResource.class))
        .create();
  }

  /** Reconciles once, as a process does that has just started. */
  private OverrideResult reconcile(boolean due, Map<String, CachedReplica> replicas) {
    return new OverrideReconciler(client, requests, events, Duration.ZERO, Clock.systemUTC())
        .reconcile(HubReader.beside(client, requests).read(POLICY), replicas, due);
  }

  private List<String> written() {
    return hub.writes().stream()
        .filter(RecordedWrite::succeeded)
        .filter(write -> !write.resource().equals("events"))
        .map(OverrideReconcilerTest::label)
        .toList();
  }

  private static String label(RecordedWrite write) {
    return write.verb()
        + " "
        + write.resource()
        + (write.subresource().isEmpty() ? "" : "/" + write.subresource());
  }

  /** Lists a cluster, as a run does. */
  private void list(String cluster) {
    String uid =
        client
            .genericKubernetesResources(Kinds.PLACEMENT)
            .inNamespace("policies")
            .withName("sluice-web")
            .get()
            .getMetadata()
            .getUid();
    create(
        Kinds.PLACEMENT_DECISION,
        """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: PlacementDecision
        metadata:
          name: sluice-web-decision-1
          namespace: policies
          labels: {sluice.io/override: policies.web, cluster.open-cluster-management.io/placement: sluice-web}
          ownerReferences: [{apiVersion: cluster.open-cluster-management.io/v1beta1, kind: Placement, name: sluice-web, uid: %s}]
        """
            .formatted(uid));
    client
        .genericKubernetesResources(Kinds.PLACEMENT_DECISION)
        .inNamespace("policies")
        .withName("sluice-web-decision-1")
        .editStatus(
            page -> {
              page.setAdditionalProperty(
                  "status",
                  Map.of(
                      "decisions",
                      List.of(
                          Map.of(
                              "clusterName",
                              cluster,
                              "reason",
                              "attempt 1 of generation 1, rollout u1, at 2026-02-03T09:00:00Z"))));
              return page;
            });
  }

  private void standing() {
    reconcile(true, Map.of());
    list("c1");
    client
        .genericKubernetesResources(Kinds.ROLLOUT)
        .inNamespace("policies")
        .withName("policy-web")
        .delete();
    hub.forgetRequests();
  }

  private static Map<String, CachedReplica> replica(String action) {
    GenericKubernetesResource object =
        io.fabric8.kubernetes.client.utils.Serialization.unmarshal(
            """
            apiVersion: policy.open-cluster-management.io/v1
            kind: Policy
            metadata: {name: policies.web, namespace: c1, uid: r1, resourceVersion: "1"}
            spec: {disabled: false, remediationAction: %s, policy-templates: []}
            """
                .formatted(action),
            GenericKubernetesResource.class);
    return Map.of("c1", ReplicaParser.of(object).orElseThrow());
  }

  /** Refuses this write until the fault is removed: the process ends before it. */
  private Faults.Injected crashBefore(String write) {
    String[] parts = write.split(" ");
    return hub.faults()
        .inject(
            RequestMatcher.anything().verb(parts[0]).kind(KINDS.get(parts[1])), Fault.error(403));
  }

  @Test
  void itIsCreatedInItsOrderAndThenNothingMoreIsWritten() {
    hub.forgetRequests();
    assertThat(reconcile(true, Map.of())).isEqualTo(OverrideResult.SETTLED);
    assertThat(reconcile(true, Map.of())).isEqualTo(OverrideResult.SETTLED);
    assertThat(written()).isEqualTo(CREATION);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aCrashDuringCreationIsMadeUpFor(int after) {
    hub.forgetRequests();
    Faults.Injected crash = crashBefore(CREATION.get(after));
    assertThatThrownBy(() -> reconcile(true, Map.of())).isInstanceOf(HubException.class);
    assertThat(written()).isEqualTo(CREATION.subList(0, after));
    crash.remove();
    assertThat(reconcile(true, Map.of())).isEqualTo(OverrideResult.SETTLED);
    assertThat(written()).isEqualTo(CREATION);
  }

  @Test
  void nothingIsCreatedUntilAnAttemptIsDue() {
    hub.forgetRequests();
    assertThat(reconcile(false, Map.of())).isEqualTo(OverrideResult.SETTLED);
    assertThat(written()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void aCrashDuringCleanUpIsMadeUpFor(int after) {
    standing();
    Faults.Injected crash = crashBefore(REMOVAL.get(after));
    assertThatThrownBy(() -> reconcile(false, replica("inform"))).isInstanceOf(HubException.class);
    assertThat(written()).isEqualTo(REMOVAL.subList(0, after));
    crash.remove();
    reconcile(false, replica("inform"));
    assertThat(written()).isEqualTo(REMOVAL);
    assertThat(
            client
                .genericKubernetesResources(Kinds.ROLLOUT)
                .inNamespace("policies")
                .withName("policy-web")
                .get())
        .isNull();
  }

  @Test
  void theBindingStaysWhileAReplicaStillEnforces() {
    standing();
    List<String> waiting = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      reconcile(false, replica("enforce")).waitingFor().ifPresent(waiting::add);
    }
    assertThat(written()).isEqualTo(REMOVAL.subList(0, 1));
    assertThat(waiting)
        .containsOnly("Waiting for OCM's propagator to turn 1 cluster back to inform: c1.");
    reconcile(false, replica("inform"));
    assertThat(written()).isEqualTo(REMOVAL);
  }

  @Test
  void anEditEmptiesThePagesAndListsTheirClusters() {
    reconcile(true, Map.of());
    list("c1");
    client
        .genericKubernetesResources(Kinds.POLICY)
        .inNamespace("policies")
        .withName("web")
        .edit(
            policy -> {
              Map<String, Object> spec =
                  new java.util.LinkedHashMap<>(
                      io.sluice.hub.client.HubObjects.part(policy, "spec"));
              spec.put("copyPolicyMetadata", false);
              policy.setAdditionalProperty("spec", spec);
              return policy;
            });
    hub.forgetRequests();
    OverrideResult result = reconcile(true, replica("enforce"));
    assertThat(written()).containsExactly("update rollouts/status", REMOVAL.get(0));
    assertThat(result.waitingFor()).isPresent();
    assertThat(
            client
                .genericKubernetesResources(Kinds.ROLLOUT)
                .inNamespace("policies")
                .withName("policy-web")
                .get()
                .getAdditionalProperties()
                .get("status")
                .toString())
        .contains("c1", "UnstagedChange");
  }
}
