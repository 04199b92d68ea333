package io.sluice.control.policy;

import io.sluice.hub.client.CachedReplica;
import io.sluice.policy.Dispatch;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Remembers, for one state of a root, which replicas were as they should be, and which repairs were
 * undone.
 *
 * <p>After two undone repairs the replica is left alone, so that Sluice and e.g. a mutating webhook
 * do not overwrite each other forever.
 */
final class RepairHistory {
  private static final Logger LOG = LoggerFactory.getLogger(RepairHistory.class);
  private static final int MOST_EQUAL_REPAIRS = 2;

  /** For a writer whose result differs each time, e.g. by a timestamp. */
  private static final int MOST_REPAIRS = 10;

  private final String rootState;
  private final Map<String, Settled> settled = new HashMap<>();
  private final Map<String, Undone> undone = new HashMap<>();

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

  void keepOnly(Set<String> clusters) {
    settled.keySet().retainAll(clusters);
    undone.keySet().retainAll(clusters);
  }

  boolean settled(CachedReplica replica) {
    return Settled.of(replica).equals(settled.get(replica.replica().cluster()));
  }

  void settle(CachedReplica replica) {
    settled.put(replica.replica().cluster(), Settled.of(replica));
  }

  /** The repair, unless the same one was undone too often. */
  Optional<ReplicaReconciler.Repair> allowed(ReplicaReconciler.Repair repair) {
    CachedReplica found = repair.found();
    Undone before = undone.get(found.replica().cluster());
    if (before == null || !before.forbids(found.digest())) {
      return Optional.of(repair);
    }
    LOG.warn(
        "the replica of policy {} on cluster {} is left as it is: its repair was undone {} times",
        found.replica().policy(),
        found.replica().cluster(),
        before.all());
    settle(found);
    return Optional.empty();
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
