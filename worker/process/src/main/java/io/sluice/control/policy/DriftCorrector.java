package io.sluice.control.policy;

import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.replica.DesiredReplica;
import io.sluice.hub.replica.DispatchRule;
import io.sluice.hub.write.Revisions;
import io.sluice.policy.Dispatch;
import io.sluice.policy.PolicyName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Keeps the replicas of a staged policy at the version that they were given: undoes manual edits,
 * and copies labels and annotations of the root to replicas of its present version
 * (rollout-strategy 3.1, policy-propagation 7 and 8).
 *
 * <p>It only writes the spec whose hash the replica's dispatch names, so it is harmless when it
 * runs late, or at the same time as a run. Between runs it restores the last successful version
 * where nothing shows which version a replica carried.
 */
public final class DriftCorrector {
  private final ReplicaReconciler replicas;
  private final Revisions revisions;
  private final RepairHistories histories;

  /** Creates a corrector. */
  public DriftCorrector(
      ReplicaReconciler replicas, Revisions revisions, RepairHistories histories) {
    this.replicas = replicas;
    this.revisions = revisions;
    this.histories = histories;
  }

  /** Writes the replicas that differ from what they were given. */
  public void correct(
      RootPolicy root, PolicyContext context, Map<String, CachedReplica> present, Instant now) {
    Set<String> selected = new HashSet<>(context.targets(root.snapshot()).replicas());
    RepairHistory history = histories.begin(root, context, present.keySet(), now);
    VersionContents contents = new VersionContents(revisions, root, context);
    LastSuccessfulRestorer restorer = new LastSuccessfulRestorer(revisions, root, context);
    List<ReplicaReconciler.Repair> repairs = new ArrayList<>();
    for (CachedReplica replica : present.values()) {
      boolean dispatched = replica.replica().dispatch().isPresent();
      if (selected.contains(replica.replica().cluster())
          && (dispatched || restorer.applies())
          && !history.settled(replica)) {
        (dispatched ? repair(root.name(), replica, contents) : restorer.repair(replica))
            .ifPresentOrElse(
                repair -> history.allowed(repair, now).ifPresent(repairs::add),
                () -> history.settle(replica));
      }
    }
    if (history.stopped()) {
      return;
    }
    replicas.repair(root, repairs).forEach(history::repaired);
  }

  /** The repair; empty when the replica is as it should be, or its content is unknown. */
  private static Optional<ReplicaReconciler.Repair> repair(
      PolicyName policy, CachedReplica replica, VersionContents contents) {
    String cluster = replica.replica().cluster();
    Dispatch dispatch = replica.replica().dispatch().orElseThrow();
    return contents
        .of(replica, dispatch)
        .map(
            content ->
                DesiredReplica.of(policy, cluster, content, DispatchRule.keep(dispatch))
                    .onlyExisting())
        .filter(desired -> !desired.matches(replica))
        .map(desired -> new ReplicaReconciler.Repair(desired, replica));
  }
}
