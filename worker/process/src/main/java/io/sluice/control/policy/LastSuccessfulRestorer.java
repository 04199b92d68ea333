package io.sluice.control.policy;

import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.replica.DesiredReplica;
import io.sluice.hub.replica.DispatchRule;
import io.sluice.hub.status.RolloutStatusParser;
import io.sluice.hub.write.KnownContents;
import io.sluice.hub.write.Revision;
import io.sluice.hub.write.Revisions;
import io.sluice.policy.Dispatch;
import io.sluice.rollout.lifecycle.RolloutRecord;
import java.util.Optional;

/**
 * Restores the last successful version on replicas that were edited so that nothing shows which
 * version they carried (policy-propagation 7). It does nothing while a run is open.
 */
final class LastSuccessfulRestorer {
  private final Revisions revisions;
  private final RootPolicy root;
  private final PolicyContext context;
  private final KnownContents known;
  private final Optional<RolloutStatusParser> ended;
  private Optional<Optional<Revision>> lastSuccessful = Optional.empty();

  LastSuccessfulRestorer(Revisions revisions, RootPolicy root, PolicyContext context) {
    this.revisions = revisions;
    this.root = root;
    this.context = context;
    this.known = new KnownContents(revisions, root, context);
    this.ended = context.rolloutStatus().filter(status -> !status.runOpen() && context.coherent());
  }

  /** Returns whether there is a version to restore, and no run that would have to know. */
  boolean applies() {
    return ended.flatMap(RolloutStatusParser::lastSuccessfulRevision).isPresent();
  }

  /** The repair of a replica without a readable dispatch; empty if it carries a known version. */
  Optional<ReplicaReconciler.Repair> repair(CachedReplica replica) {
    return known.unknown(replica.replica())
        ? lastSuccessful().map(revision -> repair(replica, revision))
        : Optional.empty();
  }

  private ReplicaReconciler.Repair repair(CachedReplica replica, Revision revision) {
    RolloutRecord record = ended.orElseThrow().record(root.uid());
    DesiredReplica desired =
        DesiredReplica.of(
                root.name(),
                replica.replica().cluster(),
                context.content(revision.snapshot()),
                DispatchRule.of(
                    record.rolloutUid(),
                    record.attempt(),
                    revision.generation(),
                    Dispatch.As.NEWCOMER))
            .onlyExisting()
            // A run that began meanwhile has dispatched it.
            .sparing(found -> found.replica().dispatch().isPresent());
    return new ReplicaReconciler.Repair(desired, replica);
  }

  private Optional<Revision> lastSuccessful() {
    if (lastSuccessful.isEmpty()) {
      lastSuccessful =
          Optional.of(
              ended
                  .flatMap(RolloutStatusParser::lastSuccessfulRevision)
                  .flatMap(name -> revisions.byName(root.name(), name)));
    }
    return lastSuccessful.get();
  }
}
