package io.sluice.policy.propagation;

import io.sluice.fleet.ByteOrder;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Resolves one binding for one policy: the ways by which it binds the policy, and the clusters that
 * it selects (policy-propagation 5.1 and 6).
 *
 * @param placementExists whether the placement of the binding exists
 * @param decided the clusters in the placement's decisions
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
   * @param policySet the set on the way; empty for a direct subject
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
      SortedSet<String> excluded = new TreeSet<>(ByteOrder.NAMES);
      set.excluded(policy).stream().filter(decided::contains).forEach(excluded::add);
      return new Way(Optional.of(set.name()), excluded);
    }
  }

  public String name() {
    return binding.name();
  }

  /** Returns the clusters that at least one way does not exclude. */
  SortedSet<String> selected() {
    if (!excludesAny()) {
      return decided;
    }
    SortedSet<String> selected = new TreeSet<>(ByteOrder.NAMES);
    decided.stream().filter(this::selects).forEach(selected::add);
    return Collections.unmodifiableSortedSet(selected);
  }

  /** True when every way excludes some cluster. */
  boolean excludesAny() {
    return ways.stream().noneMatch(way -> way.excluded().isEmpty());
  }

  /** True when at least one way does not exclude the cluster. */
  public boolean selects(String cluster) {
    return decided.contains(cluster)
        && ways.stream().anyMatch(way -> !way.excluded().contains(cluster));
  }

  /** True when the placement decided on the cluster, but every way excludes it. */
  public boolean excludes(String cluster) {
    return excludesAny() && decided.contains(cluster) && !selects(cluster);
  }
}
