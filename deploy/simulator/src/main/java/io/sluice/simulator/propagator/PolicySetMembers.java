package io.sluice.simulator.propagator;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.simulator.tree.ObjectTree;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Holds the policies of a PolicySet, and the clusters that it excludes for each. */
record PolicySetMembers(String name, List<String> policies, List<Map<String, Object>> exclusions) {

  static PolicySetMembers of(GenericKubernetesResource set) {
    Map<String, Object> spec = PolicyObject.spec(set);
    return new PolicySetMembers(
        set.getMetadata().getName(),
        ObjectTree.texts(spec.get("policies")),
        ObjectTree.maps(spec.get("exclusions")).toList());
  }

  /** Returns the clusters that the set excludes for a policy. */
  Set<String> excluded(String policy) {
    Set<String> clusters = new TreeSet<>();
    exclusions.stream()
        .filter(exclusion -> policy.equals(exclusion.get("policyName")))
        .forEach(exclusion -> clusters.addAll(ObjectTree.texts(exclusion.get("clusterNames"))));
    return clusters;
  }
}
