package io.sluice.propagation;

import io.sluice.fleet.ByteOrder;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Follows one binding to one policy: the ways on which it reaches it, and the clusters that it
 * selects for it (policy-propagation 5.1 and 6).
 *
 * @param placementExists whether the placement that the binding names is there
 * @param decided the clusters that the placement decided on
 * @param ways at least one: directly, through sets, or both
 */
public record BoundBinding(
    BindingView binding, boolean placementExists, SortedSet<String> decided, List<Way> ways) {
  public BoundBinding {
    decided = Collections.unmodifiableSortedSet(decided);
    ways = List.copyOf(ways);
  }

  /**
   * One way from a binding to a policy.
   *
   * @param policySet the set it goes through; empty for the direct way
   * @param excluded decided clusters that the set excludes for the policy
   */
  public record Way(Optional<String> policySet, SortedSet<String> excluded) {
    public Way {
      excluded = Collections.unmodifiableSortedSet(excluded);
    }

    static Way direct() {
      return new Way(Optional.empty(), new TreeSet<>(ByteOrder.NAMES));
    }

    static Way through(PolicySetView set, String policy, SortedSet<String> decided) {
      SortedSet<String> excluded = new TreeSet<>(decided);
      excluded.retainAll(set.excluded(policy));
      return new Way(Optional.of(set.name()), excluded);
    }
  }

  public String name() {
    return binding.name();
  }

  /** True when some way brings the policy to the cluster: one that does not exclude it. */
  public boolean selects(String cluster) {
    return decided.contains(cluster)
        && ways.stream().anyMatch(way -> !way.excluded().contains(cluster));
  }

  /** True when the cluster is decided on, but every way excludes it. */
  public boolean excludes(String cluster) {
    return decided.contains(cluster) && !selects(cluster);
  }
}
