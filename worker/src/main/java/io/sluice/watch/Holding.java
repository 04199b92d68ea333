package io.sluice.watch;

import io.sluice.hub.HubPicture;
import io.sluice.hub.KnownReplica;
import io.sluice.hub.Revision;
import io.sluice.hub.Revisions;
import io.sluice.hub.RootPolicy;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicyVersion;
import io.sluice.policy.Snapshot;
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
 * <p>It never changes which version a replica carries: {@link HoldingLook} wishes for nothing but
 * the very spec whose hash the replica's dispatch names. So it may come late, or beside a run,
 * without doing harm.
 */
final class Holding {
  private final ReplicaKeeping replicas;
  private final Revisions revisions;
  private final Map<PolicyName, HeldMemory> memories = new ConcurrentHashMap<>();

  Holding(ReplicaKeeping replicas, Revisions revisions) {
    this.replicas = replicas;
    this.revisions = revisions;
  }

  void hold(RootPolicy root, HubPicture picture, Map<String, KnownReplica> present) {
    Set<String> selected = picture.targets(root.snapshot()).replicas();
    String state = root.uid() + root.snapshot().hash();
    HeldMemory memory =
        memories.compute(
            root.name(),
            (name, former) ->
                former != null && former.isOf(state) ? former : new HeldMemory(state));
    memory.keepOnly(present.keySet());
    HoldingLook look = new HoldingLook(root, picture, generation -> former(root, generation));
    List<ReplicaKeeping.Repair> repairs = new ArrayList<>();
    for (KnownReplica known : present.values()) {
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

  private Optional<Snapshot> former(RootPolicy root, long generation) {
    return revisions
        .newestOf(root.name(), new PolicyVersion(root.uid(), generation, ""))
        .map(Revision::snapshot);
  }
}
