package io.sluice.hub;

import io.sluice.policy.PolicyName;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Limits how many replicas of a policy have a ticket at once, over all batches that are under way
 * (gate 4.5).
 */
final class TicketLimit {
  /** The most tickets that are on replicas of a policy at once. */
  static final int MOST = 32;

  /** Those that this process gives at present: the cache does not show them yet. */
  private final Map<PolicyName, Set<String>> reserved = new ConcurrentHashMap<>();

  /**
   * Returns the first of these clusters that may have a ticket now, and keeps a place for each
   * until it is {@link #free freed}. One that has a ticket needs no place.
   *
   * @param open the clusters whose replicas show a ticket
   */
  List<String> reserve(PolicyName policy, Set<String> open, List<String> clusters) {
    List<String> taken = new ArrayList<>();
    reserved.compute(
        policy,
        (name, known) -> {
          Set<String> mine = known == null ? new HashSet<>() : known;
          Set<String> all = new HashSet<>(open);
          all.addAll(mine);
          for (String cluster : clusters) {
            if (all.size() < MOST || all.contains(cluster)) {
              all.add(cluster);
              mine.add(cluster);
              taken.add(cluster);
            }
          }
          return mine.isEmpty() ? null : mine;
        });
    return taken;
  }

  /** Frees the places of clusters whose ticket is used, or was not given. */
  void free(PolicyName policy, Collection<String> clusters) {
    reserved.computeIfPresent(
        policy,
        (name, known) -> {
          known.removeAll(Set.copyOf(clusters));
          return known.isEmpty() ? null : known;
        });
  }
}
