package io.sluice.demo;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.JsonTree;
import io.sluice.policy.PolicyApi;
import io.sluice.policy.PolicyName;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Holds what OCM's propagator has made of a policy: which clusters have a replica, which of them
 * enforce, and what they report.
 */
final class PropagatedReplicas {
  private final Map<String, State> byCluster;

  private PropagatedReplicas(Map<String, State> byCluster) {
    this.byCluster = byCluster;
  }

  /** Holds the replica of one cluster; {@code compliant} is empty until it has reported. */
  private record State(boolean enforced, String compliant) {}

  static PropagatedReplicas read(KubernetesClient hub, PolicyName policy) {
    Map<String, State> found = new TreeMap<>();
    hub.genericKubernetesResources(Kinds.POLICY)
        .inAnyNamespace()
        .withLabel(PolicyApi.ROOT_POLICY, policy.replicaName())
        .list()
        .getItems()
        .forEach(
            replica ->
                found.put(
                    replica.getMetadata().getNamespace(),
                    new State(
                        JsonTree.text(HubObjects.part(replica, "spec"), "remediationAction")
                            .filter("enforce"::equalsIgnoreCase)
                            .isPresent(),
                        JsonTree.text(HubObjects.part(replica, "status"), "compliant")
                            .orElse(""))));
    return new PropagatedReplicas(found);
  }

  /** Returns whether each of these clusters has a replica and has reported. */
  boolean reportedBy(Set<String> clusters) {
    return clusters.stream()
        .allMatch(
            cluster ->
                byCluster.containsKey(cluster) && !byCluster.get(cluster).compliant().isEmpty());
  }

  int count() {
    return byCluster.size();
  }

  /** Returns how many clusters report that they comply. */
  long compliant() {
    return byCluster.values().stream()
        .filter(state -> state.compliant().equals("Compliant"))
        .count();
  }

  /** Formats how many of them enforce, and how many inform. */
  String actions() {
    int enforced = enforced().size();
    if (enforced == 0 || enforced == count()) {
      return enforced == 0 ? "as inform" : "as enforce";
    }
    return "%d as enforce and %d as inform".formatted(enforced, count() - enforced);
  }

  Set<String> clusters() {
    return byCluster.keySet();
  }

  Set<String> enforced() {
    return byCluster.keySet().stream()
        .filter(cluster -> byCluster.get(cluster).enforced())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * Formats where the policy is enforced now.
   *
   * @param labels the label of each cluster's group, in rollout order
   */
  String enforcedNow(Map<String, String> labels) {
    Set<String> enforced = enforced();
    if (enforced.isEmpty()) {
      return "Enforced now: no cluster of %d; they inform.".formatted(count());
    }
    List<String> groups =
        labels.values().stream()
            .distinct()
            .flatMap(label -> PropagatedReplicas.part(label, labels, enforced).stream())
            .toList();
    return enforced.size() == count()
        ? "Enforced now: all %d clusters.".formatted(count())
        : "Enforced now: %d of %d clusters: %s."
            .formatted(enforced.size(), count(), String.join(", ", groups));
  }

  private static List<String> part(String label, Map<String, String> labels, Set<String> enforced) {
    List<String> members =
        labels.keySet().stream().filter(cluster -> labels.get(cluster).equals(label)).toList();
    long there = members.stream().filter(enforced::contains).count();
    if (there == 0) {
      return List.of();
    }
    return List.of(
        there == members.size()
            ? "%s %d".formatted(label, there)
            : "%s %d of %d".formatted(label, there, members.size()));
  }
}
