package io.sluice.placement.grouping;

import io.sluice.fleet.ByteOrder;
import io.sluice.fleet.DecisionGroup;
import io.sluice.placement.DecisionObject;
import java.util.ArrayList;
import java.util.List;

/** Cuts decision groups into PlacementDecisions (placement 6). */
public final class DecisionSlicer {
  private DecisionSlicer() {}

  /**
   * Returns the objects of these groups in the order of their numbers, which start at 1 and run on
   * over all groups; an empty group has one object.
   */
  public static List<DecisionObject> slice(List<DecisionGroup> groups) {
    List<DecisionObject> objects = new ArrayList<>();
    for (DecisionGroup group : groups) {
      List<String> clusters = ByteOrder.sorted(group.clusters());
      int from = 0;
      do {
        int to = Math.min(from + DecisionObject.LIMIT, clusters.size());
        objects.add(DecisionObject.of(group.key(), objects.size() + 1, clusters.subList(from, to)));
        from = to;
      } while (from < clusters.size());
    }
    return objects;
  }
}
