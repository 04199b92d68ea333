package io.sluice.demo;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.gate.GateLabels;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.JsonTree;
import io.sluice.policy.PolicyApi;
import io.sluice.policy.PolicyName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
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

  /**
   * Holds the replica of one cluster.
   *
   * @param compliant empty until it has reported
   * @param held whether the API server has put back what was written
   */
  private record State(
      Map<String, Object> spec, boolean enforced, String compliant, boolean held) {}

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
                        HubObjects.part(replica, "spec"),
                        JsonTree.text(HubObjects.part(replica, "spec"), "remediationAction")
                            .filter("enforce"::equalsIgnoreCase)
                            .isPresent(),
                        JsonTree.text(HubObjects.part(replica, "status"), "compliant").orElse(""),
                        GateLabels.of(HubObjects.labels(replica)).held())));
    return new PropagatedReplicas(found);
  }

  /** Returns whether each of these clusters has a replica and has reported. */
  boolean reportedBy(Set<String> clusters) {
    return clusters.stream()
        .allMatch(
            cluster ->
                byCluster.containsKey(cluster) && !byCluster.get(cluster).compliant().isEmpty());
  }

  /** Returns whether a change of each of these clusters was held. */
  boolean heldOf(Set<String> clusters) {
    return clusters.stream()
        .allMatch(cluster -> byCluster.containsKey(cluster) && byCluster.get(cluster).held());
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
    return clusters(State::enforced);
  }

  private Set<String> clusters(Predicate<State> wanted) {
    return byCluster.keySet().stream()
        .filter(cluster -> wanted.test(byCluster.get(cluster)))
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
    return enforced.size() == count()
        ? "Enforced now: all %d clusters.".formatted(count())
        : "Enforced now: %d of %d clusters: %s."
            .formatted(enforced.size(), count(), groups(enforced, labels));
  }

  /**
   * Formats which version is enforced where now.
   *
   * @param labels the label of each cluster's group, in rollout order
   * @param versions the content of each generation, in the order in which they are named
   */
  String generationsNow(Map<String, String> labels, Map<Long, Map<String, Object>> versions) {
    List<String> parts = new ArrayList<>();
    versions.forEach(
        (generation, spec) -> {
          Set<String> clusters = clusters(state -> state.enforced() && state.spec().equals(spec));
          if (!clusters.isEmpty()) {
            parts.add(
                "generation %d on %s"
                    .formatted(
                        generation,
                        clusters.size() == labels.size()
                            ? "all %d clusters".formatted(labels.size())
                            : groups(clusters, labels)));
          }
        });
    return "Enforced now: %s."
        .formatted(parts.isEmpty() ? "on no cluster" : String.join("; ", parts));
  }

  private static String groups(Set<String> clusters, Map<String, String> labels) {
    return labels.values().stream()
        .distinct()
        .flatMap(label -> part(label, labels, clusters).stream())
        .collect(Collectors.joining(", "));
  }

  private static List<String> part(String label, Map<String, String> labels, Set<String> clusters) {
    List<String> members =
        labels.keySet().stream().filter(cluster -> labels.get(cluster).equals(label)).toList();
    long there = members.stream().filter(clusters::contains).count();
    if (there == 0) {
      return List.of();
    }
    return List.of(
        there == members.size()
            ? "%s %d".formatted(label, there)
            : "%s %d of %d".formatted(label, there, members.size()));
  }
}
