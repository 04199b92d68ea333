package io.sluice.schedule;

import static java.util.Objects.requireNonNull;

import io.sluice.fleet.GroupKey;
import io.sluice.fleet.LabelSelector;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Says which clusters a rule covers: those that both match; what is absent matches all
 * (between-waves C1).
 *
 * @param groups names of decision groups
 * @param clusterSelector selects by the labels of the ManagedCluster
 */
public record RuleScope(Optional<List<String>> groups, Optional<LabelSelector> clusterSelector) {
  /** Covers every cluster. */
  public static final RuleScope ALL = new RuleScope(Optional.empty(), Optional.empty());

  /** The name of groups without one. */
  public static final String UNGROUPED = "ungrouped";

  public RuleScope {
    groups = groups.map(List::copyOf);
    requireNonNull(clusterSelector, "clusterSelector is null");
  }

  /** Returns the name by which rules name a group. */
  public static String nameOf(GroupKey group) {
    return group.named() ? group.name() : UNGROUPED;
  }

  /** Returns whether clusters of a group, with these labels, are covered. */
  public boolean covers(String group, Map<String, String> labels) {
    return groups.map(names -> names.contains(group)).orElse(true)
        && clusterSelector.map(selector -> selector.matches(labels)).orElse(true);
  }
}
