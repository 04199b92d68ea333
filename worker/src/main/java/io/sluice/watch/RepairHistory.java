package io.sluice.watch;

import io.sluice.hub.client.CachedReplica;
import io.sluice.policy.Dispatch;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Remembers which replicas were as they should be, and which repairs somebody undoes, while the
 * root stays as it is.
 *
 * <p>A writer that never gives in, as a webhook that changes every policy, is left to have its way:
 * two writers must not replace each other for ever.
 */
final class RepairHistory {
  private static final Logger LOG = LoggerFactory.getLogger(RepairHistory.class);
  private static final int MOST_REPAIRS = 2;

  /** For a writer that leaves something else each time, as one that stamps the time. */
  private static final int MOST_REPAIRS_ANYHOW = 10;

  private final String root;
  private final Map<String, CachedReplica> settled = new HashMap<>();
  private final Map<String, Undone> undone = new HashMap<>();

  /** What a replica looked like before it was repaired, how often that was, and all repairs. */
  private record Undone(String digest, int times, int all) {
    boolean forbids(String seen) {
      return all >= MOST_REPAIRS_ANYHOW || digest.equals(seen) && times >= MOST_REPAIRS;
    }
  }

  RepairHistory(String root) {
    this.root = root;
  }

  boolean isOf(String state) {
    return root.equals(state);
  }

  void keepOnly(Set<String> clusters) {
    settled.keySet().retainAll(clusters);
    undone.keySet().retainAll(clusters);
  }

  boolean settled(CachedReplica known) {
    return Optional.ofNullable(settled.get(known.replica().cluster()))
        .filter(former -> former.digest().equals(known.digest()))
        .filter(former -> given(former).equals(given(known)))
        .isPresent();
  }

  void settle(CachedReplica known) {
    settled.put(known.replica().cluster(), known);
  }

  /** The repair, unless the same was undone before. */
  Optional<ReplicaReconciler.Repair> allowed(ReplicaReconciler.Repair repair) {
    CachedReplica seen = repair.seen();
    Undone before = undone.get(seen.replica().cluster());
    if (before == null || !before.forbids(seen.digest())) {
      return Optional.of(repair);
    }
    LOG.warn(
        "the replica of policy {} on cluster {} is left as it is: its repair was undone {} times",
        seen.replica().policy(),
        seen.replica().cluster(),
        before.all());
    settle(seen);
    return Optional.empty();
  }

  void repaired(ReplicaReconciler.Repair repair) {
    undone.merge(
        repair.seen().replica().cluster(),
        new Undone(repair.seen().digest(), 1, 1),
        (before, now) ->
            new Undone(
                now.digest(),
                before.digest().equals(now.digest()) ? before.times() + 1 : 1,
                before.all() + 1));
  }

  private static Optional<String> given(CachedReplica known) {
    return known.replica().dispatch().map(RepairHistory::id);
  }

  private static String id(Dispatch given) {
    return given.generation() + " " + given.content();
  }
}
