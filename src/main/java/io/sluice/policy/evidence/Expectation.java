package io.sluice.policy.evidence;

import io.sluice.policy.Compliance;
import io.sluice.policy.Dispatch;
import io.sluice.policy.Replica;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** Defines which compliance of a replica is a success (rollout-strategy E3 and 3.8). */
public enum Expectation {
  /**
   * By the content of the replica, in the modes KeepPrevious and Inform: for an inform policy
   * Compliant or NonCompliant, for all others Compliant. A replica that only informs until its turn
   * has no success.
   */
  AS_CARRIED,
  /** Compliant, for any content: in the mode Beside every root informs. */
  COMPLIANT,
  /** Compliant or NonCompliant: the version is an inform policy. */
  ANY_VERDICT;

  private static final Set<Compliance> ONLY_COMPLIANT = EnumSet.of(Compliance.COMPLIANT);
  private static final Set<Compliance> NOT_PENDING =
      EnumSet.of(Compliance.COMPLIANT, Compliance.NON_COMPLIANT);

  /** Returns the values that are a success; none if no report on this replica can be one. */
  Set<Compliance> good(Replica replica) {
    return switch (this) {
      case COMPLIANT -> ONLY_COMPLIANT;
      case ANY_VERDICT -> NOT_PENDING;
      case AS_CARRIED -> byContent(replica);
    };
  }

  private static Set<Compliance> byContent(Replica replica) {
    Optional<Dispatch.As> as = replica.dispatch().map(Dispatch::as);
    if (as.equals(Optional.of(Dispatch.As.PENDING))) {
      return Set.of();
    }
    // Sluice itself makes a replica inform when it takes it back; inform policies are not taken
    // back.
    boolean takenBack = as.equals(Optional.of(Dispatch.As.TAKEN_BACK));
    return replica.informs() && !takenBack ? NOT_PENDING : ONLY_COMPLIANT;
  }
}
