package io.sluice.watch;

import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.write.Revision;
import io.sluice.hub.write.Revisions;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicySnapshot;
import io.sluice.policy.PolicyVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Holds the replicas of a staged policy at what they were given: edits by hand are put back, and
 * labels and annotations of the root go on to those who carry its present version (rollout-strategy
 * 3.1, policy-propagation 7 and 8).
 *
 * <p>It never changes which version a replica carries: {@link DriftCheck} wishes for nothing but
 * the very spec whose hash the replica's dispatch names. So it may come late, or beside a run,
 * without doing harm.
 */
final class DriftCorrector {
  private final ReplicaReconciler replicas;
  private final Revisions revisions;
  private final Map<PolicyName, RepairHistory> memories = new ConcurrentHashMap<>();

  DriftCorrector(ReplicaReconciler replicas, Revisions revisions) {
    this.replicas = replicas;
    this.revisions = revisions;
  }

  void hold(RootPolicy root, PolicyContext picture, Map<String, CachedReplica> present) {
    Set<String> selected = picture.targets(root.snapshot()).replicas();
    String state = root.uid() + root.snapshot().hash();
    RepairHistory memory =
        memories.compute(
            root.name(),
            (name, former) ->
                former != null && former.isOf(state) ? former : new RepairHistory(state));
    memory.keepOnly(present.keySet());
    DriftCheck look = new DriftCheck(root, picture, generation -> former(root, generation));
    List<ReplicaReconciler.Repair> repairs = new ArrayList<>();
    for (CachedReplica known : present.values()) {
      boolean ours =
          known.replica().dispatch().isPresent() && selected.contains(known.replica().cluster());
      if (ours && !memory.settled(known)) {
        look.repair(known)
            .ifPresentOrElse(
                repair -> memory.allowed(repair).ifPresent(repairs::add),
                () -> memory.settle(known));
      }
    }
    replicas.repair(repairs).forEach(memory::repaired);
  }

  /** For a policy that is held no more. */
  void forget(PolicyName policy) {
    memories.remove(policy);
  }

  private Optional<PolicySnapshot> former(RootPolicy root, long generation) {
    return revisions
        .newestOf(root.name(), new PolicyVersion(root.uid(), generation, ""))
        .map(Revision::snapshot);
  }
}
