package io.sluice.oracle;

import static java.util.Objects.requireNonNull;

import io.sluice.fleet.GroupKey;
import java.util.List;

/**
 * Offers one decision group to the selection function.
 *
 * @param approved whether the group is approved; read for manualPerGroup only
 */
public record ClusterGroup(GroupKey group, List<String> clusters, boolean approved) {
  public ClusterGroup {
    requireNonNull(group, "group is null");
    clusters = List.copyOf(clusters);
  }
}
