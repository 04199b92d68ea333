package io.sluice.plan.tracking;

/**
 * Lists where one cluster can stand for the counts of its group, after its clocks were read
 * (rollout-strategy F4, F5).
 */
public enum ClusterClass {
  NOT_STARTED,
  /** Takes a slot. */
  IN_FLIGHT,
  /**
   * Takes a slot and counts as a failure: OCM's {@code Failed} before the deadline. Only the
   * conformance cases use it; {@link SlotRule} never returns it (rollout-strategy 3.5).
   */
  FAILED_IN_FLIGHT,
  /** Final or released, without a failure. */
  FINISHED,
  /** Final, and counts as a failure. */
  FAILED
}
