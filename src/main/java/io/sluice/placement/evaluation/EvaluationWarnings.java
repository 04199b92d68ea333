package io.sluice.placement.evaluation;

import io.sluice.fleet.ByteOrder;
import io.sluice.fleet.DecisionGroup;
import io.sluice.placement.GroupStrategy;
import io.sluice.placement.GroupedClusters;
import io.sluice.placement.ManagedCluster;
import io.sluice.placement.PublishedDecision;
import io.sluice.placement.selection.ScheduleResult;
import io.sluice.placement.selection.SelectionStage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds what is legal but probably not meant: the warnings of an evaluation (placement 7). */
final class EvaluationWarnings {
  private static final String ENTRY = "spec.decisionStrategy.groupStrategy.decisionGroups[%d] (%s)";

  private final GroupStrategy strategy;
  private final GroupedClusters selected;

  private EvaluationWarnings(GroupedClusters selected) {
    this.strategy = selected.strategy();
    this.selected = selected;
  }

  /** Returns warnings about the groups that were made, and the clusters that were chosen. */
  static List<String> of(
      ScheduleResult schedule, GroupedClusters selected, List<DecisionGroup> groups) {
    List<String> warnings = new ArrayList<>();
    droppedByTaints(schedule).ifPresent(warnings::add);
    if (!selected.strategy().entries().isEmpty()) {
      new EvaluationWarnings(selected).addAll(warnings, groups);
    }
    return warnings;
  }

  /** Returns a warning about objects that carry the label and belong to another owner. */
  static List<String> foreign(List<PublishedDecision> objects) {
    List<String> names =
        objects.stream().map(PublishedDecision::name).sorted(ByteOrder.NAMES).toList();
    return names.isEmpty()
        ? List.of()
        : List.of(
            names.size() == 1
                ? "PlacementDecision %s with the label of this Placement belongs to another owner and stays as it is. Delete it, or remove the label."
                    .formatted(names.get(0))
                : "%s with the label of this Placement belong to another owner and stay as they are. Delete them, or remove the label."
                    .formatted(NameList.of(names, "PlacementDecision", "PlacementDecisions")));
  }

  private static Optional<String> droppedByTaints(ScheduleResult schedule) {
    List<String> dropped = names(schedule.at(SelectionStage.TAINT));
    return dropped.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "%s not chosen because of taints that are not tolerated. Add tolerations if they should be."
                .formatted(clusters(dropped)));
  }

  private void addAll(List<String> warnings, List<DecisionGroup> groups) {
    int[] taken = new int[strategy.entries().size() + 1];
    List<String> several = new ArrayList<>();
    selected.forEach(
        (cluster, entry) -> {
          taken[entry]++;
          if (alsoMatches(cluster, entry)) {
            several.add(cluster.name());
          }
        });
    for (int entry = 0; entry < strategy.entries().size(); entry++) {
      if (taken[entry] == 0) {
        warnings.add(
            (ENTRY + " takes no cluster. Compare its selector with the chosen clusters.")
                .formatted(entry, strategy.nameOf(entry)));
      }
    }
    split(taken, groups).forEach(warnings::add);
    if (!several.isEmpty()) {
      warnings.add(
          "%s matched by several decisionGroups, and the first one counts. Make the selectors exclude each other."
              .formatted(clusters(several)));
    }
  }

  /** Returns whether an entry behind the one that takes a cluster matches it as well. */
  private boolean alsoMatches(ManagedCluster cluster, int entry) {
    for (int later = entry + 1; later < strategy.entries().size(); later++) {
      if (strategy.entries().get(later).selector().matches(cluster)) {
        return true;
      }
    }
    return false;
  }

  /** Returns a warning for each name with more groups than entries that took a cluster. */
  private List<String> split(int[] taken, List<DecisionGroup> groups) {
    Map<String, Integer> byName = new LinkedHashMap<>();
    groups.stream()
        .filter(group -> group.key().named())
        .forEach(group -> byName.merge(group.key().name(), 1, Integer::sum));
    for (int entry = 0; entry < strategy.entries().size(); entry++) {
      if (taken[entry] > 0) {
        byName.computeIfPresent(strategy.nameOf(entry), (name, count) -> count - 1);
      }
    }
    List<String> warnings = new ArrayList<>();
    byName.forEach(
        (name, more) -> {
          if (more > 0) {
            warnings.add(
                "The decision group %s has more clusters than clustersPerDecisionGroup %s, so it is split. Raise the size, or ignore this."
                    .formatted(name, strategy.size()));
          }
        });
    return warnings;
  }

  private static String clusters(List<String> names) {
    return NameList.of(names, "cluster", "clusters") + (names.size() == 1 ? " is" : " are");
  }

  private static List<String> names(List<ManagedCluster> clusters) {
    return clusters.stream().map(ManagedCluster::name).toList();
  }
}
