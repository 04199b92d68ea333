package io.sluice.simulation;

import java.util.function.Supplier;

/** Lists the invariants of rollout-strategy 7 and between-waves 6, and further ones. */
enum Invariant {
  I1("Concurrency"),
  I2("Order"),
  I3("Mandatory first"),
  I4("Approval"),
  I5("Evidence"),
  I6("Soak"),
  I7("Deadline"),
  I8("Breach"),
  I9("Final stays final"),
  I10("Partition"),
  I11("Removed"),
  I12("One writer"),
  I13("Once"),
  I14("Pure"),
  I15("Held version"),
  I16("Time alone"),
  I17("Ignored"),
  I18("No silent wait"),
  I19("It ends"),
  I20("Retry"),
  I21("Deletion"),
  I22("lastSuccessful"),
  I23("Refused settings"),
  /** No cluster starts before the start time, in a freeze, or outside windows that cover it. */
  I24("Calendar"),
  /** No group starts whose check has not passed within two intervals before its first start. */
  I25("Check"),
  /** A group with a rule starts only with its quorum, counted at that step, nobody twice. */
  I26("Quorum"),
  /** A hold that waits is named, and the run wakes by its next change, as far as it is known. */
  I28("Next change"),
  /** A step on nothing new changes nothing: the state is equal, and no cluster is dispatched. */
  NOTHING_NEW("Nothing new"),
  /** Rollout-strategy 3.2, "Lost state": what a recovered attempt must keep. */
  LOST_STATE("Lost state"),
  /** Rollout-strategy 3.7: a started cluster stays in its group, all others follow. */
  PINNED("Pinned"),
  /**
   * Rollout-strategy 4, and 3.7 for clusters that join after the end: no cluster of an unapproved
   * group ever gets a version that its group was not approved for, in or after an attempt. Which
   * groups are mandatory by index, and what was approved by message, is known from what happened,
   * not from the state of the attempt.
   */
  UNAPPROVED("Unapproved"),
  /**
   * Rollout-strategy F8, F10 and F11 with 3.7, "Company": a group opens only when the one before it
   * has no started cluster left in flight or soaking, by membership at the time of its start. The
   * order is that of the first snapshot, computed here.
   */
  OPENING("Opening"),
  /**
   * Rollout-strategy 3.7, "Out of reach is not deselected": a started cluster leaves the counts
   * only by final status, deselection while available, or deletion of its ManagedCluster. One to
   * which no write was answered has nothing of the version, and leaves as one that waits.
   */
  STAYS_COUNTED("Stays counted"),
  /**
   * Rollout-strategy E3 and policy-propagation 8.5: a policy set that changes makes no other
   * version of what an attempt has dispatched, nor of what is rendered as today.
   */
  SAME_VERSION("Same version"),
  /** Rollout-strategy 3.7: a policy that is being deleted begins no attempt. */
  DELETING("Deleting"),
  /**
   * Gate 5: a cluster that was let through to the version of the attempt counts as started and is
   * listed; nobody else starts outside the order, and it takes the place of one that would start.
   */
  BEFORE_ITS_TURN("Before its turn"),
  /** Rollout-strategy 1.3 and 1.4: phase, outcome and OCM's status. */
  STATUS("Status"),
  /**
   * Rollout-strategy 6.3: in the modes that inform first each cluster that is not started is
   * counted once, by its last report on this version; such a report never makes a success (I5).
   */
  PENDING_COMPLIANCE("Pending compliance");

  private final String title;

  Invariant(String title) {
    this.title = title;
  }

  void holds(boolean condition, Supplier<String> message) {
    if (!condition) {
      throw new InvariantViolation(this, message.get());
    }
  }

  @Override
  public String toString() {
    return name() + " " + title;
  }
}
