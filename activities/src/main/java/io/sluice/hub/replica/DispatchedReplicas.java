package io.sluice.hub.replica;

import io.sluice.hub.client.CachedReplica;
import io.sluice.workflow.AttemptRef;

/** Finds the dispatch of a replica, for an attempt that has dispatched it. */
@FunctionalInterface
public interface DispatchedReplicas {
  /** The annotation of the replica names it, as Sluice wrote it. */
  DispatchedReplicas ANNOTATED = (attempt, found) -> found;

  /** Returns the replica with its dispatch. */
  CachedReplica of(AttemptRef attempt, CachedReplica found);
}
