package io.sluice.control.rollout;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.beside.OverrideEntry;
import io.sluice.control.beside.OverrideReconciler;
import io.sluice.hub.beside.EnforcedContents;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.HubClient;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.RequestPool;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.event.EventRecorder;
import io.sluice.hub.read.HubReader;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.replica.ReplicaParser;
import io.sluice.hub.write.RolloutObjects;
import io.sluice.policy.JsonTree;
import io.sluice.policy.PolicyName;
import io.sluice.simulator.api.EmbeddedHub;
import io.sluice.simulator.api.RecordedWrite;
import io.sluice.workflow.PolicyRolloutWorkflow.Ledger;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Serves a hub with one policy and its Rollout, and reconciles the override of that policy. */
public final class OverrideHub implements AutoCloseable {
  static final PolicyName POLICY = new PolicyName("policies", "web");

  public final EmbeddedHub hub = EmbeddedHub.start(0);
  public final KubernetesClient client = HubClient.ofUrl(hub.url());
  private final RequestPool requests = new RequestPool(4);
  private final EventRecorder events = new EventRecorder(client, Clock.systemUTC());

  public OverrideHub() {
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

  void create(ResourceDefinitionContext kind, String yaml) {
    GenericKubernetesResource object =
        client.getKubernetesSerialization().unmarshal(yaml, GenericKubernetesResource.class);
    Object status = object.getAdditionalProperties().get("status");
    GenericKubernetesResource made =
        client.genericKubernetesResources(kind).resource(object).create();
    if (status != null) {
      made.setAdditionalProperty("status", status);
      client.genericKubernetesResources(kind).resource(made).updateStatus();
    }
  }

  /** Binds the policy to these clusters. */
  OverrideHub bound(String... clusters) {
    create(
        Kinds.PLACEMENT_BINDING,
        """
        apiVersion: policy.open-cluster-management.io/v1
        kind: PlacementBinding
        metadata: {name: web, namespace: policies}
        placementRef: {apiGroup: cluster.open-cluster-management.io, kind: Placement, name: fleet}
        subjects: [{apiGroup: policy.open-cluster-management.io, kind: Policy, name: web}]
        """);
    create(
        Kinds.PLACEMENT,
        """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: Placement
        metadata: {name: fleet, namespace: policies}
        spec: {}
        status:
          numberOfSelectedClusters: %d
          decisionGroups: [{decisionGroupIndex: 0, decisionGroupName: "", decisions: [fleet-decision-1], clusterCount: %d}]
        """
            .formatted(clusters.length, clusters.length));
    create(
        Kinds.PLACEMENT_DECISION,
        page("fleet-decision-1", "", "fleet")
            + "status:\n  decisions:\n"
            + List.of(clusters).stream()
                .map("  - {clusterName: %s, reason: ''}\n"::formatted)
                .reduce("", String::concat));
    return this;
  }

  static String page(String name, String labels, String placement) {
    return """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: PlacementDecision
        metadata:
          name: %s
          namespace: policies
          labels: {%scluster.open-cluster-management.io/placement: %s, cluster.open-cluster-management.io/decision-group-index: "0", cluster.open-cluster-management.io/decision-group-name: ""}
        """
        .formatted(name, labels, placement);
  }

  public Resource<GenericKubernetesResource> at(ResourceDefinitionContext kind, String name) {
    return client.genericKubernetesResources(kind).inNamespace("policies").withName(name);
  }

  /** Lists clusters for generation 1, as a run does. */
  public void list(String... clusters) {
    String uid = at(Kinds.PLACEMENT, "sluice-web").get().getMetadata().getUid();
    StringBuilder decisions = new StringBuilder();
    for (String cluster : clusters) {
      decisions.append(
          "  - {clusterName: %s, reason: '%s'}\n"
              .formatted(
                  cluster,
                  new OverrideEntry(cluster, "u1", 1, 1, Instant.parse("2026-02-03T09:00:00Z"))
                      .reason()));
    }
    create(
        Kinds.PLACEMENT_DECISION,
        page("sluice-web-decision-1", "sluice.io/override: policies.web, ", "sluice-web")
            + "  ownerReferences: [{apiVersion: cluster.open-cluster-management.io/v1beta1, kind: Placement, name: sluice-web, uid: %s}]\n"
                .formatted(uid)
            + "status:\n  decisions:\n"
            + decisions);
  }

  /** Returns the clusters that the page of the override lists. */
  public List<String> listed() {
    GenericKubernetesResource page = at(Kinds.PLACEMENT_DECISION, "sluice-web-decision-1").get();
    return page == null
        ? List.of()
        : JsonTree.maps(HubObjects.part(page, "status"), "decisions").stream()
            .map(decision -> String.valueOf(decision.get("clusterName")))
            .toList();
  }

  public void deleteRollout() {
    at(Kinds.ROLLOUT, "policy-web").delete();
  }

  /** Makes another generation of the policy. */
  public void editPolicy() {
    at(Kinds.POLICY, "web")
        .edit(
            policy -> {
              Map<String, Object> spec = new LinkedHashMap<>(HubObjects.part(policy, "spec"));
              spec.put("copyPolicyMetadata", false);
              policy.setAdditionalProperty("spec", spec);
              return policy;
            });
  }

  /** Sets fields of the Rollout's status, as a run does; null removes one. */
  public void status(String field, Object value) {
    GenericKubernetesResource rollout = at(Kinds.ROLLOUT, "policy-web").get();
    Map<String, Object> status = new LinkedHashMap<>(HubObjects.part(rollout, "status"));
    status.put(field, value);
    status.values().removeIf(java.util.Objects::isNull);
    rollout.setAdditionalProperty("status", status);
    client.genericKubernetesResources(Kinds.ROLLOUT).resource(rollout).updateStatus();
  }

  public Map<String, Object> status() {
    return HubObjects.part(at(Kinds.ROLLOUT, "policy-web").get(), "status");
  }

  public PolicyContext context() {
    return PolicyContext.of(HubReader.beside(client, requests).read(POLICY), Instant.now());
  }

  /** Reconciles once, as a process does that has just started. */
  public OverrideResult reconcile(boolean due, Map<String, CachedReplica> replicas) {
    return reconciler(policy -> Optional.empty(), Clock.systemUTC())
        .reconcile(context(), replicas, due);
  }

  public OverrideReconciler reconciler(
      Function<PolicyName, Optional<Ledger>> ledgers, Clock clock) {
    return reconciler(new SoakedClusters(ledgers), clock);
  }

  public OverrideReconciler reconciler(SoakedClusters soaked, Clock clock) {
    return reconciler(soaked, new EnforcedReplicas(), clock);
  }

  public OverrideReconciler reconciler(
      SoakedClusters soaked, EnforcedContents enforced, Clock clock) {
    return new OverrideReconciler(
        client,
        new RolloutObjects(client, clock),
        requests,
        events,
        soaked,
        enforced,
        Duration.ZERO,
        clock);
  }

  public List<String> written() {
    return hub.writes().stream()
        .filter(RecordedWrite::succeeded)
        .filter(write -> !write.resource().equals("events"))
        .map(OverrideHub::label)
        .toList();
  }

  private static String label(RecordedWrite write) {
    return write.verb()
        + " "
        + write.resource()
        + (write.subresource().isEmpty() ? "" : "/" + write.subresource());
  }

  static GenericKubernetesResource replicaObject(String cluster, String action) {
    return Serialization.unmarshal(
        """
        apiVersion: policy.open-cluster-management.io/v1
        kind: Policy
        metadata:
          name: policies.web
          namespace: %s
          uid: r1
          resourceVersion: "1"
          labels: {policy.open-cluster-management.io/root-policy: policies.web}
        spec: {disabled: false, remediationAction: %s, policy-templates: []}
        """
            .formatted(cluster, action),
        GenericKubernetesResource.class);
  }

  public static Map<String, CachedReplica> replica(String cluster, String action) {
    return Map.of(cluster, ReplicaParser.of(replicaObject(cluster, action)).orElseThrow());
  }

  /** Returns the exceptions of the Rollout, as {@code cluster reason}. */
  public List<String> exceptions() {
    List<String> found = new ArrayList<>();
    JsonTree.maps(status(), "exceptions")
        .forEach(issue -> found.add(issue.get("cluster") + " " + issue.get("reason")));
    return found;
  }

  @Override
  public void close() {
    events.close();
    requests.close();
    client.close();
    hub.close();
  }
}
