package io.sluice.rollout;

/**
 * Lists the flags of a started cluster; {@link ClusterState#flags()} stores them as bits.
 *
 * <p>The ordinal is the number of the bit, so a new one goes to the end.
 */
public enum ClusterFlag {
  /** A negative report arrived in this attempt; decides between Failed and TimeOut. */
  NEGATIVE,
  /** Its success rests on weak evidence. */
  WEAK,
  /** It was observed at or after its deadline. */
  OBSERVED,
  /** Its cluster was not Available when last seen. */
  UNREACHABLE,
  /** A later report contradicts its final status: Regressed, or RecoveredLate. */
  CONTRADICTED,
  /** It has reported on this version, positive or negative. */
  REPORTED,
  /** Its write was taken back. */
  TAKEN_BACK,
  /** It was asked for, but neither written nor refused: a later step asks again. */
  NOT_TRIED,
  /**
   * The replica that was written is gone though its cluster is selected, or names another dispatch,
   * and is not written again yet.
   */
  GONE,
  /** Its replica was written again: reports on the former one prove nothing. */
  REWRITTEN,
  /** Its newest report is dated before the dispatch, so it proves nothing (rollout-strategy E2). */
  PREDATED,
  /** Its end stands in the status on the hub, so its write may be taken back. */
  PUBLISHED,
  /**
   * It was not Available when last seen, or not selected, or has not shown its success since: a
   * soak does not end (rollout-strategy 3.4).
   */
  UNCONFIRMED,
  /** OCM's propagator is late in making its replica enforce the version. */
  NOT_FOLLOWED,
  /** It got the version before its turn: it was let through the gate (gate 5). */
  EARLY;

  boolean in(int flags) {
    return (flags & bit()) != 0;
  }

  int set(int flags, boolean set) {
    return set ? flags | bit() : flags & ~bit();
  }

  private int bit() {
    return 1 << ordinal();
  }
}
