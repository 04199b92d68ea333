package io.sluice.schedule;

import static java.util.Objects.requireNonNull;

import io.sluice.fleet.LabelSelector;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Holds the windows and freezes of a RolloutCalendar, or of a ClusterRolloutCalendar (between-waves
 * 2).
 *
 * @param name empty: the Rollout's own
 * @param clusterScoped whether it binds Rollouts that do not name it
 * @param namespaceSelector of a ClusterRolloutCalendar; absent: all namespaces
 * @param policySelector of a ClusterRolloutCalendar; absent: all policies
 */
public record RolloutCalendar(
    String name,
    boolean clusterScoped,
    List<WindowRule> windows,
    List<FreezeRule> freezes,
    Optional<LabelSelector> namespaceSelector,
    Optional<LabelSelector> policySelector) {
  public RolloutCalendar {
    requireNonNull(name, "name is null");
    windows = List.copyOf(windows);
    freezes = List.copyOf(freezes);
    requireNonNull(namespaceSelector, "namespaceSelector is null");
    requireNonNull(policySelector, "policySelector is null");
  }

  /** Holds a calendar of a namespace. */
  public RolloutCalendar(String name, List<WindowRule> windows, List<FreezeRule> freezes) {
    this(name, false, windows, freezes, Optional.empty(), Optional.empty());
  }

  /** Returns whether a rule selects clusters by their labels. */
  public boolean selects() {
    return Stream.concat(
            windows.stream().map(WindowRule::scope), freezes.stream().map(FreezeRule::scope))
        .anyMatch(scope -> scope.clusterSelector().isPresent());
  }

  /** Returns whether it binds the Rollout of a policy, whether that names it or not. */
  public boolean binds(Map<String, String> namespaceLabels, Map<String, String> policyLabels) {
    return clusterScoped
        && namespaceSelector.map(selector -> selector.matches(namespaceLabels)).orElse(true)
        && policySelector.map(selector -> selector.matches(policyLabels)).orElse(true);
  }
}
