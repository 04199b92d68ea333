package io.sluice.activation.policy;

import io.sluice.fleet.ByteOrder;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Holds what happens to clusters when what is pending is activated (lazy-activation 1.4).
 *
 * @param added clusters that join
 * @param changed clusters that stay, and get something else
 * @param left clusters that leave
 */
public record ClusterChanges(
    SortedSet<String> added, SortedSet<String> changed, SortedSet<String> left) {
  /**
   * Compares.
   *
   * @param active the clusters of what is active, with what counts on each: overrides of bindings,
   *     or how its Work is written
   * @param desired those of what is desired
   */
  public static ClusterChanges between(
      Map<String, Set<String>> active, Map<String, Set<String>> desired) {
    SortedSet<String> changed = new TreeSet<>(ByteOrder.NAMES);
    active.forEach(
        (cluster, overrides) -> {
          if (desired.containsKey(cluster) && !overrides.equals(desired.get(cluster))) {
            changed.add(cluster);
          }
        });
    return new ClusterChanges(
        without(desired.keySet(), active.keySet()),
        changed,
        without(active.keySet(), desired.keySet()));
  }

  /** Compares what is active with what would be if everything that can be activated were. */
  static ClusterChanges of(List<ContributionDecision> decisions) {
    Map<String, Set<String>> active = new TreeMap<>(ByteOrder.NAMES);
    Map<String, Set<String>> desired = new TreeMap<>(ByteOrder.NAMES);
    for (ContributionDecision decided : decisions) {
      ContributionRecord next = decided.next();
      override(active, next.selected(), next.snapshot().orElse(Map.of()));
      ContributionInput own = decided.input();
      override(desired, own.targetClusters(), own.target());
    }
    return between(active, desired);
  }

  private static void override(
      Map<String, Set<String>> overrides, List<String> clusters, Map<String, Object> snapshot) {
    for (String cluster : clusters) {
      Set<String> ofCluster =
          overrides.computeIfAbsent(cluster, name -> new TreeSet<>(ByteOrder.NAMES));
      ContributionSnapshot.override(snapshot).ifPresent(ofCluster::add);
    }
  }

  private static SortedSet<String> without(Set<String> clusters, Set<String> others) {
    SortedSet<String> left = new TreeSet<>(ByteOrder.NAMES);
    left.addAll(clusters);
    left.removeAll(others);
    return left;
  }

  /** Formats the numbers: {@code 12 clusters join, 3 leave}. */
  String counts() {
    StringBuilder text = new StringBuilder();
    part(text, added.size(), "joins", "join");
    part(text, changed.size(), "changes", "change");
    part(text, left.size(), "leaves", "leave");
    return text.isEmpty() ? "no cluster joins or leaves" : text.toString();
  }

  private static void part(StringBuilder text, int number, String one, String many) {
    if (number == 0) {
      return;
    }
    boolean first = text.isEmpty();
    text.append(first ? "" : ", ").append(number);
    if (first) {
      text.append(number == 1 ? " cluster" : " clusters");
    }
    text.append(' ').append(number == 1 ? one : many);
  }
}
