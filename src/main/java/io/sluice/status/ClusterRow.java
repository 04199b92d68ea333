package io.sluice.status;

import static java.util.Objects.requireNonNull;

import io.sluice.fleet.ClusterStatus;
import io.sluice.policy.Compliance;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Holds the status of one cluster: an element of a root's {@code status.status} (policy-propagation
 * 9.1).
 *
 * @param compliant what the cluster reports of the version that it has; empty when unknown
 * @param rolloutStatus its status in the rollout; empty when the policy is not staged
 * @param remainingBindings other bindings that select a cluster which a set excludes
 */
public record ClusterRow(
    String cluster,
    Optional<Compliance> compliant,
    Optional<ClusterStatus> rolloutStatus,
    List<String> remainingBindings) {
  public ClusterRow {
    requireNonNull(cluster, "cluster is null");
    requireNonNull(compliant, "compliant is null");
    requireNonNull(rolloutStatus, "rolloutStatus is null");
    remainingBindings = List.copyOf(remainingBindings);
  }

  Map<String, Object> toTree() {
    Map<String, Object> tree = new LinkedHashMap<>();
    compliant.ifPresent(compliance -> tree.put("compliant", compliance.label()));
    tree.put("clustername", cluster);
    tree.put("clusternamespace", cluster);
    rolloutStatus.ifPresent(status -> tree.put("rolloutStatus", status.label()));
    if (!remainingBindings.isEmpty()) {
      tree.put(
          "remainingBindings",
          remainingBindings.stream().map(name -> Map.of("placementBinding", name)).toList());
    }
    return tree;
  }
}
