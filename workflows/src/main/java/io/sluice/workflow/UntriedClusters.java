package io.sluice.workflow;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Keeps clusters that were requested but not tried: their batch could not begin, or it ended before
 * their turn.
 *
 * <p>Nothing queues: a later step takes them as input, and decides anew whether they are written.
 * After a batch that did not try a cluster it is left alone for a while, so that a hub that is too
 * slow is not asked without end.
 */
final class UntriedClusters {
  static final Duration PAUSE = Duration.ofSeconds(5);

  private final TreeSet<String> dispatches = new TreeSet<>();
  private final Map<String, Instant> pausedUntil = new TreeMap<>();

  UntriedClusters(List<String> carried) {
    dispatches.addAll(carried);
  }

  /** Enters clusters whose dispatch was requested and not tried. */
  void addDispatches(Collection<String> clusters) {
    dispatches.addAll(clusters);
  }

  /** Removes clusters whose dispatch was answered meanwhile. */
  void answered(Collection<String> clusters) {
    dispatches.removeAll(new HashSet<>(clusters));
  }

  /** Enters clusters that a batch did not try, whatever it was to do with them. */
  void pause(List<String> clusters, Instant now) {
    clusters.forEach(cluster -> pausedUntil.put(cluster, now.plus(PAUSE)));
  }

  boolean paused(String cluster, Instant now) {
    Instant until = pausedUntil.get(cluster);
    return until != null && now.isBefore(until);
  }

  /** Returns the dispatches that may be requested again, and removes them. */
  List<String> takeDispatches(Instant now) {
    pausedUntil.values().removeIf(until -> !now.isBefore(until));
    List<String> due =
        dispatches.stream().filter(cluster -> !pausedUntil.containsKey(cluster)).toList();
    answered(due);
    return due;
  }

  /** Returns when the next cluster may be tried again. */
  Optional<Instant> nextTry() {
    return pausedUntil.values().stream().min(Instant::compareTo);
  }

  List<String> dispatches() {
    return List.copyOf(dispatches);
  }
}
