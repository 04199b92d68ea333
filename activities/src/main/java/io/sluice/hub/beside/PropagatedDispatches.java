package io.sluice.hub.beside;

import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.replica.DispatchedReplicas;
import io.sluice.hub.replica.ReplicaStore;
import io.sluice.workflow.AttemptRef;

/**
 * Finds the dispatch of a replica that OCM's propagator wrote with a ticket: the propagator keeps
 * no annotation of ours, so it is the last change of its content (gate 5).
 */
public final class PropagatedDispatches implements DispatchedReplicas {
  private final ReplicaStore store;
  private final PropagatedChanges changes;

  /** Finds them by what was seen of the replicas in this store. */
  public PropagatedDispatches(ReplicaStore store, PropagatedChanges changes) {
    this.store = store;
    this.changes = changes;
  }

  @Override
  public CachedReplica of(AttemptRef attempt, CachedReplica found) {
    return found.with(
        changes.dispatched(
            found.replica(),
            attempt.rolloutUid(),
            attempt.attempt(),
            attempt.version().generation(),
            store
                .replica(attempt.policyName(), found.replica().cluster())
                .filter(cached -> cached.uid().equals(found.uid()))
                .map(CachedReplica::replica)));
  }
}
