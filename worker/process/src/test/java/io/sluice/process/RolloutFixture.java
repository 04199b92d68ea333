package io.sluice.process;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.gate.GateLabels;
import io.sluice.hub.client.HubConnections;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.JsonTree;
import io.sluice.policy.PolicyName;
import io.sluice.process.metrics.Samples;
import io.sluice.rollout.lifecycle.HubName;
import io.sluice.settings.Settings;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import io.sluice.simulator.spoke.SpokeFleet;
import io.sluice.time.ProcessTime;
import io.sluice.workflow.payload.Payloads;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowStub;
import io.temporal.serviceclient.WorkflowServiceStubs;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sets up everything that a rollout needs in one JVM, on a real clock: a hub, a Temporal server, a
 * fleet of spokes and a Sluice process that can be stopped and replaced.
 */
public final class RolloutFixture implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RolloutFixture.class);
  private static final int MOST_CONFLICTS = 10;
  public static final Settings QUICK =
      Settings.DEFAULTS.with(settings -> settings.soakFloor(Duration.ofSeconds(1)));

  private final TestServers servers;
  private final KubernetesClient client;
  private final Map<String, List<String>> groups = new LinkedHashMap<>();
  private String action = "enforce";
  private String clusterSet = "global";
  private boolean lazy;
  private Optional<SpokeFleet> spokes = Optional.empty();
  private Optional<Sluice> sluice = Optional.empty();
  private Optional<HubConnections> process = Optional.empty();
  private List<Interceptor> interceptors = List.of();

  private RolloutFixture(TestServers servers) {
    this.servers = servers;
    this.client = servers.client();
    namespace(servers.namespace());
  }

  /** Starts servers of its own in this JVM. */
  public static RolloutFixture of(String... groups) {
    return on(new InMemoryTestServers(), groups);
  }

  /** Creates these groups, each named {@code name=cluster,cluster}, in rollout order. */
  public static RolloutFixture on(TestServers servers, String... groups) {
    RolloutFixture fixture = new RolloutFixture(servers);
    for (String group : groups) {
      String[] parts = group.split("=");
      fixture.groups.put(parts[0], List.of(parts[1].split(",")));
    }
    fixture.clusters().forEach(fixture::cluster);
    fixture.placement();
    return fixture;
  }

  public List<String> clusters() {
    return groups.values().stream().flatMap(List::stream).toList();
  }

  public String namespace() {
    return servers.namespace();
  }

  public KubernetesClient client() {
    return client;
  }

  public RolloutFixture spokes(SpokeBehaviours behaviours) {
    spokes = Optional.of(SpokeFleet.start(client, clusters(), behaviours, 42));
    return this;
  }

  public SpokeFleet fleet() {
    return spokes.orElseThrow();
  }

  public RolloutFixture start(Settings settings) {
    HubConnections own;
    try (KubernetesClient worker = servers.workerClient()) {
      own = HubConnections.intercepted(worker.getConfiguration(), interceptors);
    }
    process = Optional.of(own);
    sluice =
        Optional.of(
            Sluice.start(own, servers.temporal(), servers.adapt(settings), ProcessTime.SYSTEM));
    return this;
  }

  /** Returns what the leader exports. */
  List<String> metrics() {
    return Samples.of(sluice.orElseThrow().measured().leader().get());
  }

  /** Has the requests of workers that start from now on pass through it. */
  void intercept(Interceptor requests) {
    interceptors = List.of(requests);
  }

  public void stop() {
    sluice.ifPresent(Sluice::close);
    sluice = Optional.empty();
    process.ifPresent(HubConnections::close);
    process = Optional.empty();
  }

  private void namespace(String name) {
    apply("apiVersion: v1\nkind: Namespace\nmetadata: {name: %s}\n".formatted(name), false);
  }

  /** Adds a cluster to an existing group. */
  RolloutFixture join(String group, String cluster) {
    List<String> joined = new ArrayList<>(groups.get(group));
    joined.add(cluster);
    groups.put(group, List.copyOf(joined));
    cluster(cluster);
    spokes.ifPresent(fleet -> fleet.join(cluster));
    placement();
    return this;
  }

  /** Takes a cluster out of the placement; {@link #join} brings it back. */
  public RolloutFixture leave(String group, String cluster) {
    groups.put(group, groups.get(group).stream().filter(name -> !name.equals(cluster)).toList());
    placement();
    return this;
  }

  /** Cuts a spoke off; the hub reports the cluster as unavailable. */
  RolloutFixture cutOff(String cluster) {
    fleet().behave(cluster, SpokeBehaviour.ORDINARY.cutOff());
    cluster(cluster, "Unknown");
    return this;
  }

  /** Ends that; no placement selects it anew. */
  RolloutFixture reconnect(String cluster) {
    fleet().behave(cluster, SpokeBehaviour.ORDINARY);
    cluster(cluster, "True");
    return this;
  }

  /** Has the hub manage a cluster that no placement selects yet. */
  public void manage(String cluster) {
    cluster(cluster);
    spokes.ifPresent(fleet -> fleet.join(cluster));
  }

  private void cluster(String name) {
    namespace(name);
    cluster(name, "True");
  }

  private void cluster(String name, String available) {
    apply(
        """
        apiVersion: cluster.open-cluster-management.io/v1
        kind: ManagedCluster
        metadata: {name: %s}
        spec: {hubAcceptsClient: true}
        status:
          conditions:
          - {type: ManagedClusterConditionAvailable, status: "%s", reason: Lease, message: ok, lastTransitionTime: "2026-01-01T00:00:00Z"}
        """
            .formatted(name, available),
        true);
  }

  /** Publishes the decisions of the placement, as its controller does. */
  void placement() {
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
            namespace: NAMESPACE
            labels:
              cluster.open-cluster-management.io/placement: fleet
              cluster.open-cluster-management.io/decision-group-index: "%d"
              cluster.open-cluster-management.io/decision-group-name: "%s"
          status:
            decisions:%s
          """
              .formatted(
                  name, index, group.getKey(), decisions.isEmpty() ? " []" : "\n" + decisions),
          true);
      status.append(
          "  - {decisionGroupIndex: %d, decisionGroupName: %s, decisions: [%s], clusterCount: %d}\n"
              .formatted(index++, group.getKey(), name, group.getValue().size()));
    }
    apply(
        """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: Placement
        metadata: {name: fleet, namespace: NAMESPACE}
        spec: {clusterSets: [%s]}
        status:
          numberOfSelectedClusters: %d
          decisionGroups:
        %s
        """
            .formatted(clusterSet, clusters().size(), status),
        true);
    apply(
        """
        apiVersion: policy.open-cluster-management.io/v1
        kind: PlacementBinding
        metadata: {name: web, namespace: NAMESPACE, annotations: {%s}}
        placementRef: {apiGroup: cluster.open-cluster-management.io, kind: Placement, name: fleet}
        subjects: [{apiGroup: policy.open-cluster-management.io, kind: Policy, name: web}]
        """
            .formatted(lazy ? "policy.open-cluster-management.io/activation-preference: Lazy" : ""),
        false);
  }

  /** Has edits of the binding and its placement wait, or not. */
  RolloutFixture lazy(boolean wait) {
    lazy = wait;
    placement();
    return this;
  }

  /** Edits the spec of the placement, before its decisions follow. */
  RolloutFixture select(String set) {
    clusterSet = set;
    placement();
    return this;
  }

  /** Releases what waits for a change of the policy. */
  void activatePending(Map<String, Object> release) {
    request("activatePending", release);
  }

  /** Sets a field in the spec of the Rollout, as a person does; null removes it. */
  void request(String field, Object value) {
    client
        .genericKubernetesResources(Kinds.ROLLOUT)
        .inNamespace(namespace())
        .withName("policy-web")
        .patch(
            PatchContext.of(PatchType.JSON_MERGE),
            Serialization.asJson(Map.of("spec", Collections.singletonMap(field, value))));
  }

  /** Has the policy inform, as it must beside OCM's propagator. */
  public RolloutFixture informing() {
    action = "inform";
    return this;
  }

  /** Has the policy enforce, as at first. */
  RolloutFixture enforcing() {
    action = "enforce";
    return this;
  }

  /** Has a person create the Rollout object, or change its spec. */
  public RolloutFixture rollout(String spec) {
    apply(
        """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: Rollout
        metadata: {name: policy-web, namespace: NAMESPACE}
        spec: %s
        """
            .formatted(spec),
        false);
    return this;
  }

  /** Writes the policy {@code web}; the name identifies its content. */
  public RolloutFixture policy(String content, String strategy) {
    apply(
        """
        apiVersion: policy.open-cluster-management.io/v1
        kind: Policy
        metadata: {name: web, namespace: NAMESPACE}
        spec:
          disabled: false
          remediationAction: ACTION
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
            .replace("ACTION", action)
            .formatted(content, strategy.isEmpty() ? "" : "  rolloutStrategy: " + strategy),
        false);
    return this;
  }

  /** Edits a policy by hand: the root, or a replica. */
  public void edit(
      String policyNamespace, String name, UnaryOperator<GenericKubernetesResource> change) {
    // Others write the object, too: their statuses.
    Patience.await()
        .ignoreExceptionsMatching(
            e -> e instanceof KubernetesClientException refused && refused.getCode() == 409)
        .until(
            () -> {
              client
                  .genericKubernetesResources(Kinds.POLICY)
                  .inNamespace(policyNamespace)
                  .withName(name)
                  .edit(change);
              return true;
            });
  }

  /** Changes a field in the spec of the policy; null removes it. */
  void editSpec(String field, Object value) {
    edit(
        namespace(),
        "web",
        policy -> {
          Map<String, Object> spec = new LinkedHashMap<>(part(policy, "spec"));
          if (value == null) {
            spec.remove(field);
          } else {
            spec.put(field, value);
          }
          policy.setAdditionalProperty("spec", spec);
          return policy;
        });
  }

  void deletePolicy() {
    client
        .genericKubernetesResources(Kinds.POLICY)
        .inNamespace(namespace())
        .withName("web")
        .delete();
  }

  /** Labels the policy for the gate and changes its content in one write, as a commit does. */
  public RolloutFixture stage(String content) {
    return edit(content, Map.of(GateLabels.STAGED, GateLabels.TRUE));
  }

  /** Gives the policy that content and these labels in one write. */
  RolloutFixture edit(String content, Map<String, String> labels) {
    edit(
        namespace(),
        "web",
        policy -> {
          policy.getMetadata().setLabels(labels);
          policy.setAdditionalProperty(
              "spec",
              HubObjects.parse(
                      HubObjects.json(part(policy, "spec"))
                          .replaceAll("\"word\":\"[^\"]*\"", "\"word\":\"" + content + "\""),
                      Map.class)
                  .orElseThrow());
          return policy;
        });
    return this;
  }

  /** Returns what each cluster has, in their order; empty without a replica. */
  public List<String> contents() {
    return clusters().stream().map(this::content).toList();
  }

  /** Approves these groups, and no others, in the spec of the Rollout. */
  public RolloutFixture approve(String... names) {
    Patience.await().until(this::rollout, Optional::isPresent);
    List<Map<String, Object>> entries = new ArrayList<>();
    for (String name : names) {
      entries.add(Map.of("groupName", name, "rolloutApproved", true));
    }
    // Its status may be written at this very moment.
    client
        .genericKubernetesResources(Kinds.ROLLOUT)
        .inNamespace(namespace())
        .withName("policy-web")
        .patch(
            PatchContext.of(PatchType.JSON_MERGE),
            Serialization.asJson(Map.of("spec", Map.of("decisionGroups", entries))));
    return this;
  }

  /** Finds what is in the namespace of the policy. */
  Optional<GenericKubernetesResource> find(ResourceDefinitionContext kind, String name) {
    return Optional.ofNullable(
        client.genericKubernetesResources(kind).inNamespace(namespace()).withName(name).get());
  }

  public Optional<GenericKubernetesResource> rollout() {
    return find(Kinds.ROLLOUT, "policy-web");
  }

  public Map<String, Object> status() {
    return rollout().map(object -> part(object, "status")).orElse(Map.of());
  }

  public GenericKubernetesResource root() {
    return find(Kinds.POLICY, "web").orElse(null);
  }

  public Optional<GenericKubernetesResource> replica(String cluster) {
    return Optional.ofNullable(
        client
            .genericKubernetesResources(Kinds.POLICY)
            .inNamespace(cluster)
            .withName(replicaName())
            .get());
  }

  public String replicaName() {
    return namespace() + ".web";
  }

  /** Returns the name of the content that the cluster has; empty without a replica. */
  public String content(String cluster) {
    return replica(cluster)
        .map(object -> Serialization.asJson(object.getAdditionalProperties().get("spec")))
        .map(json -> json.replaceAll("(?s).*\"word\"\\s*:\\s*\"([^\"]*)\".*", "$1"))
        .orElse("");
  }

  /**
   * Returns the name and the action of the content that the cluster has; empty without a replica.
   */
  public String contentAndAction(String cluster) {
    return replica(cluster)
        .map(object -> content(cluster) + " " + part(object, "spec").get("remediationAction"))
        .orElse("");
  }

  /** Returns the rolloutStatus of a cluster in the root's status; empty without a row. */
  String row(String cluster) {
    return JsonTree.maps(part(root(), "status"), "status").stream()
        .filter(row -> cluster.equals(row.get("clustername")))
        .map(row -> String.valueOf(row.get("rolloutStatus")))
        .findFirst()
        .orElse("");
  }

  /** Returns the exceptions of the Rollout, as {@code cluster reason}. */
  List<String> exceptions() {
    return JsonTree.maps(status(), "exceptions").stream()
        .map(issue -> issue.get("cluster") + " " + issue.get("reason"))
        .toList();
  }

  /** Returns the condition of the Rollout of that type. */
  Optional<Map<String, Object>> condition(String type) {
    return JsonTree.maps(status(), "conditions").stream()
        .filter(condition -> type.equals(condition.get("type")))
        .findFirst();
  }

  public static Map<String, Object> part(GenericKubernetesResource object, String name) {
    return JsonTree.map(object.getAdditionalProperties().get(name));
  }

  public Map<String, Object> awaitStatus(Duration most, Predicate<Map<String, Object>> wanted) {
    return Patience.await()
        .atMost(most)
        .pollInterval(Duration.ofMillis(50))
        .until(this::status, wanted);
  }

  public Map<String, Object> awaitPhase(Duration most, String phase) {
    return awaitStatus(most, status -> phase.equals(status.get("phase")));
  }

  /** Waits until the rollout of this content is done: that of an earlier one does not count. */
  void awaitDone(Duration most, String content) {
    awaitStatus(
        most,
        status ->
            "Done".equals(status.get("phase")) && contents().stream().allMatch(content::equals));
  }

  /** Returns how often Sluice has written the content of that cluster's replica. */
  public long contentWrites(String cluster) {
    return servers.contentWrites(cluster, replicaName());
  }

  /** Returns the stub of the present run. */
  WorkflowStub run() {
    return run(servers.temporal());
  }

  WorkflowStub run(WorkflowServiceStubs temporal) {
    return workflows(temporal).newUntypedWorkflowStub(workflowId());
  }

  /** Returns the events of all runs so far. */
  List<HistoryEvent> history() {
    WorkflowClient workflows = workflows(servers.temporal());
    return workflows
        .listExecutions("WorkflowId = '%s'".formatted(workflowId()))
        .map(found -> workflows.fetchHistory(workflowId(), found.getExecution().getRunId()))
        .flatMap(history -> history.getEvents().stream())
        .toList();
  }

  private WorkflowClient workflows(WorkflowServiceStubs temporal) {
    return WorkflowClient.newInstance(
        temporal,
        WorkflowClientOptions.newBuilder()
            .setNamespace(servers.temporalNamespace())
            .setDataConverter(Payloads.converter())
            .build());
  }

  private String workflowId() {
    return HubName.DEFAULT.workflowId(new PolicyName(namespace(), "web"));
  }

  /** Writes an object, and its status if asked; {@code NAMESPACE} stands for that of the policy. */
  public GenericKubernetesResource apply(String yaml, boolean withStatus) {
    GenericKubernetesResource object =
        Serialization.unmarshal(
            yaml.replace("NAMESPACE", namespace()), GenericKubernetesResource.class);
    ResourceDefinitionContext kind = context(object);
    GenericKubernetesResource made = write(kind, object);
    if (!withStatus) {
      return made;
    }
    object.getMetadata().setResourceVersion(made.getMetadata().getResourceVersion());
    return at(kind, object).updateStatus();
  }

  /** Reads again where a status was written in between, as kubectl apply does. */
  private GenericKubernetesResource write(
      ResourceDefinitionContext kind, GenericKubernetesResource object) {
    for (int left = MOST_CONFLICTS; ; left--) {
      object.getMetadata().setResourceVersion(null);
      GenericKubernetesResource there = at(kind, object).get();
      try {
        if (there == null) {
          return at(kind, object).create();
        }
        object.getMetadata().setResourceVersion(there.getMetadata().getResourceVersion());
        return at(kind, object).update();
      } catch (KubernetesClientException e) {
        if (e.getCode() != HttpURLConnection.HTTP_CONFLICT || left == 0) {
          throw e;
        }
      }
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
            Kinds.PLACEMENT_RULE,
            Kinds.POLICY_SET,
            Kinds.MANAGED_CLUSTER,
            Kinds.MANAGED_CLUSTER_SET,
            Kinds.MANAGED_CLUSTER_SET_BINDING,
            Kinds.ROLLOUT,
            Kinds.ROLLOUT_CALENDAR,
            Kinds.CLUSTER_ROLLOUT_CALENDAR,
            Kinds.ROLLOUT_NOTIFIER)
        .stream()
        .filter(kind -> kind.getKind().equals(object.getKind()))
        .findFirst()
        .orElse(Kinds.NAMESPACE);
  }

  /** The next fixture may use the same servers: nothing of this one may go on there. */
  private void clear() {
    try {
      run().terminate("the test is over");
    } catch (WorkflowNotFoundException e) {
      LOG.debug("No run is open", e);
    }
    clusters()
        .forEach(
            cluster ->
                client
                    .genericKubernetesResources(Kinds.POLICY)
                    .inNamespace(cluster)
                    .withName(replicaName())
                    .delete());
    deletePolicy();
    client
        .genericKubernetesResources(Kinds.ROLLOUT)
        .inNamespace(namespace())
        .withName("policy-web")
        .delete();
  }

  @Override
  public void close() {
    stop();
    spokes.ifPresent(SpokeFleet::close);
    clear();
    client.close();
    servers.close();
  }
}
