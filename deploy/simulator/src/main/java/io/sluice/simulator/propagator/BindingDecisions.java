package io.sluice.simulator.propagator;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Holds what one binding does to one policy (policy-propagation 5 and 6).
 *
 * @param direct whether the policy itself is a subject
 * @param sets the bound sets that list the policy
 * @param decided the clusters of the placement
 * @param placementExists whether the placement itself is there
 */
record BindingDecisions(
    PolicyBinding binding,
    String policy,
    boolean direct,
    List<PolicySetMembers> sets,
    SortedSet<String> decided,
    boolean placementExists) {

  boolean concernsPolicy() {
    return direct || !sets.isEmpty();
  }

  /** Returns whether the policy is on that cluster by this binding: exclusions are left out. */
  boolean selects(String cluster) {
    return decided.contains(cluster)
        && (direct || sets.stream().anyMatch(set -> !set.excluded(policy).contains(cluster)));
  }

  boolean excludes(String cluster) {
    return decided.contains(cluster) && !selects(cluster);
  }

  /** Formats the entries in {@code status.placement}: one for each way to the policy. */
  List<Map<String, Object>> entries() {
    List<Map<String, Object>> entries = new ArrayList<>();
    if (direct) {
      entries.add(entry());
    }
    for (PolicySetMembers set : sets) {
      Map<String, Object> entry = entry();
      entry.put("policySet", set.name());
      Set<String> excluded = new TreeSet<>(set.excluded(policy));
      excluded.retainAll(decided);
      if (!excluded.isEmpty()) {
        entry.put(
            "exclusions", excluded.stream().map(name -> Map.of("clusterName", name)).toList());
      }
      entries.add(entry);
    }
    return entries;
  }

  private Map<String, Object> entry() {
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("placementBinding", binding.name());
    if (placementExists) {
      boolean rule = binding.kind().filter(PolicyBinding.RULE::equals).isPresent();
      entry.put(rule ? "placementRule" : "placement", binding.placement());
    }
    return entry;
  }
}
