package io.sluice.placement.write;

import io.sluice.placement.DecisionObject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Holds the PlacementDecisions that must stand, for all writes of one plan (placement 9).
 *
 * <p>Which of them lists a cluster is looked up only where a write drops one. One thread uses it.
 */
public final class WantedDecisions {
  private final List<DecisionObject> objects;
  private Map<String, DecisionObject> homes;

  /**
   * Holds these objects.
   *
   * @param objects in the order of their numbers
   */
  public WantedDecisions(List<DecisionObject> objects) {
    this.objects = List.copyOf(objects);
  }

  List<DecisionObject> objects() {
    return objects;
  }

  /** Returns the object that must list a cluster; null for one that is not wanted. */
  DecisionObject home(String cluster) {
    if (homes == null) {
      homes = new HashMap<>();
      objects.forEach(home -> home.clusters().forEach(each -> homes.put(each, home)));
    }
    return homes.get(cluster);
  }
}
