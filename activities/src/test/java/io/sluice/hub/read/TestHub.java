package io.sluice.hub.read;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.hub.client.HubClient;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.RequestPool;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.JsonTree;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicyVersion;
import io.sluice.simulator.api.EmbeddedHub;
import io.sluice.workflow.AttemptRef;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs an embedded hub with a policy, its placement and some clusters. */
public final class TestHub implements AutoCloseable {
  public static final PolicyName POLICY = new PolicyName("retail", "tls");
  public static final Instant NOW = Instant.parse("2026-02-03T10:00:00Z");

  private static final Map<String, ResourceDefinitionContext> KINDS =
      Stream.of(
              Kinds.POLICY,
              Kinds.PLACEMENT_BINDING,
              Kinds.PLACEMENT,
              Kinds.PLACEMENT_DECISION,
              Kinds.ROLLOUT,
              Kinds.MANAGED_CLUSTER)
          .collect(Collectors.toMap(ResourceDefinitionContext::getKind, kind -> kind));

  public final EmbeddedHub hub = EmbeddedHub.start(0);
  public final KubernetesClient client = HubClient.ofUrl(hub.url());

  public TestHub() {
    namespace(POLICY.namespace());
  }

  public void namespace(String name) {
    client
        .resource(new NamespaceBuilder().withNewMetadata().withName(name).endMetadata().build())
        .create();
  }

  /** A policy with one template, enforced, rolled out group by group. */
  public GenericKubernetesResource policy(String marker) {
    return create(
        """
        apiVersion: policy.open-cluster-management.io/v1
        kind: Policy
        metadata: {name: tls, namespace: retail, annotations: {policy.open-cluster-management.io/version: "7"}}
        spec:
          disabled: false
          remediationAction: enforce
          rolloutStrategy: {type: ProgressivePerGroup}
          policy-templates:
          - objectDefinition:
              apiVersion: policy.open-cluster-management.io/v1
              kind: ConfigurationPolicy
              metadata: {name: tls-config}
              spec: {marker: %s}
        """
            .formatted(marker));
  }

  /** The UID of another policy on the hub. */
  public String uidOfAnotherPolicy() {
    return create(
            """
            apiVersion: policy.open-cluster-management.io/v1
            kind: Policy
            metadata: {name: other, namespace: retail}
            spec: {disabled: false, policy-templates: []}
            """)
        .getMetadata()
        .getUid();
  }

  /** Clusters in one group "dev" of the placement "fleet", bound to the policy. */
  public void fleet(String... clusters) {
    create(
        """
        apiVersion: policy.open-cluster-management.io/v1
        kind: PlacementBinding
        metadata: {name: fleet, namespace: retail}
        placementRef: {apiGroup: cluster.open-cluster-management.io, kind: Placement, name: fleet}
        subjects: [{apiGroup: policy.open-cluster-management.io, kind: Policy, name: tls}]
        """);
    create(
        """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: Placement
        metadata: {name: fleet, namespace: retail}
        spec: {}
        status:
          numberOfSelectedClusters: %d
          decisionGroups:
          - {decisionGroupIndex: 0, decisionGroupName: dev, decisions: [fleet-decision-1], clusterCount: %d}
          conditions: [{type: PlacementSatisfied, status: "True", reason: x, message: x, lastTransitionTime: "2026-02-03T09:00:00Z", observedGeneration: 1}]
        """
            .formatted(clusters.length, clusters.length));
    String decisions =
        Stream.of(clusters)
            .map("{clusterName: %s, reason: ''}"::formatted)
            .collect(Collectors.joining(", "));
    create(
        """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: PlacementDecision
        metadata:
          name: fleet-decision-1
          namespace: retail
          labels:
            cluster.open-cluster-management.io/placement: fleet
            cluster.open-cluster-management.io/decision-group-name: dev
            cluster.open-cluster-management.io/decision-group-index: "0"
        status: {decisions: [%s]}
        """
            .formatted(decisions));
    for (String cluster : clusters) {
      cluster(cluster, true);
    }
  }

  public void cluster(String name, boolean available) {
    namespace(name);
    create(
        """
        apiVersion: cluster.open-cluster-management.io/v1
        kind: ManagedCluster
        metadata: {name: %s}
        spec: {hubAcceptsClient: true}
        status:
          conditions: [{type: ManagedClusterConditionAvailable, status: "%s", reason: x, message: x, lastTransitionTime: "2026-02-03T09:00:00Z"}]
        """
            .formatted(name, available ? "True" : "Unknown"));
  }

  /** Takes a cluster of {@link #fleet} out of the decisions. */
  public void unselect(String cluster) {
    GenericKubernetesResource decision =
        get(Kinds.PLACEMENT_DECISION, POLICY.namespace(), "fleet-decision-1");
    List<Map<String, Object>> left =
        JsonTree.maps(HubObjects.part(decision, "status"), "decisions").stream()
            .filter(entry -> !cluster.equals(entry.get("clusterName")))
            .toList();
    decision.setAdditionalProperty("status", Map.of("decisions", left));
    updateStatus(decision);
    GenericKubernetesResource placement = get(Kinds.PLACEMENT, POLICY.namespace(), "fleet");
    Map<String, Object> status = HubObjects.part(placement, "status");
    status.put("numberOfSelectedClusters", left.size());
    Map<String, Object> group = new HashMap<>(JsonTree.maps(status, "decisionGroups").get(0));
    group.put("clusterCount", left.size());
    status.put("decisionGroups", List.of(group));
    placement.setAdditionalProperty("status", status);
    updateStatus(placement);
  }

  /** Deletes the namespace of a cluster. */
  public void detach(String cluster) {
    client.namespaces().withName(cluster).delete();
  }

  /** Makes a cluster of {@link #fleet} unreachable. */
  public void disconnect(String cluster) {
    GenericKubernetesResource object = get(Kinds.MANAGED_CLUSTER, "", cluster);
    object.setAdditionalProperty(
        "status",
        Map.of(
            "conditions",
            List.of(Map.of("type", "ManagedClusterConditionAvailable", "status", "Unknown"))));
    updateStatus(object);
  }

  public GenericKubernetesResource create(String yaml) {
    GenericKubernetesResource object =
        client.getKubernetesSerialization().unmarshal(yaml, GenericKubernetesResource.class);
    Object status = object.getAdditionalProperties().remove("status");
    GenericKubernetesResource made = at(object).create();
    if (status == null) {
      return made;
    }
    made.setAdditionalProperty("status", status);
    return at(made).updateStatus();
  }

  /** Writes the object with the resourceVersion that it has. */
  public GenericKubernetesResource update(GenericKubernetesResource object) {
    return at(object).update();
  }

  GenericKubernetesResource updateStatus(GenericKubernetesResource object) {
    return at(object).updateStatus();
  }

  public void delete(GenericKubernetesResource object) {
    at(object).delete();
  }

  private Resource<GenericKubernetesResource> at(GenericKubernetesResource object) {
    ResourceDefinitionContext kind = KINDS.get(object.getKind());
    return kind.isNamespaceScoped()
        ? client
            .genericKubernetesResources(kind)
            .inNamespace(object.getMetadata().getNamespace())
            .resource(object)
        : client.genericKubernetesResources(kind).resource(object);
  }

  public GenericKubernetesResource get(
      ResourceDefinitionContext kind, String namespace, String name) {
    return kind.isNamespaceScoped()
        ? client.genericKubernetesResources(kind).inNamespace(namespace).withName(name).get()
        : client.genericKubernetesResources(kind).withName(name).get();
  }

  public GenericKubernetesResource replica(String cluster) {
    return get(Kinds.POLICY, cluster, POLICY.replicaName());
  }

  /** Writes a report of the cluster's spoke on the one template. */
  public void report(String cluster, String compliant, String eventName, Instant at) {
    GenericKubernetesResource replica = replica(cluster);
    replica.setAdditionalProperty(
        "status",
        Map.of(
            "compliant",
            compliant,
            "details",
            List.of(
                Map.of(
                    "templateMeta",
                    Map.of("name", "tls-config"),
                    "compliant",
                    compliant,
                    "history",
                    List.of(
                        Map.of(
                            "eventName",
                            eventName,
                            "lastTimestamp",
                            at.toString(),
                            "message",
                            compliant))))));
    updateStatus(replica);
  }

  /** Counts the content writes of replicas since requests were last forgotten. */
  public long contentWrites() {
    return hub.writes().stream()
        .filter(write -> write.resource().startsWith("policies"))
        .filter(write -> write.subresource().isEmpty() && write.succeeded())
        .count();
  }

  public RootPolicy root() {
    return RootPolicy.of(get(Kinds.POLICY, POLICY.namespace(), POLICY.name()));
  }

  /** An attempt for the policy as it is now. */
  public AttemptRef attempt(String uid, long number) {
    PolicyContext context =
        PolicyContext.of(new HubReader(client, new RequestPool(2)).read(POLICY), NOW);
    PolicyVersion version = context.version().orElseThrow();
    return new AttemptRef(POLICY, uid, number, version, context.strategy().hash(), false);
  }

  @Override
  public void close() {
    client.close();
    hub.close();
  }
}
