package io.sluice.simulator.spoke;

/**
 * Names how a simulated spoke can deviate (policy-propagation 13.5).
 *
 * <p>Each goes with a length of time in {@link SpokeBehaviour}; where none is needed it is zero.
 */
public enum SpokeAnomaly {
  /** Every new content is NonCompliant first, and Compliant within a second. */
  NON_COMPLIANT_FIRST,
  /** A changed content is NonCompliant for this long, then Compliant. */
  NON_COMPLIANT_FOR,
  /** A fresh Compliant of the former content arrives this long before the first verdict. */
  LATE_FORMER,
  /** No template ever turns Compliant. */
  NEVER_COMPLIANT,
  /** Templates that only inform are NonCompliant. */
  NON_COMPLIANT_UNDER_INFORM,
  /** Templates that only inform are NonCompliant, until they were enforced once. */
  NON_COMPLIANT_UNTIL_ENFORCED,
  /** A template turns NonCompliant this long after its first verdict. */
  TURNS_NON_COMPLIANT,
  /** The verdict on a template changes each time this long has passed. */
  FLAPS,
  /** A changed verdict patches the newest event: another message under the old name. */
  PATCHES_EVENTS,
  /** The spoke works on, but reports nothing. */
  SILENT,
  /** The spoke reports nothing of a policy for this long after each change of its content. */
  SILENT_ON_CHANGE,
  /** The spoke neither sees nor reports anything, and goes on judging what it has. */
  CUT_OFF,
  /** The spoke is cut off, as far as a policy goes, for this long after each change of it. */
  CUT_OFF_ON_CHANGE,
  /** Each change makes the copy on the cluster anew: its history vanishes. */
  COPY_MADE_ANEW,
  /** The clock of the spoke is ahead by this much; behind where it is negative. */
  CLOCK_OFFSET,
  /** No template can be handled: each is reported as a template-error. */
  TEMPLATE_ERROR,
  /** The hub's own cluster: the replica is the managed policy, nothing is copied. */
  LOCAL_CLUSTER
}
