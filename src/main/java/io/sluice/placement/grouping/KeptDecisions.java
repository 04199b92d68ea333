package io.sluice.placement.grouping;

import io.sluice.fleet.DecisionGroup;
import io.sluice.placement.DecisionObject;
import java.util.List;
import java.util.Set;

/**
 * Keeps the groups of a Placement that is misconfigured as they are published (placement 8).
 *
 * <p>Only clusters that left the pool are taken out, because the pool is a matter of permission.
 */
public final class KeptDecisions {
  private KeptDecisions() {}

  /**
   * Returns the published groups with the clusters that are still in the pool; emptied groups go
   * and later ones move up. Nothing published gives nothing; if no cluster is left, one empty
   * group.
   *
   * @param published the Placement's own objects on the hub, in any order
   * @param pool names of the clusters that the namespace may use
   */
  public static List<DecisionGroup> keep(
      String placement, List<DecisionObject> published, Set<String> pool) {
    if (published.isEmpty()) {
      return List.of();
    }
    return GroupMembers.numbered(
        placement,
        PublishedGroups.of(published).stream()
            .map(
                group ->
                    new GroupMembers(
                        group.name(), group.clusters().stream().filter(pool::contains).toList()))
            .toList());
  }
}
