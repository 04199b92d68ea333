package io.sluice.control;

import static io.sluice.process.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.control.rollout.FakeRuns;
import io.sluice.hub.client.HubClient;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.informer.HubTime;
import io.sluice.hub.informer.SeenObjects;
import io.sluice.hub.read.HubMode;
import io.sluice.hub.replica.RootContents;
import io.sluice.process.Patience;
import io.sluice.settings.Settings;
import io.sluice.simulator.api.EmbeddedHub;
import io.sluice.time.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.awaitility.core.ThrowingRunnable;

/**
 * Runs the controller on a hub in memory, with policies in namespace {@code policies} that a
 * placement {@code fleet} brings to its clusters. Temporal cannot be reached. Its time passes only
 * in {@link #soon} and {@link #stays}.
 */
public final class ControllerFixture implements AutoCloseable {
  public static final String NAMESPACE = "policies";

  private static final List<ResourceDefinitionContext> WATCHED =
      List.of(
          Kinds.POLICY,
          Kinds.PLACEMENT_BINDING,
          Kinds.POLICY_SET,
          Kinds.PLACEMENT,
          Kinds.PLACEMENT_DECISION,
          Kinds.MANAGED_CLUSTER,
          Kinds.ROLLOUT,
          Kinds.DEFINITION,
          Kinds.LEASE);

  public final EmbeddedHub hub = EmbeddedHub.start(0);
  public final KubernetesClient client = HubClient.ofUrl(hub.url());
  final VirtualTime time = new VirtualTime(Instant.now());
  private Optional<RunningController> running = Optional.empty();
  private Optional<HubTime> hubTime = Optional.empty();

  public ControllerFixture(String... clusters) {
    namespace(NAMESPACE);
    List.of(clusters).forEach(this::cluster);
    select(clusters);
    bind("base", "Policy", "web");
  }

  public void cluster(String name) {
    namespace(name);
    managedCluster(name, "");
  }

  public void namespace(String name) {
    client
        .resource(new NamespaceBuilder().withNewMetadata().withName(name).endMetadata().build())
        .create();
  }

  public void managedCluster(String name, String labels) {
    apply(
        Kinds.MANAGED_CLUSTER,
        """
        apiVersion: cluster.open-cluster-management.io/v1
        kind: ManagedCluster
        metadata: {name: %s, labels: {%s}}
        spec: {hubAcceptsClient: true}
        status:
          conditions: [{type: ManagedClusterConditionAvailable, status: "True", reason: x, message: x, lastTransitionTime: "2026-02-03T09:00:00Z"}]
        """
            .formatted(name, labels));
  }

  /** Lets the placement select exactly these clusters. */
  public void select(String... clusters) {
    apply(
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
        status: {decisions: [%s]}
        """
            .formatted(
                List.of(clusters).stream()
                    .map("{clusterName: %s, reason: ''}"::formatted)
                    .collect(Collectors.joining(", "))));
    apply(
        Kinds.PLACEMENT,
        """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: Placement
        metadata: {name: fleet, namespace: policies}
        spec: {}
        status:
          numberOfSelectedClusters: %1$d
          decisionGroups: [{decisionGroupIndex: 0, decisionGroupName: "", decisions: [fleet-1], clusterCount: %1$d}]
        """
            .formatted(clusters.length));
  }

  public void bind(String binding, String kind, String subject) {
    apply(
        Kinds.PLACEMENT_BINDING,
        """
        apiVersion: policy.open-cluster-management.io/v1
        kind: PlacementBinding
        metadata: {name: %s, namespace: policies}
        placementRef: {apiGroup: cluster.open-cluster-management.io, kind: Placement, name: fleet}
        subjects: [{apiGroup: policy.open-cluster-management.io, kind: %s, name: %s}]
        """
            .formatted(binding, kind, subject));
  }

  /** Creates a policy; {@code spec} is added to that of an inform policy without templates. */
  public void policy(String namespace, String name, String metadata, String spec) {
    apply(
        Kinds.POLICY,
        """
        apiVersion: policy.open-cluster-management.io/v1
        kind: Policy
        metadata:
          namespace: %s
          name: %s
          %s
        spec:
          disabled: false
          remediationAction: inform
        %s
        """
            .formatted(
                namespace,
                name,
                metadata,
                (spec.contains("policy-templates") ? spec : "policy-templates: []\n" + spec)
                    .indent(2)));
  }

  /** Creates the object, or replaces it. */
  public void apply(ResourceDefinitionContext kind, String yaml) {
    Patience.written(() -> applied(kind, yaml));
  }

  private GenericKubernetesResource applied(ResourceDefinitionContext kind, String yaml) {
    GenericKubernetesResource object =
        client.getKubernetesSerialization().unmarshal(yaml, GenericKubernetesResource.class);
    Object status = object.getAdditionalProperties().remove("status");
    GenericKubernetesResource there = at(kind, object).get();
    if (there != null) {
      object.getMetadata().setResourceVersion(there.getMetadata().getResourceVersion());
    }
    GenericKubernetesResource made =
        there == null ? at(kind, object).create() : at(kind, object).update();
    if (status == null) {
      return made;
    }
    made.setAdditionalProperty("status", status);
    return at(kind, made).updateStatus();
  }

  public Resource<GenericKubernetesResource> at(
      ResourceDefinitionContext kind, GenericKubernetesResource object) {
    return kind.isNamespaceScoped()
        ? client
            .genericKubernetesResources(kind)
            .inNamespace(object.getMetadata().getNamespace())
            .resource(object)
        : client.genericKubernetesResources(kind).resource(object);
  }

  public Resource<GenericKubernetesResource> policyAt(String namespace, String name) {
    return client.genericKubernetesResources(Kinds.POLICY).inNamespace(namespace).withName(name);
  }

  public Optional<GenericKubernetesResource> policy(String namespace, String name) {
    return Optional.ofNullable(policyAt(namespace, name).get());
  }

  /** Returns the replica of policy {@code web} on the cluster. */
  public Optional<GenericKubernetesResource> replica(String cluster) {
    return policy(cluster, "policies.web");
  }

  public void edit(String namespace, String name, Consumer<GenericKubernetesResource> change) {
    Patience.written(
        () ->
            policyAt(namespace, name)
                .edit(
                    policy -> {
                      change.accept(policy);
                      return policy;
                    }));
  }

  /** Writes the status of a replica, as its spoke does. */
  public void report(String namespace, String name, Map<String, Object> status) {
    ThrowingRunnable present = () -> assertThat(policy(namespace, name)).isPresent();
    hubTime.ifPresentOrElse(passing -> passing.soon(present), () -> awaited(present));
    policyAt(namespace, name)
        .editStatus(
            policy -> {
              policy.setAdditionalProperty("status", status);
              return policy;
            });
  }

  public Map<String, Object> rootStatus() {
    return HubObjects.part(policy(NAMESPACE, "web").orElseThrow(), "status");
  }

  /** The status of the Rollout of that policy; an assertion fails where there is none. */
  public Map<String, Object> rolloutStatus() {
    GenericKubernetesResource rollout =
        client
            .genericKubernetesResources(Kinds.ROLLOUT)
            .inNamespace(NAMESPACE)
            .withName("policy-web")
            .get();
    assertThat(rollout).isNotNull();
    return HubObjects.part(rollout, "status");
  }

  /** The reasons of the Events in the namespace {@code policies}. */
  public List<String> eventReasons() {
    return client
        .genericKubernetesResources(Kinds.EVENT)
        .inNamespace("policies")
        .list()
        .getItems()
        .stream()
        .map(event -> String.valueOf(event.getAdditionalProperties().get("reason")))
        .toList();
  }

  /** Returns how many requests were to change Policies in the namespaces of clusters. */
  public long replicaWrites() {
    return hub.writes().stream()
        .filter(write -> write.resource().equals("policies"))
        .filter(write -> write.subresource().isEmpty())
        .filter(write -> !write.namespace().equals(NAMESPACE))
        .count();
  }

  public ControllerFixture start() {
    return start(Settings.DEFAULTS);
  }

  public ControllerFixture start(Settings settings) {
    return start(new FakeRuns(() -> true), settings);
  }

  /**
   * Starts it in the time of the machine: for what the hub, or its connections, do by themselves.
   */
  public ControllerFixture startInMachineTime(Settings settings) {
    running = Optional.of(RunningController.withoutTemporal(client, settings));
    return this;
  }

  /** Starts the controller with a Temporal that only keeps what it was sent. */
  public ControllerFixture start(FakeRuns runs) {
    return start(runs, Settings.DEFAULTS);
  }

  /** Starts the controller beside OCM's propagator, of which the hub has none. */
  public ControllerFixture startBeside(FakeRuns runs) {
    return start(runs, HubMode.BESIDE, Settings.DEFAULTS, RootContents.ofHeap());
  }

  private ControllerFixture start(FakeRuns runs, Settings settings) {
    return start(runs, HubMode.STANDALONE, settings, RootContents.ofHeap());
  }

  /** Starts a controller whose cache has no room for the content of any root. */
  public ControllerFixture startWithoutContents() {
    return start(
        new FakeRuns(() -> true), HubMode.STANDALONE, Settings.DEFAULTS, new RootContents(0));
  }

  private ControllerFixture start(
      FakeRuns runs, HubMode mode, Settings settings, RootContents kept) {
    SeenObjects seen = new SeenObjects(hub, client, () -> WATCHED);
    running =
        Optional.of(RunningController.start(client, runs, mode, settings, kept, time, seen::tell));
    hubTime = Optional.of(new HubTime(time, seen));
    return this;
  }

  /**
   * Waits until the controller attends: its watches connect in the time of the machine, and while
   * one does not, no grace passes.
   */
  public void attended() {
    awaited(() -> assertThat(running.orElseThrow().watching()).isTrue());
  }

  /** Returns how many keys the queue of that name has processed. */
  public long passes(String queue) {
    return running.orElseThrow().passes(queue);
  }

  /** Lets time pass until this holds: at most half a minute. */
  public void soon(ThrowingRunnable check) {
    hubTime.orElseThrow().soon(check);
  }

  /** Lets time pass, in which this holds all the time. */
  public void stays(Duration span, ThrowingRunnable check) {
    hubTime.orElseThrow().stays(span, check);
  }

  /** Stops the controller; the hub stays. */
  public void stop() {
    running.ifPresent(RunningController::close);
    running = Optional.empty();
  }

  /** Waits in the time of the machine. */
  public static void awaited(ThrowingRunnable check) {
    await().pollInterval(Duration.ofMillis(50)).untilAsserted(check);
  }

  @Override
  public void close() {
    stop();
    client.close();
    hub.close();
  }
}
