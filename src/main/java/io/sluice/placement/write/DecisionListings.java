package io.sluice.placement.write;

import io.sluice.placement.DecisionObject;
import io.sluice.placement.PublishedDecision;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds the objects that list a cluster, and the one that should list it. */
final class DecisionListings {
  private final Map<String, List<DecisionObject>> listedIn = new HashMap<>();
  private final Map<String, DecisionObject> homes = new HashMap<>();

  DecisionListings(Collection<PublishedDecision> own, List<DecisionObject> wanted) {
    for (PublishedDecision published : own) {
      for (String cluster : published.object().clusters()) {
        listedIn.computeIfAbsent(cluster, any -> new ArrayList<>(1)).add(published.object());
      }
    }
    for (DecisionObject home : wanted) {
      home.clusters().forEach(cluster -> homes.put(cluster, home));
    }
  }

  /** Returns the wanted object of a cluster; null for one that is not wanted. */
  DecisionObject home(String cluster) {
    return homes.get(cluster);
  }

  /**
   * Returns whether the object must not drop this cluster yet: it is wanted, and no other object
   * lists it under its final labels.
   */
  boolean needed(String cluster, DecisionObject object) {
    DecisionObject home = homes.get(cluster);
    return home != null
        && listedIn.get(cluster).stream()
            .noneMatch(other -> other != object && DecisionChange.carries(other, home));
  }
}
