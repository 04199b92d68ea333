package io.sluice.fault;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.JsonTree;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Holds the objects of a fault suite on the hub: 20 clusters in 5 groups, three staged policies of
 * different strategies, and an unstaged one.
 *
 * <p>Every request is repeated until the hub answers: it may be down for a while.
 */
final class FaultHub {
  static final String NAMESPACE = "faults";
  static final Duration SOAK = Duration.ofSeconds(2);
  static final List<String> STAGED = List.of("window", "groups", "manual");
  static final List<String> POLICIES = List.of("window", "groups", "manual", "plain");
  private static final Duration LONGEST_OUTAGE = Duration.ofMinutes(2);
  private static final String SETTINGS = "minSuccessTime: 2s, progressDeadline: 20m";
  private static final Map<String, String> STRATEGIES =
      Map.of(
          "window",
          "{type: Progressive, progressive: {maxConcurrency: 6, " + SETTINGS + "}}",
          "groups",
          "{type: ProgressivePerGroup, progressivePerGroup: {" + SETTINGS + "}}",
          "manual",
          "{type: manualPerGroup, manualPerGroup: {" + SETTINGS + "}}");

  private final KubernetesClient client;
  private final Map<String, List<String>> groups = new LinkedHashMap<>();

  FaultHub(KubernetesClient client) {
    this.client = client;
    for (int group = 0; group < 5; group++) {
      int first = group * 4 + 1;
      groups.put(
          "g" + (group + 1),
          IntStream.range(first, first + 4).mapToObj("f%02d"::formatted).toList());
    }
  }

  Map<String, List<String>> groups() {
    return groups;
  }

  List<String> clusters() {
    return groups.values().stream().flatMap(List::stream).toList();
  }

  /** Creates everything but the policies. */
  void create() {
    Stream.concat(Stream.of(NAMESPACE), clusters().stream()).forEach(this::namespace);
    for (String cluster : clusters()) {
      apply(
          """
          apiVersion: cluster.open-cluster-management.io/v1
          kind: ManagedCluster
          metadata: {name: %s}
          spec: {hubAcceptsClient: true}
          """
              .formatted(cluster));
      status(
          Kinds.MANAGED_CLUSTER,
          cluster,
          "conditions: [{type: ManagedClusterConditionAvailable, status: 'True', reason: Lease,"
              + " message: ok, lastTransitionTime: '2026-01-01T00:00:00Z'}]");
    }
    apply(
        """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: Placement
        metadata: {name: fleet, namespace: faults}
        spec: {}
        """);
    place(clusters());
    for (String policy : POLICIES) {
      apply(
          """
          apiVersion: policy.open-cluster-management.io/v1
          kind: PlacementBinding
          metadata: {name: %1$s, namespace: faults}
          placementRef: {apiGroup: cluster.open-cluster-management.io, kind: Placement, name: fleet}
          subjects: [{apiGroup: policy.open-cluster-management.io, kind: Policy, name: %1$s}]
          """
              .formatted(policy));
    }
  }

  void namespace(String name) {
    apply("apiVersion: v1\nkind: Namespace\nmetadata: {name: %s}\n".formatted(name));
  }

  /** Publishes decisions that select these clusters. */
  void place(List<String> selected) {
    StringBuilder declared = new StringBuilder();
    int index = 0;
    for (Map.Entry<String, List<String>> group : groups.entrySet()) {
      List<String> members = group.getValue().stream().filter(selected::contains).toList();
      String name = "fleet-decision-" + (index + 1);
      apply(
          """
          apiVersion: cluster.open-cluster-management.io/v1beta1
          kind: PlacementDecision
          metadata:
            name: %s
            namespace: faults
            labels:
              cluster.open-cluster-management.io/placement: fleet
              cluster.open-cluster-management.io/decision-group-index: "%d"
              cluster.open-cluster-management.io/decision-group-name: %s
          """
              .formatted(name, index, group.getKey()));
      String decisions =
          String.join(
              ", ", members.stream().map("{clusterName: %s, reason: ''}"::formatted).toList());
      status(Kinds.PLACEMENT_DECISION, name, "decisions: [%s]".formatted(decisions));
      declared.append(
          "{decisionGroupIndex: %d, decisionGroupName: %s, decisions: [%s], clusterCount: %d}, "
              .formatted(index++, group.getKey(), name, members.size()));
    }
    status(
        Kinds.PLACEMENT,
        "fleet",
        "numberOfSelectedClusters: %d\ndecisionGroups: [%s]"
            .formatted(selected.size(), declared.substring(0, declared.length() - 2)));
  }

  /** Writes all policies; the name identifies their content. */
  void edit(String content) {
    for (String policy : POLICIES) {
      String strategy = STRATEGIES.getOrDefault(policy, "");
      apply(
          """
          apiVersion: policy.open-cluster-management.io/v1
          kind: Policy
          metadata: {name: %1$s, namespace: faults}
          spec:
            disabled: false
            remediationAction: enforce
            policy-templates:
            - objectDefinition:
                apiVersion: policy.open-cluster-management.io/v1
                kind: ConfigurationPolicy
                metadata: {name: %1$s-config}
                spec:
                  remediationAction: inform
                  severity: low
                  object-templates: [{complianceType: musthave, objectDefinition: {apiVersion: v1, kind: ConfigMap, metadata: {name: %1$s, namespace: default}, data: {word: %2$s}}}]
          %3$s
          """
              .formatted(
                  policy, content, strategy.isEmpty() ? "" : "  rolloutStrategy: " + strategy));
    }
  }

  /** Approves all groups of the policy {@code manual}, for all versions. */
  void approve() {
    List<Map<String, Object>> entries =
        groups.keySet().stream()
            .map(group -> Map.<String, Object>of("groupName", group, "rolloutApproved", true))
            .toList();
    retried(() -> rollout("manual").orElseThrow());
    retried(
        () ->
            client
                .genericKubernetesResources(Kinds.ROLLOUT)
                .inNamespace(NAMESPACE)
                .withName("policy-manual")
                .patch(
                    PatchContext.of(PatchType.JSON_MERGE),
                    Serialization.asJson(Map.of("spec", Map.of("decisionGroups", entries)))));
  }

  Optional<GenericKubernetesResource> rollout(String policy) {
    return Optional.ofNullable(
        client
            .genericKubernetesResources(Kinds.ROLLOUT)
            .inNamespace(NAMESPACE)
            .withName("policy-" + policy)
            .get());
  }

  long generation(String policy) {
    return client
        .genericKubernetesResources(Kinds.POLICY)
        .inNamespace(NAMESPACE)
        .withName(policy)
        .get()
        .getMetadata()
        .getGeneration();
  }

  Map<String, Object> status(String policy) {
    return rollout(policy)
        .map(object -> JsonTree.map(object.getAdditionalProperties().get("status")))
        .orElse(Map.of());
  }

  /** Returns all replicas of a policy by their cluster. */
  Map<String, GenericKubernetesResource> replicas(String policy) {
    Map<String, GenericKubernetesResource> replicas = new LinkedHashMap<>();
    client
        .genericKubernetesResources(Kinds.POLICY)
        .inAnyNamespace()
        .withLabel("policy.open-cluster-management.io/root-policy", NAMESPACE + "." + policy)
        .list()
        .getItems()
        .forEach(replica -> replicas.put(replica.getMetadata().getNamespace(), replica));
    return replicas;
  }

  void deletePolicy(String policy) {
    retried(
        () ->
            client
                .genericKubernetesResources(Kinds.POLICY)
                .inNamespace(NAMESPACE)
                .withName(policy)
                .delete());
  }

  void deleteReplica(String cluster, String policy) {
    retried(
        () ->
            client
                .genericKubernetesResources(Kinds.POLICY)
                .inNamespace(cluster)
                .withName(NAMESPACE + "." + policy)
                .delete());
  }

  /** Deletes a cluster's namespace with all that is in it, and makes it anew. */
  void remakeNamespace(String cluster) {
    retried(() -> client.namespaces().withName(cluster).delete());
    await()
        .atMost(LONGEST_OUTAGE)
        .ignoreExceptions()
        .until(() -> client.namespaces().withName(cluster).get() == null);
    namespace(cluster);
  }

  private void status(ResourceDefinitionContext kind, String name, String yaml) {
    String patch = Serialization.asJson(Map.of("status", Serialization.unmarshal(yaml, Map.class)));
    retried(
        () ->
            (kind.isNamespaceScoped()
                    ? client.genericKubernetesResources(kind).inNamespace(NAMESPACE)
                    : client.genericKubernetesResources(kind))
                .withName(name)
                .subresource("status")
                .patch(PatchContext.of(PatchType.JSON_MERGE), patch));
  }

  private void apply(String yaml) {
    retried(() -> client.resource(yaml).fieldManager("faults").forceConflicts().serverSideApply());
  }

  private static <T> T retried(Callable<T> request) {
    return await()
        .atMost(LONGEST_OUTAGE)
        .pollDelay(Duration.ZERO)
        .ignoreExceptions()
        .until(() -> Optional.ofNullable(request.call()), answer -> true)
        .orElse(null);
  }
}
