package io.sluice.simulation;

import java.util.Optional;

/**
 * A change of a replica that reached the hub.
 *
 * @param by the log of the run that wrote; absent: the reconciler, or the propagator
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
    /** The reconciler: an unstaged policy goes to all clusters at once. */
    REPLICATE,
    /** The reconciler: a cluster joined while no run was open. */
    NEWCOMER,
    /** The reconciler: no placement selects the cluster any more. */
    REMOVED,
    /** The reconciler: the policy was disabled. */
    DISABLED,
    /** The reconciler: the policy was deleted. */
    POLICY_DELETED,
    /** A person, or the namespace was made anew. */
    VANISHED,
    /** The propagator, in mode Beside. */
    PROPAGATED
  }
}
