package io.sluice.placement.write;

import io.sluice.placement.DecisionObject;
import io.sluice.placement.PublishedDecision;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds the objects that list a cluster under the labels that it must have. */
final class DecisionListings {
  /** So many clusters are searched for in the lists; for more of them a map is made. */
  private static final int FEW = 32;

  private final List<DecisionObject> own;
  private final WantedDecisions wanted;
  private final Map<String, List<DecisionObject>> listedIn = new HashMap<>();
  private int searches;

  DecisionListings(Collection<PublishedDecision> own, WantedDecisions wanted) {
    this.own = own.stream().map(PublishedDecision::object).toList();
    this.wanted = wanted;
  }

  /** Returns the wanted object of a cluster; null for one that is not wanted. */
  DecisionObject home(String cluster) {
    return wanted.home(cluster);
  }

  /**
   * Returns whether the object must not drop this cluster yet: it is wanted, and no other object
   * lists it under its final labels.
   */
  boolean needed(String cluster, DecisionObject object) {
    DecisionObject home = home(cluster);
    return home != null
        && candidates(cluster).stream()
            .filter(other -> other != object && DecisionChange.carries(other, home))
            .noneMatch(other -> other.clusters().contains(cluster));
  }

  /** Returns the objects that may list a cluster. */
  private List<DecisionObject> candidates(String cluster) {
    if (searches++ < FEW) {
      return own;
    }
    if (listedIn.isEmpty()) {
      for (DecisionObject object : own) {
        for (String each : object.clusters()) {
          listedIn.computeIfAbsent(each, any -> new ArrayList<>(1)).add(object);
        }
      }
    }
    return listedIn.getOrDefault(cluster, List.of());
  }
}
