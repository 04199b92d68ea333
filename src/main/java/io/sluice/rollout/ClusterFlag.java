package io.sluice.rollout;

/**
 * Lists what can be seen of a started cluster; {@link ClusterState#marks()} holds them as bits.
 *
 * <p>The place in the list is the bit, so a new one goes to the end.
 */
public enum ClusterFlag {
  /** Bad news came in this attempt; kept for the verdict at the deadline. */
  NEGATIVE,
  /** Its success rests on weak evidence. */
  WEAK,
  /** It was observed at or after its deadline. */
  LOOKED,
  /** Its cluster was not Available when last seen. */
  UNREACHABLE,
  /** News contradicts its final status: Regressed, or RecoveredLate. */
  TURNED,
  /** It has reported on this version, good or bad. */
  HEARD,
  /** Its write was taken back. */
  TAKEN_BACK;

  boolean in(int marks) {
    return (marks & bit()) != 0;
  }

  int set(int marks, boolean set) {
    return set ? marks | bit() : marks & ~bit();
  }

  private int bit() {
    return 1 << ordinal();
  }
}
