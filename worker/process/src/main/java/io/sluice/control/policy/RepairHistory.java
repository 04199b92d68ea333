package io.sluice.control.policy;

import io.sluice.fleet.UndoneRepairs;
import io.sluice.hub.client.CachedReplica;
import io.sluice.policy.Dispatch;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Remembers, for one state of a root, which replicas were as they should be, and which repairs were
 * undone (policy-propagation 8.1).
 *
 * <p>After two undone repairs that cluster's replica is left alone for ten minutes: a cluster
 * writes in its own namespace, and must not cost the others their repairs. Where several are undone
 * at the same time, another program writes them all, and the policy is stopped for as long.
 */
final class RepairHistory {
  private static final Logger LOG = LoggerFactory.getLogger(RepairHistory.class);
  private static final Duration LEFT_FOR = Duration.ofMinutes(10);
  private static final Duration SAME_TIME = Duration.ofMinutes(1);
  private static final int SEVERAL = 3;
  private static final int MOST_EQUAL_REPAIRS = 2;

  /** For a writer whose result differs each time, e.g. by a timestamp. */
  private static final int MOST_REPAIRS = 10;

  private final String rootState;
  private final Map<String, Settled> settled = new HashMap<>();
  private final Map<String, Undone> undone = new HashMap<>();

  /** Since when each cluster is left alone; other threads read it, too. */
  private final ConcurrentNavigableMap<String, Instant> left = new ConcurrentSkipListMap<>();

  private volatile Optional<Stop> stop = Optional.empty();
  private int clusters;

  /**
   * What is compared of a replica that was as it should be; the replica itself would take more
   * memory.
   */
  private record Settled(String digest, Optional<Long> generation, String content) {
    static Settled of(CachedReplica replica) {
      Optional<Dispatch> dispatch = replica.replica().dispatch();
      return new Settled(
          replica.digest(),
          dispatch.map(Dispatch::generation),
          dispatch.map(Dispatch::content).orElse(""));
    }
  }

  /**
   * Says that a policy is left alone.
   *
   * @param clusters those whose repairs were undone, by name
   */
  private record Stop(List<String> clusters, Instant until) {}

  /**
   * The repairs of one replica.
   *
   * @param digest its content before the last repair
   * @param equal how many of the last repairs started from that content
   * @param all the number of all repairs
   */
  private record Undone(String digest, int equal, int all) {
    boolean forbids(String found) {
      return all >= MOST_REPAIRS || digest.equals(found) && equal >= MOST_EQUAL_REPAIRS;
    }
  }

  RepairHistory(String rootState) {
    this.rootState = rootState;
  }

  boolean isOf(String state) {
    return rootState.equals(state);
  }

  /**
   * Begins a pass: what was left alone for ten minutes is tried again.
   *
   * @param present the clusters that have a replica
   */
  void begin(Set<String> present, Instant now) {
    if (stop.filter(found -> !found.until().isAfter(now)).isPresent()) {
      stop = Optional.empty();
      left.clear();
      undone.clear();
      settled.clear();
    }
    left.forEach(
        (cluster, since) -> {
          if (!since.plus(LEFT_FOR).isAfter(now)) {
            left.remove(cluster);
            undone.remove(cluster);
          }
        });
    settled.keySet().retainAll(present);
    undone.keySet().retainAll(present);
    left.keySet().retainAll(present);
    clusters = present.size();
  }

  /** Returns what is left alone. */
  UndoneRepairs undone() {
    return stop.map(found -> new UndoneRepairs(found.clusters(), true))
        .orElseGet(() -> new UndoneRepairs(List.copyOf(left.keySet()), false));
  }

  /** Returns whether nothing may be written for the policy. */
  boolean stopped() {
    return stop.isPresent();
  }

  /** Returns when something is tried again; empty where nothing is left alone. */
  Optional<Instant> again() {
    return stop.map(Stop::until)
        .or(
            () ->
                left.values().stream().min(Instant::compareTo).map(since -> since.plus(LEFT_FOR)));
  }

  boolean settled(CachedReplica replica) {
    return Settled.of(replica).equals(settled.get(replica.replica().cluster()));
  }

  void settle(CachedReplica replica) {
    settled.put(replica.replica().cluster(), Settled.of(replica));
  }

  /** The repair, unless the cluster is left alone: the same one was undone too often. */
  Optional<ReplicaReconciler.Repair> allowed(ReplicaReconciler.Repair repair, Instant now) {
    CachedReplica found = repair.found();
    String cluster = found.replica().cluster();
    if (left.containsKey(cluster)) {
      return Optional.empty();
    }
    Undone before = undone.get(cluster);
    if (before == null || !before.forbids(found.digest())) {
      return Optional.of(repair);
    }
    left.put(cluster, now);
    if (stop.isEmpty()) {
      LOG.warn(
          "the replica of policy {} on cluster {} is left as it is: its repair was undone {} times",
          found.replica().policy(),
          cluster,
          before.all());
      stop = several(now);
    }
    return Optional.empty();
  }

  private Optional<Stop> several(Instant now) {
    List<String> together =
        left.keySet().stream()
            .filter(cluster -> left.get(cluster).plus(SAME_TIME).isAfter(now))
            .toList();
    return together.size() >= Math.min(SEVERAL, clusters)
        ? Optional.of(new Stop(together, now.plus(LEFT_FOR)))
        : Optional.empty();
  }

  void repaired(ReplicaReconciler.Repair repair) {
    undone.merge(
        repair.found().replica().cluster(),
        new Undone(repair.found().digest(), 1, 1),
        (before, now) ->
            new Undone(
                now.digest(),
                before.digest().equals(now.digest()) ? before.equal() + 1 : 1,
                before.all() + 1));
  }
}
