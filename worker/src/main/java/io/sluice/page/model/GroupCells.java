package io.sluice.page.model;

import static java.util.Objects.requireNonNull;

import io.sluice.hub.crd.RolloutStatus;
import java.util.List;

/**
 * Shows one decision group.
 *
 * @param cells one for each of its clusters, by name; empty where they could not be read
 */
public record GroupCells(RolloutStatus.Group group, List<ClusterCell> cells) {
  public GroupCells {
    requireNonNull(group, "group is null");
    cells = List.copyOf(cells);
  }
}
