package io.sluice.simulation;

import java.util.Optional;

/**
 * A change of a replica that reached the hub.
 *
 * @param by the book of the run that wrote; absent: the keeper, or the propagator
 */
record ReplicaWrite(
    Optional<AttemptLog> by,
    Cause cause,
    String cluster,
    Optional<ModelReplica> before,
    Optional<ModelReplica> after) {
  /** Why it was written. */
  enum Cause {
    DISPATCH,
    PROVIDE,
    TAKE_BACK,
    /** The keeper: an unstaged policy goes to everyone at once. */
    REPLICATE,
    /** The keeper: a cluster joined while no run was open. */
    NEWCOMER,
    /** The keeper: no placement selects the cluster any more. */
    REMOVED,
    /** The keeper: the policy was disabled. */
    DISABLED,
    /** The keeper: the policy was deleted. */
    POLICY_DELETED,
    /** The propagator, in mode B. */
    PROPAGATED
  }
}
