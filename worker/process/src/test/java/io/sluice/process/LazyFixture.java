package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.JsonTree;
import io.sluice.policy.PolicyApi;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.awaitility.core.ThrowingRunnable;

/**
 * Edits how the policy {@code web} is placed, and shows what of it is active and pending
 * (lazy-activation 4).
 */
final class LazyFixture {
  static final String LAZY = "policy.open-cluster-management.io/activation-preference: Lazy";
  static final String FLEET = placementRef("Placement", "fleet");

  private static final Duration UNCHANGED = Duration.ofMillis(1500);

  private final RolloutFixture rollout;

  LazyFixture(RolloutFixture rollout) {
    this.rollout = rollout;
  }

  static String placementRef(String kind, String name) {
    String group = kind.equals("Placement") ? "cluster" : "apps";
    return "placementRef: {apiGroup: %s.open-cluster-management.io, kind: %s, name: %s}"
        .formatted(group, kind, name);
  }

  /** Writes a placement, and then its decisions, as its controller does. */
  LazyFixture placement(String name, String set, String... clusters) {
    String placement =
        """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: Placement
        metadata: {name: %s, namespace: NAMESPACE}
        spec: {clusterSets: [%s]}
        """
            .formatted(name, set);
    long generation = HubObjects.generation(rollout.apply(placement, false));
    rollout.apply(
        """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: PlacementDecision
        metadata:
          name: %1$s-decision-1
          namespace: NAMESPACE
          labels:
            cluster.open-cluster-management.io/placement: %1$s
            cluster.open-cluster-management.io/decision-group-index: "0"
            cluster.open-cluster-management.io/decision-group-name: ""
        status: {decisions: [%2$s]}
        """
            .formatted(name, decisions(clusters)),
        true);
    rollout.apply(
        placement
            + """
            status:
              numberOfSelectedClusters: %1$d
              conditions: [{type: PlacementSatisfied, status: "True", reason: AllDecisionsScheduled, message: ok, lastTransitionTime: "2026-01-01T00:00:00Z", observedGeneration: %3$d}]
              decisionGroups: [{decisionGroupIndex: 0, decisionGroupName: "", decisions: [%2$s-decision-1], clusterCount: %1$d}]
            """
                .formatted(clusters.length, name, generation),
        true);
    return this;
  }

  /** Writes a placement of older hubs. */
  LazyFixture rule(String name, String... clusters) {
    rollout.apply(
        """
        apiVersion: apps.open-cluster-management.io/v1
        kind: PlacementRule
        metadata: {name: %s, namespace: NAMESPACE}
        spec: {clusterReplicas: %d}
        status: {decisions: [%s]}
        """
            .formatted(
                name,
                clusters.length,
                Arrays.stream(clusters)
                    .map("{clusterName: %1$s, clusterNamespace: %1$s}"::formatted)
                    .collect(Collectors.joining(", "))),
        true);
    return this;
  }

  private static String decisions(String... clusters) {
    return Arrays.stream(clusters)
        .map("{clusterName: %s, reason: ''}"::formatted)
        .collect(Collectors.joining(", "));
  }

  /**
   * Writes a lazy binding.
   *
   * @param subjects as {@code Policy web}
   */
  LazyFixture bind(String name, String fields, String... subjects) {
    return bind(name, LAZY, fields, subjects);
  }

  /** Writes a binding with these annotations. */
  LazyFixture bind(String name, String annotations, String fields, String[] subjects) {
    rollout.apply(
        """
        apiVersion: policy.open-cluster-management.io/v1
        kind: PlacementBinding
        metadata: {name: %s, namespace: NAMESPACE, annotations: {%s}}
        subjects: [%s]
        %s
        """
            .formatted(
                name,
                annotations,
                Arrays.stream(subjects)
                    .map(subject -> subject.split(" "))
                    .map(
                        subject ->
                            "{apiGroup: policy.open-cluster-management.io, kind: %s, name: %s}"
                                .formatted(subject[0], subject[1]))
                    .collect(Collectors.joining(", ")),
                fields),
        false);
    return this;
  }

  LazyFixture set(String name, String spec) {
    rollout.apply(
        """
        apiVersion: policy.open-cluster-management.io/v1beta1
        kind: PolicySet
        metadata: {name: %s, namespace: NAMESPACE}
        spec: %s
        """
            .formatted(name, spec),
        false);
    return this;
  }

  LazyFixture delete(ResourceDefinitionContext kind, String name) {
    rollout
        .client()
        .genericKubernetesResources(kind)
        .inNamespace(rollout.namespace())
        .withName(name)
        .delete();
    return this;
  }

  /** Has the hub manage a cluster no more. */
  void vanish(String cluster) {
    rollout.client().genericKubernetesResources(Kinds.MANAGED_CLUSTER).withName(cluster).delete();
  }

  /** Returns the clusters that have a replica. */
  Set<String> replicas() {
    return rollout
        .client()
        .genericKubernetesResources(Kinds.POLICY)
        .inAnyNamespace()
        .withLabel(PolicyApi.ROOT_POLICY, rollout.replicaName())
        .list()
        .getItems()
        .stream()
        .map(replica -> replica.getMetadata().getNamespace())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  Map<String, Object> activation() {
    return JsonTree.map(rollout.status(), "activation");
  }

  Map<String, Object> pending() {
    return JsonTree.map(activation(), "pending");
  }

  /** Returns the condition that shows what waits, as {@code False PendingPolicyChange}. */
  String condition() {
    return part("status") + " " + part("reason");
  }

  String message() {
    return part("message");
  }

  private String part(String field) {
    return JsonTree.maps(rollout.status(), "conditions").stream()
        .filter(condition -> "Activated".equals(condition.get("type")))
        .map(condition -> String.valueOf(condition.get(field)))
        .findFirst()
        .orElse("");
  }

  /** Waits until just this waits, for the clusters that are named after it. */
  void awaitPending(String changes, Object... addedChangedLeft) {
    soon(
        () -> {
          assertThat(String.join(" ", JsonTree.texts(pending(), "changes"))).isEqualTo(changes);
          assertThat(
                  List.of(
                      pending().get("clustersToAdd"),
                      pending().get("clustersToChange"),
                      pending().get("clustersToRemove")))
              .containsExactly(addedChangedLeft);
          assertThat(condition()).isEqualTo("False PendingPolicyChange");
        });
  }

  void awaitNothingPending() {
    soon(
        () -> {
          assertThat(condition()).isEqualTo("True UpToDate");
          assertThat(pending()).isEmpty();
        });
  }

  /** Waits until just these clusters have a replica, all with that content. */
  void awaitReplicas(String content, String... clusters) {
    soon(
        () -> {
          assertThat(replicas()).containsExactly(clusters);
          for (String cluster : clusters) {
            assertThat(rollout.content(cluster)).as(cluster).isEqualTo(content);
          }
        });
  }

  /** Looks for a while: just these clusters have a replica. */
  void keeps(String... clusters) {
    Patience.await()
        .during(UNCHANGED)
        .untilAsserted(() -> assertThat(replicas()).containsExactly(clusters));
  }

  /** Returns the notes of the Events with that reason on that object. */
  List<String> events(String object, String reason) {
    return rollout
        .client()
        .genericKubernetesResources(Kinds.EVENT)
        .inNamespace(rollout.namespace())
        .list()
        .getItems()
        .stream()
        .filter(event -> object.equals(about(event)))
        .map(GenericKubernetesResource::getAdditionalProperties)
        .filter(event -> reason.equals(event.get("reason")))
        .map(event -> String.valueOf(event.get("note")))
        .toList();
  }

  private static String about(GenericKubernetesResource event) {
    Map<String, Object> object = HubObjects.part(event, "regarding");
    return object.get("kind") + "/" + object.get("name");
  }

  static void soon(ThrowingRunnable seen) {
    Patience.await().pollInterval(Duration.ofMillis(30)).untilAsserted(seen);
  }
}
