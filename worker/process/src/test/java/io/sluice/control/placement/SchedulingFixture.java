package io.sluice.control.placement;

import static io.sluice.process.Patience.await;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.control.cache.HubCaches;
import io.sluice.control.cache.HubCachesBuilder;
import io.sluice.hub.client.ConflictRetry;
import io.sluice.hub.client.HubConnections;
import io.sluice.hub.client.HubException;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.event.EventRecorder;
import io.sluice.hub.placement.PublishedDecisionParser;
import io.sluice.placement.DecisionObject;
import io.sluice.placement.GroupingMode;
import io.sluice.placement.PlacementMode;
import io.sluice.placement.PublishedDecision;
import io.sluice.policy.JsonTree;
import io.sluice.process.Patience;
import io.sluice.settings.EvaluatorSettings;
import io.sluice.time.ProcessTime;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.awaitility.core.ThrowingRunnable;

/**
 * Runs the evaluator of Placements on a hub, with a namespace, a cluster set and clusters of its
 * own.
 *
 * <p>Clusters are named by their last part in arguments and answers: on the hub the namespace comes
 * before it.
 */
public final class SchedulingFixture {
  static final String DISABLED =
      "cluster.open-cluster-management.io/experimental-scheduling-disable";
  static final String SET = "cluster.open-cluster-management.io/clusterset";

  private static final AtomicInteger NUMBERS = new AtomicInteger();

  final KubernetesClient client;
  final String namespace;
  private final Map<GenericKubernetesResource, ResourceDefinitionContext> made =
      Collections.synchronizedMap(new IdentityHashMap<>());
  private final List<AutoCloseable> running = new ArrayList<>();
  private PlacementController controller;

  /** Makes a namespace that may use a cluster set of the same name. */
  public SchedulingFixture(KubernetesClient client) {
    this.client = client;
    namespace = "scheduling-" + ProcessHandle.current().pid() + "-" + NUMBERS.incrementAndGet();
    client
        .resource(
            new NamespaceBuilder().withNewMetadata().withName(namespace).endMetadata().build())
        .create();
    set(namespace);
    bind(namespace);
  }

  void set(String name) {
    create(
        Kinds.MANAGED_CLUSTER_SET,
        """
        apiVersion: cluster.open-cluster-management.io/v1beta2
        kind: ManagedClusterSet
        metadata: {name: %s}
        spec: {clusterSelector: {selectorType: ExclusiveClusterSetLabel}}
        """
            .formatted(name));
  }

  GenericKubernetesResource bind(String set) {
    return create(
        Kinds.MANAGED_CLUSTER_SET_BINDING,
        """
        apiVersion: cluster.open-cluster-management.io/v1beta2
        kind: ManagedClusterSetBinding
        metadata: {name: %s, namespace: %s}
        spec: {clusterSet: %s}
        """
            .formatted(set, namespace, set));
  }

  void clusters(String... names) {
    List.of(names).forEach(name -> cluster(name, ""));
  }

  /** Makes a cluster of the set; {@code labels} are more of them, {@code "env: prod"}. */
  void cluster(String name, String labels) {
    create(
        Kinds.MANAGED_CLUSTER,
        """
        apiVersion: cluster.open-cluster-management.io/v1
        kind: ManagedCluster
        metadata: {name: %s-%s, labels: {%s: %s, %s}}
        spec: {hubAcceptsClient: true}
        """
            .formatted(namespace, name, SET, namespace, labels));
  }

  void editCluster(String name, Consumer<GenericKubernetesResource> change) {
    edit(Kinds.MANAGED_CLUSTER, namespace + "-" + name, change);
  }

  /** Reports conditions and nothing else, as an agent does all the time. */
  void heartbeat(String name, String instant) {
    at(Kinds.MANAGED_CLUSTER, namespace + "-" + name)
        .editStatus(
            cluster -> {
              cluster.setAdditionalProperty(
                  "status",
                  Map.of(
                      "conditions",
                      List.of(
                          Map.of(
                              "type",
                              "ManagedClusterConditionAvailable",
                              "status",
                              "True",
                              "reason",
                              "Available",
                              "message",
                              "",
                              "lastTransitionTime",
                              instant))));
              return cluster;
            });
  }

  void deleteCluster(String name) {
    at(Kinds.MANAGED_CLUSTER, namespace + "-" + name).delete();
  }

  /** Makes a Placement that OCM's controller leaves alone. */
  GenericKubernetesResource placement(String name, String spec) {
    return placement(name, DISABLED + ": \"true\"", spec);
  }

  GenericKubernetesResource placement(String name, String annotations, String spec) {
    return create(
        Kinds.PLACEMENT,
        """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: Placement
        metadata: {name: %s, namespace: %s, annotations: {%s}}
        spec: %s
        """
            .formatted(name, namespace, annotations, spec));
  }

  /** Makes the Rollout of a policy, and bindings of these Placements to the policy. */
  void rollout(String policy, String... placements) {
    create(
        Kinds.ROLLOUT,
        """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: Rollout
        metadata: {name: policy-%s, namespace: %s}
        spec: {}
        """
            .formatted(policy, namespace));
    List.of(placements)
        .forEach(
            placement ->
                create(
                    Kinds.PLACEMENT_BINDING,
                    """
                    apiVersion: policy.open-cluster-management.io/v1
                    kind: PlacementBinding
                    metadata: {name: %s, namespace: %s}
                    placementRef: {apiGroup: cluster.open-cluster-management.io, kind: Placement, name: %s}
                    subjects: [{apiGroup: policy.open-cluster-management.io, kind: Policy, name: %s}]
                    """
                        .formatted(placement, namespace, placement, policy)));
  }

  GenericKubernetesResource placement(String name) {
    return at(Kinds.PLACEMENT, name).get();
  }

  Map<String, Object> status(String placement) {
    return HubObjects.part(placement(placement), "status");
  }

  /** Returns a condition as {@code True/AllDecisionsScheduled}; empty when it is absent. */
  String condition(String placement, String type) {
    return JsonTree.maps(status(placement), "conditions").stream()
        .filter(condition -> type.equals(condition.get("type")))
        .map(condition -> condition.get("status") + "/" + condition.get("reason"))
        .findFirst()
        .orElse("");
  }

  void editSpec(String placement, String spec) {
    edit(
        Kinds.PLACEMENT,
        placement,
        object ->
            object.setAdditionalProperty(
                "spec",
                client
                    .getKubernetesSerialization()
                    .unmarshal("spec: " + spec, Map.class)
                    .get("spec")));
  }

  void edit(
      ResourceDefinitionContext kind, String name, Consumer<GenericKubernetesResource> change) {
    // The controller may write the status between the read and the write of an edit.
    ConflictRetry.write(
        "edit " + name,
        "patch",
        name,
        () ->
            Optional.of(
                at(kind, name)
                    .edit(
                        object -> {
                          change.accept(object);
                          return object;
                        })));
  }

  /** Writes the list of a decision, as a user who edits it by hand. */
  void editClusters(String decision, String... clusters) {
    editStatus(Kinds.PLACEMENT_DECISION, decision, Map.of("decisions", entries(clusters)));
  }

  /** Writes a status by hand; the controller may write it at the same time. */
  void editStatus(ResourceDefinitionContext kind, String name, Map<String, Object> status) {
    ConflictRetry.write(
        "edit the status of " + name,
        "patch",
        name,
        () ->
            Optional.of(
                at(kind, name)
                    .editStatus(
                        object -> {
                          object.setAdditionalProperty("status", status);
                          return object;
                        })));
  }

  private List<Map<String, String>> entries(String... clusters) {
    return List.of(clusters).stream()
        .map(name -> Map.of("clusterName", namespace + "-" + name, "reason", ""))
        .toList();
  }

  GenericKubernetesResource decision(String name) {
    return at(Kinds.PLACEMENT_DECISION, name).get();
  }

  /** Returns the decisions of a Placement by name. */
  SortedMap<String, DecisionObject> decisions(String placement) {
    SortedMap<String, DecisionObject> decisions = new TreeMap<>();
    client
        .genericKubernetesResources(Kinds.PLACEMENT_DECISION)
        .inNamespace(namespace)
        .withLabel(DecisionObject.PLACEMENT, placement)
        .list()
        .getItems()
        .stream()
        .map(PublishedDecisionParser::parse)
        .map(PublishedDecision::object)
        .forEach(decision -> decisions.put(decision.name(), decision));
    return decisions;
  }

  /** Returns the groups as {@code "0 canary: c1 c2"}, in order; objects of one group are joined. */
  List<String> groups(String placement) {
    SortedMap<Integer, List<String>> clusters = new TreeMap<>();
    SortedMap<Integer, String> names = new TreeMap<>();
    decisions(placement)
        .values()
        .forEach(
            decision -> {
              int index = Integer.parseInt(decision.labels().get(DecisionObject.GROUP_INDEX));
              names.put(index, decision.labels().get(DecisionObject.GROUP_NAME));
              clusters
                  .computeIfAbsent(index, none -> new ArrayList<>())
                  .addAll(decision.clusters());
            });
    return clusters.keySet().stream()
        .map(
            index ->
                "%d %s: %s"
                    .formatted(
                        index,
                        names.get(index),
                        String.join(" ", clusters.get(index)).replace(namespace + "-", ""))
                    .trim())
        .toList();
  }

  /** Returns the reasons of the Events on an object. */
  List<String> events(String name) {
    return client
        .genericKubernetesResources(Kinds.EVENT)
        .inNamespace(namespace)
        .list()
        .getItems()
        .stream()
        .filter(
            event ->
                name.equals(JsonTree.map(event.getAdditionalProperties(), "regarding").get("name")))
        .map(event -> String.valueOf(event.getAdditionalProperties().get("reason")))
        .toList();
  }

  GenericKubernetesResource create(ResourceDefinitionContext kind, String yaml) {
    GenericKubernetesResource object =
        client.getKubernetesSerialization().unmarshal(yaml, GenericKubernetesResource.class);
    Object status = object.getAdditionalProperties().remove("status");
    GenericKubernetesResource created = at(kind, object).create();
    made.put(created, kind);
    if (status != null) {
      created.setAdditionalProperty("status", status);
      created = at(kind, created).updateStatus();
    }
    return created;
  }

  private Resource<GenericKubernetesResource> at(
      ResourceDefinitionContext kind, GenericKubernetesResource object) {
    return kind.isNamespaceScoped()
        ? client.genericKubernetesResources(kind).inNamespace(namespace).resource(object)
        : client.genericKubernetesResources(kind).resource(object);
  }

  Resource<GenericKubernetesResource> at(ResourceDefinitionContext kind, String name) {
    return kind.isNamespaceScoped()
        ? client.genericKubernetesResources(kind).inNamespace(namespace).withName(name)
        : client.genericKubernetesResources(kind).withName(name);
  }

  PlacementController start() {
    return start(PlacementMode.ANNOTATED, client, ProcessTime.SYSTEM);
  }

  /** Starts the controller, as a leader that begins does; it writes with a client of its own. */
  PlacementController start(PlacementMode mode, KubernetesClient writer, ProcessTime time) {
    PlacementRouter router = new PlacementRouter();
    HubCaches caches =
        HubCachesBuilder.of(client, router, ProcessTime.SYSTEM).with(Kinds.EVALUATED).start();
    EventRecorder events = new EventRecorder(client, Clock.systemUTC());
    controller =
        new PlacementController(
                writer,
                caches,
                router,
                events,
                new EvaluatorSettings(mode, GroupingMode.STABLE),
                time)
            .start();
    running.add(controller);
    running.add(caches);
    running.add(events);
    return controller;
  }

  /** Ends the controller, as a process that crashes between two writes. */
  void stop() throws Exception {
    for (AutoCloseable each : running) {
      each.close();
    }
    running.clear();
  }

  /**
   * Evaluates Placements one at a time, by a leader that ends after so many writes.
   *
   * @return whether it ended before it had written all
   */
  boolean endsWithin(int writes, String placement) throws Exception {
    AtomicInteger left = new AtomicInteger(writes);
    PlacementRouter router = new PlacementRouter();
    try (HubConnections connections = HubConnections.of(client.getConfiguration());
        KubernetesClient writer =
            connections.guarded(
                () ->
                    left.getAndDecrement() > 0
                        ? Optional.empty()
                        : Optional.of("the test ends it here"));
        HubCaches caches =
            HubCachesBuilder.of(client, router, ProcessTime.SYSTEM).with(Kinds.EVALUATED).start();
        EventRecorder events = new EventRecorder(client, Clock.systemUTC())) {
      new PlacementReconciler(
              writer,
              PlacementMode.ANNOTATED,
              () -> true,
              new EvaluationInputs(caches, GroupingMode.STABLE, Clock.systemUTC()),
              new Evaluators(GroupingMode.STABLE),
              new PlacementReports(events, new RolloutFinder(caches), Clock.systemUTC()))
          .reconcile(new PlacementKey(namespace, placement));
      return false;
    } catch (HubException e) {
      return true;
    }
  }

  static void soon(ThrowingRunnable assertion) {
    await().pollInterval(Duration.ofMillis(20)).untilAsserted(assertion);
  }

  /** Checks for a while that something stays as it is. */
  static void stays(Runnable assertion) {
    Patience.stays(Duration.ofMillis(800), assertion);
  }

  /** Waits until a controller has had nothing to do for a while. */
  static void awaitIdle(PlacementController controller) {
    await()
        .pollInterval(Duration.ofMillis(50))
        .during(Duration.ofMillis(800))
        .until(controller::idle);
  }

  /** Removes what other tests of the same hub would see: Placements, and what has no namespace. */
  public void close() throws Exception {
    stop();
    made.forEach(
        (object, kind) -> {
          if (kind == Kinds.PLACEMENT || !kind.isNamespaceScoped()) {
            at(kind, object.getMetadata().getName()).delete();
          }
        });
  }
}
