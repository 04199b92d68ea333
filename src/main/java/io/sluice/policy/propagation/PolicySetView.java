package io.sluice.policy.propagation;

import static java.util.Objects.requireNonNull;

import io.sluice.fleet.ByteOrder;
import io.sluice.policy.JsonTree;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Holds the fields of a PolicySet that Sluice reads (policy-propagation 2.3).
 *
 * @param policies the listed policies, in spec order
 */
public record PolicySetView(
    String namespace, String name, List<String> policies, List<Exclusion> exclusions) {
  public PolicySetView {
    requireNonNull(namespace, "namespace is null");
    requireNonNull(name, "name is null");
    policies = List.copyOf(policies);
    exclusions = List.copyOf(exclusions);
  }

  /** Excludes clusters for one policy of the set. */
  public record Exclusion(String policy, List<String> clusters) {
    public Exclusion {
      requireNonNull(policy, "policy is null");
      clusters = List.copyOf(clusters);
    }
  }

  /** Parses the whole object. */
  public static PolicySetView of(Map<String, Object> set) {
    Map<String, Object> metadata = JsonTree.map(set, "metadata");
    Map<String, Object> spec = JsonTree.map(set, "spec");
    return new PolicySetView(
        JsonTree.text(metadata, "namespace").orElse(""),
        JsonTree.text(metadata, "name").orElse(""),
        JsonTree.texts(spec, "policies"),
        JsonTree.maps(spec, "exclusions").stream()
            .map(
                exclusion ->
                    new Exclusion(
                        JsonTree.text(exclusion, "policyName").orElse(""),
                        JsonTree.texts(exclusion, "clusterNames")))
            .toList());
  }

  public boolean lists(String policy) {
    return policies.contains(policy);
  }

  /** Returns the clusters that this set excludes for the policy, sorted. */
  public Set<String> excluded(String policy) {
    Set<String> clusters = new TreeSet<>(ByteOrder.NAMES);
    exclusions.stream()
        .filter(exclusion -> exclusion.policy().equals(policy))
        .forEach(exclusion -> clusters.addAll(exclusion.clusters()));
    return clusters;
  }
}
