package io.sluice.worker;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.embedded.EmbeddedHub;
import io.sluice.embedded.SpokeBehaviours;
import io.sluice.embedded.SpokeFleet;
import io.sluice.hub.HubClient;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.Tree;
import io.temporal.api.enums.v1.IndexedValueType;
import io.temporal.api.operatorservice.v1.AddSearchAttributesRequest;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.serviceclient.OperatorServiceStubs;
import io.temporal.serviceclient.OperatorServiceStubsOptions;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import io.temporal.testserver.TestServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.awaitility.Awaitility;

/**
 * Sets up everything that a rollout needs in one JVM, on a real clock: a hub, a Temporal server, a
 * fleet of spokes and a Sluice process that can be lost and replaced.
 */
final class Stage implements AutoCloseable {
  static final String NAMESPACE = "policies";
  static final Settings QUICK =
      Settings.DEFAULTS
          .withTemporalNamespace("default")
          .withStickyTimeout(Duration.ZERO)
          .withSoakFloor(Duration.ofSeconds(1));

  private final EmbeddedHub hub;
  private final KubernetesClient client;
  private final TestServer.PortBoundTestServer server;
  private final WorkflowServiceStubs temporal;
  private final Map<String, List<String>> groups = new LinkedHashMap<>();
  private Optional<SpokeFleet> spokes = Optional.empty();
  private Optional<Sluice> sluice = Optional.empty();

  private Stage() {
    hub = EmbeddedHub.start(0);
    client = HubClient.ofUrl(hub.url());
    int port = freePort();
    server = TestServer.createPortBoundServer(port, true);
    String target = "127.0.0.1:" + port;
    temporal =
        WorkflowServiceStubs.newServiceStubs(
            WorkflowServiceStubsOptions.newBuilder().setTarget(target).build());
    OperatorServiceStubs operator =
        OperatorServiceStubs.newServiceStubs(
            OperatorServiceStubsOptions.newBuilder()
                .setChannel(temporal.getRawChannel())
                .validateAndBuildWithDefaults());
    for (String key :
        List.of(
            "SluicePhase",
            "SluiceOutcome",
            "SluiceWaitingFor",
            "SluicePolicy",
            "SluiceNamespace")) {
      operator
          .blockingStub()
          .addSearchAttributes(
              AddSearchAttributesRequest.newBuilder()
                  .setNamespace("default")
                  .putSearchAttributes(key, IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD)
                  .build());
    }
    namespace(NAMESPACE);
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A stage with these groups, each named {@code name=cluster,cluster}, in rollout order. */
  static Stage of(String... groups) {
    Stage stage = new Stage();
    for (String group : groups) {
      String[] parts = group.split("=");
      stage.groups.put(parts[0], List.of(parts[1].split(",")));
    }
    stage.clusters().forEach(stage::cluster);
    stage.placement();
    return stage;
  }

  List<String> clusters() {
    return groups.values().stream().flatMap(List::stream).toList();
  }

  EmbeddedHub hub() {
    return hub;
  }

  KubernetesClient client() {
    return client;
  }

  Stage spokes(SpokeBehaviours behaviours) {
    spokes = Optional.of(SpokeFleet.start(client, clusters(), behaviours, 42));
    return this;
  }

  SpokeFleet fleet() {
    return spokes.orElseThrow();
  }

  Stage start(Settings settings) {
    sluice = Optional.of(Sluice.start(client, temporal, settings));
    return this;
  }

  void stop() {
    sluice.ifPresent(Sluice::close);
    sluice = Optional.empty();
  }

  private void namespace(String name) {
    apply("apiVersion: v1\nkind: Namespace\nmetadata: {name: %s}\n".formatted(name), false);
  }

  private void cluster(String name) {
    namespace(name);
    apply(
        """
        apiVersion: cluster.open-cluster-management.io/v1
        kind: ManagedCluster
        metadata: {name: %s}
        spec: {hubAcceptsClient: true}
        status:
          conditions:
          - {type: ManagedClusterConditionAvailable, status: "True", reason: Available, message: ok, lastTransitionTime: "2026-01-01T00:00:00Z"}
        """
            .formatted(name),
        true);
  }

  private void placement() {
    StringBuilder status = new StringBuilder();
    int index = 0;
    for (Map.Entry<String, List<String>> group : groups.entrySet()) {
      String name = "fleet-decision-" + (index + 1);
      StringBuilder decisions = new StringBuilder();
      for (String cluster : group.getValue()) {
        decisions.append("  - {clusterName: %s, reason: ''}\n".formatted(cluster));
      }
      apply(
          """
          apiVersion: cluster.open-cluster-management.io/v1beta1
          kind: PlacementDecision
          metadata:
            name: %s
            namespace: policies
            labels:
              cluster.open-cluster-management.io/placement: fleet
              cluster.open-cluster-management.io/decision-group-index: "%d"
              cluster.open-cluster-management.io/decision-group-name: "%s"
          status:
            decisions:
          %s
          """
              .formatted(name, index, group.getKey(), decisions),
          true);
      status.append(
          "  - {decisionGroupIndex: %d, decisionGroupName: %s, decisions: [%s], clusterCount: %d}\n"
              .formatted(index++, group.getKey(), name, group.getValue().size()));
    }
    apply(
        """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: Placement
        metadata: {name: fleet, namespace: policies}
        spec: {}
        status:
          numberOfSelectedClusters: %d
          decisionGroups:
        %s
        """
            .formatted(clusters().size(), status),
        true);
    apply(
        """
        apiVersion: policy.open-cluster-management.io/v1
        kind: PlacementBinding
        metadata: {name: web, namespace: policies}
        placementRef: {apiGroup: cluster.open-cluster-management.io, kind: Placement, name: fleet}
        subjects: [{apiGroup: policy.open-cluster-management.io, kind: Policy, name: web}]
        """,
        false);
  }

  /** Writes the policy {@code web}, its content told apart by a word. */
  Stage policy(String word, String strategy) {
    apply(
        """
        apiVersion: policy.open-cluster-management.io/v1
        kind: Policy
        metadata: {name: web, namespace: policies}
        spec:
          disabled: false
          remediationAction: enforce
          policy-templates:
          - objectDefinition:
              apiVersion: policy.open-cluster-management.io/v1
              kind: ConfigurationPolicy
              metadata: {name: web-config}
              spec:
                remediationAction: inform
                severity: low
                object-templates: [{complianceType: musthave, objectDefinition: {apiVersion: v1, kind: ConfigMap, metadata: {name: web, namespace: default}, data: {word: %s}}}]
        %s
        """
            .formatted(word, strategy.isEmpty() ? "" : "  rolloutStrategy: " + strategy),
        false);
    return this;
  }

  Stage approve(String... names) {
    GenericKubernetesResource rollout =
        Awaitility.await().until(this::rollout, Optional::isPresent).orElseThrow();
    List<Map<String, Object>> entries = new ArrayList<>();
    for (String name : names) {
      entries.add(Map.of("groupName", name, "rolloutApproved", true));
    }
    rollout.setAdditionalProperty("spec", Map.of("decisionGroups", entries));
    at(Kinds.ROLLOUT, rollout).update();
    return this;
  }

  Optional<GenericKubernetesResource> rollout() {
    return Optional.ofNullable(
        client
            .genericKubernetesResources(Kinds.ROLLOUT)
            .inNamespace(NAMESPACE)
            .withName("policy-web")
            .get());
  }

  Map<String, Object> status() {
    return rollout().map(object -> part(object, "status")).orElse(Map.of());
  }

  GenericKubernetesResource root() {
    return client
        .genericKubernetesResources(Kinds.POLICY)
        .inNamespace(NAMESPACE)
        .withName("web")
        .get();
  }

  Optional<GenericKubernetesResource> replica(String cluster) {
    return Optional.ofNullable(
        client
            .genericKubernetesResources(Kinds.POLICY)
            .inNamespace(cluster)
            .withName("policies.web")
            .get());
  }

  /** The word of the content that the cluster holds; empty without a replica. */
  String word(String cluster) {
    return replica(cluster)
        .map(object -> Serialization.asJson(object.getAdditionalProperties().get("spec")))
        .map(json -> json.replaceAll("(?s).*\"word\"\\s*:\\s*\"([^\"]*)\".*", "$1"))
        .orElse("");
  }

  static Map<String, Object> part(GenericKubernetesResource object, String name) {
    return Tree.map(object.getAdditionalProperties().get(name));
  }

  Map<String, Object> awaitStatus(Duration most, Predicate<Map<String, Object>> wanted) {
    return Awaitility.await()
        .atMost(most)
        .pollInterval(Duration.ofMillis(50))
        .until(this::status, wanted);
  }

  Map<String, Object> awaitPhase(Duration most, String phase) {
    return awaitStatus(most, status -> phase.equals(status.get("phase")));
  }

  /** Content writes of replicas of that cluster that the hub took. */
  long contentWrites(String cluster) {
    return hub.writes().stream()
        .filter(write -> write.resource().equals("policies") && write.subresource().isEmpty())
        .filter(write -> write.namespace().equals(cluster) && write.succeeded())
        .count();
  }

  WorkflowClient workflows() {
    return WorkflowClient.newInstance(
        temporal, WorkflowClientOptions.newBuilder().setNamespace("default").build());
  }

  private void apply(String yaml, boolean withStatus) {
    GenericKubernetesResource object =
        Serialization.unmarshal(yaml, GenericKubernetesResource.class);
    ResourceDefinitionContext kind = context(object);
    GenericKubernetesResource there =
        kind.isNamespaceScoped()
            ? client
                .genericKubernetesResources(kind)
                .inNamespace(object.getMetadata().getNamespace())
                .withName(object.getMetadata().getName())
                .get()
            : client
                .genericKubernetesResources(kind)
                .withName(object.getMetadata().getName())
                .get();
    GenericKubernetesResource made;
    if (there == null) {
      made = at(kind, object).create();
    } else {
      object.getMetadata().setResourceVersion(there.getMetadata().getResourceVersion());
      made = at(kind, object).update();
    }
    if (withStatus) {
      object.getMetadata().setResourceVersion(made.getMetadata().getResourceVersion());
      at(kind, object).updateStatus();
    }
  }

  private io.fabric8.kubernetes.client.dsl.Resource<GenericKubernetesResource> at(
      ResourceDefinitionContext kind, GenericKubernetesResource object) {
    return kind.isNamespaceScoped()
        ? client
            .genericKubernetesResources(kind)
            .inNamespace(object.getMetadata().getNamespace())
            .resource(object)
        : client.genericKubernetesResources(kind).resource(object);
  }

  private static ResourceDefinitionContext context(GenericKubernetesResource object) {
    return List.of(
            Kinds.POLICY,
            Kinds.PLACEMENT_BINDING,
            Kinds.PLACEMENT,
            Kinds.PLACEMENT_DECISION,
            Kinds.MANAGED_CLUSTER,
            Kinds.ROLLOUT)
        .stream()
        .filter(kind -> kind.getKind().equals(object.getKind()))
        .findFirst()
        .orElseGet(
            () ->
                new ResourceDefinitionContext.Builder()
                    .withVersion("v1")
                    .withKind("Namespace")
                    .withPlural("namespaces")
                    .withNamespaced(false)
                    .build());
  }

  @Override
  public void close() {
    stop();
    spokes.ifPresent(SpokeFleet::close);
    temporal.shutdownNow();
    server.close();
    client.close();
    hub.close();
  }
}
