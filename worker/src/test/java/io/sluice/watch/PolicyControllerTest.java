package io.sluice.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.hub.client.HubClient;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.RequestPool;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.event.EventRecorder;
import io.sluice.settings.Settings;
import io.sluice.simulator.api.EmbeddedHub;
import io.temporal.client.WorkflowClient;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Runs the reconcilers on an in-memory hub. Its policies are unstaged, so Temporal is not asked.
 */
@Timeout(60)
class PolicyControllerTest {
  private static final String REPLICA_LABEL =
      "labels: {policy.open-cluster-management.io/root-policy: %s}";

  private final EmbeddedHub hub = EmbeddedHub.start(0);
  private final KubernetesClient client = HubClient.ofUrl(hub.url());
  private final WorkflowServiceStubs temporal =
      WorkflowServiceStubs.newServiceStubs(
          WorkflowServiceStubsOptions.newBuilder().setTarget("127.0.0.1:1").build());
  private final RequestPool requests = new RequestPool(2);
  private final EventRecorder events = new EventRecorder(client, Clock.systemUTC());
  private Optional<HubCaches> caches = Optional.empty();
  private Optional<PolicyController> controller = Optional.empty();

  @BeforeEach
  void fleetOfTwoClusters() {
    Stream.of("policies", "c1", "c2", "hosted").forEach(this::namespace);
    Stream.of("c1", "c2").forEach(this::managedCluster);
    create(
        Kinds.PLACEMENT,
        """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: Placement
        metadata: {name: fleet, namespace: policies}
        spec: {}
        status:
          numberOfSelectedClusters: 2
          decisionGroups: [{decisionGroupIndex: 0, decisionGroupName: "", decisions: [fleet-1], clusterCount: 2}]
        """);
    create(
        Kinds.PLACEMENT_DECISION,
        """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: PlacementDecision
        metadata:
          name: fleet-1
          namespace: policies
          labels:
            cluster.open-cluster-management.io/placement: fleet
            cluster.open-cluster-management.io/decision-group-index: "0"
            cluster.open-cluster-management.io/decision-group-name: ""
        status: {decisions: [{clusterName: c1, reason: ''}, {clusterName: c2, reason: ''}]}
        """);
    create(
        Kinds.PLACEMENT_BINDING,
        """
        apiVersion: policy.open-cluster-management.io/v1
        kind: PlacementBinding
        metadata: {name: base, namespace: policies}
        placementRef: {apiGroup: cluster.open-cluster-management.io, kind: Placement, name: fleet}
        subjects: [{apiGroup: policy.open-cluster-management.io, kind: PolicySet, name: base}]
        """);
  }

  @AfterEach
  void close() {
    controller.ifPresent(PolicyController::close);
    caches.ifPresent(HubCaches::close);
    requests.close();
    events.close();
    temporal.shutdownNow();
    client.close();
    hub.close();
  }

  private void start() {
    EventRouter router = new EventRouter();
    HubCaches watched = HubCaches.start(client, router);
    caches = Optional.of(watched);
    controller =
        Optional.of(
            new PolicyController(
                    client,
                    watched,
                    router,
                    WorkflowClient.newInstance(temporal),
                    requests,
                    events,
                    Settings.DEFAULTS,
                    Clock.systemUTC())
                .start());
  }

  private void namespace(String name) {
    client
        .resource(new NamespaceBuilder().withNewMetadata().withName(name).endMetadata().build())
        .create();
  }

  private void managedCluster(String name) {
    create(
        Kinds.MANAGED_CLUSTER,
        """
        apiVersion: cluster.open-cluster-management.io/v1
        kind: ManagedCluster
        metadata: {name: %s}
        spec: {hubAcceptsClient: true}
        status:
          conditions: [{type: ManagedClusterConditionAvailable, status: "True", reason: x, message: x, lastTransitionTime: "2026-02-03T09:00:00Z"}]
        """
            .formatted(name));
  }

  private void policy(String namespace, String name, String metadata) {
    create(
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
    create(
        Kinds.POLICY_SET,
        """
        apiVersion: policy.open-cluster-management.io/v1beta1
        kind: PolicySet
        metadata: {name: base, namespace: policies}
        spec: {policies: [%s]}
        """
            .formatted(String.join(", ", policies)));
  }

  private void create(ResourceDefinitionContext kind, String yaml) {
    GenericKubernetesResource object =
        client.getKubernetesSerialization().unmarshal(yaml, GenericKubernetesResource.class);
    Object status = object.getAdditionalProperties().remove("status");
    GenericKubernetesResource created = at(kind, object).create();
    if (status != null) {
      created.setAdditionalProperty("status", status);
      at(kind, created).updateStatus();
    }
  }

  private Resource<GenericKubernetesResource> at(
      ResourceDefinitionContext kind, GenericKubernetesResource object) {
    return kind.isNamespaceScoped()
        ? client
            .genericKubernetesResources(kind)
            .inNamespace(object.getMetadata().getNamespace())
            .resource(object)
        : client.genericKubernetesResources(kind).resource(object);
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
    await().until(() -> policy(cluster, "policies.web").isPresent());
    GenericKubernetesResource replica = policy(cluster, "policies.web").orElseThrow();
    replica.setAdditionalProperty("status", Map.of("compliant", compliant));
    at(Kinds.POLICY, replica).updateStatus();
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
    return hub.writes().stream().filter(write -> write.resource().equals("policysets")).count();
  }

  private static void soon(ThrowingRunnable check) {
    await().atMost(Duration.ofSeconds(20)).untilAsserted(check);
  }

  @Test
  void aPolicySetShowsWhatTheClustersOfItsPoliciesReport() {
    policy("policies", "web", "");
    policySet("web", "gone");
    start();

    Map<String, Object> placement = Map.of("placementBinding", "base", "placement", "fleet");
    soon(
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
    soon(() -> assertThat(setStatus()).containsEntry("compliant", "NonCompliant"));
    report("c2", "Compliant");
    soon(
        () ->
            assertThat(setStatus())
                .containsEntry("compliant", "Compliant")
                .containsEntry("statusMessage", "Deleted policies: gone"));
  }

  @Test
  void theStatusOfASetIsWrittenOnlyWhenItChanges() {
    policySet("web");
    start();
    soon(() -> assertThat(setStatus()).containsEntry("statusMessage", "Deleted policies: web"));
    long writes = setWrites();

    policy("policies", "another", "");
    policy("policies", "web", "annotations: {team: blue}");
    soon(() -> assertThat(setStatus().get("statusMessage")).asString().contains("awaiting"));
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

    soon(
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
    soon(() -> assertThat(policy("c1", "policies.gone")).isEmpty());
    assertThat(policy("hosted", "policies.gone")).isPresent();
    assertThat(policy("hosted", "unlabelled")).isPresent();

    managedCluster("hosted");
    soon(
        () -> {
          assertThat(policy("hosted", "policies.gone")).isEmpty();
          assertThat(policy("hosted", "unlabelled")).isEmpty();
        });
  }
}
