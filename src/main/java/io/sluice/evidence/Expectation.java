package io.sluice.evidence;

import io.sluice.policy.Compliance;
import io.sluice.policy.Dispatch;
import io.sluice.policy.Replica;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** Says which verdict on a replica is a success (rollout-strategy E3 and 3.8). */
public enum Expectation {
  /**
   * By what the replica carries, in modes K and I: of an inform policy any verdict that is not
   * Pending, of all others Compliant. What was given only to inform until its turn yields none.
   */
  AS_CARRIED,
  /** Compliant, whatever it carries: in mode B every root informs, by design. */
  COMPLIANT,
  /** Compliant or NonCompliant: the version itself is known to be an inform policy. */
  ANY_VERDICT;

  private static final Set<Compliance> ONLY_COMPLIANT = EnumSet.of(Compliance.COMPLIANT);
  private static final Set<Compliance> NOT_PENDING =
      EnumSet.of(Compliance.COMPLIANT, Compliance.NON_COMPLIANT);

  /** The verdicts that are good; none when whatever this replica says is no success. */
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
    // A replica taken back to inform is so by our doing: inform policies are never taken back.
    boolean takenBack = as.equals(Optional.of(Dispatch.As.TAKEN_BACK));
    return replica.informs() && !takenBack ? NOT_PENDING : ONLY_COMPLIANT;
  }
}
