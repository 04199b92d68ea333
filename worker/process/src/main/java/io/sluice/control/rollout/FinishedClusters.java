package io.sluice.control.rollout;

import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.status.RolloutStatusParser;
import io.sluice.rollout.Counts;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Finds the clusters whose soak is over, as the status of the Rollout shows it: those of groups in
 * which every cluster is final. A cluster that is listed as an exception is none of them.
 */
public final class FinishedClusters {
  private FinishedClusters() {}

  /** Returns their names; none while the groups are not those of the status. */
  public static Set<String> of(PolicyContext context) {
    Set<String> finished = new TreeSet<>();
    context.rolloutStatus().ifPresent(status -> finished.addAll(of(context, status)));
    return finished;
  }

  private static List<String> of(PolicyContext context, RolloutStatusParser status) {
    Map<GroupKey, Long> sizes =
        status.groups().stream()
            .filter(group -> group.counts().finished() && group.counts().clusters() > 0)
            .filter(group -> status.allListed() || succeeded(group.counts()))
            .collect(
                Collectors.toMap(
                    RolloutStatus.Group::key, group -> group.counts().clusters(), Math::max));
    Set<String> listed = status.listedStatuses().keySet();
    return context.fleet(Set.of()).groups().stream()
        .filter(group -> sizes.getOrDefault(group.key(), 0L) == group.clusters().size())
        .map(DecisionGroup::clusters)
        .flatMap(List::stream)
        .filter(cluster -> !listed.contains(cluster))
        .toList();
  }

  /** Returns whether none of the group can be an exception that was cut. */
  private static boolean succeeded(Counts counts) {
    return counts.succeeded() == counts.clusters();
  }
}
