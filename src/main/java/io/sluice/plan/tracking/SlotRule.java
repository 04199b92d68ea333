package io.sluice.plan.tracking;

import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.ClusterFlag;
import io.sluice.rollout.ClusterState;
import io.sluice.rollout.Stage;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Classifies started clusters for the counts of their groups: which take a slot, and which count as
 * a failure (rollout-strategy 3.5, its table).
 */
public final class SlotRule {
  private final ClusterTimers timers;
  private final boolean deadline;
  private final Membership members;

  public SlotRule(AttemptSpec spec, ClusterTimers timers, Membership members) {
    this.timers = timers;
    this.deadline = spec.strategy().progressDeadline().isPresent();
    this.members = members;
  }

  ClusterClass classOf(ClusterState entry) {
    if (takes(entry)) {
      return ClusterClass.IN_FLIGHT;
    }
    return failed(entry) ? ClusterClass.FAILED : ClusterClass.FINISHED;
  }

  /** True for a cluster in flight: started, and neither final nor released. */
  public boolean takes(ClusterState entry) {
    return entry.inFlight() && !(members.ignored(entry.cluster()) && released(entry));
  }

  /** True for a cluster that counts against a tolerance. */
  public boolean failed(ClusterState entry) {
    return entry.stage().isFailure() && !members.ignored(entry.cluster());
  }

  /** Returns the next instant at which time alone changes a cluster in flight (F12). */
  public Optional<Instant> nextChange(List<ClusterState> entries) {
    long next = ClusterTimers.NEVER;
    for (ClusterState entry : entries) {
      if (takes(entry) && !(members.suspends(entry) && timers.overstays(entry))) {
        next = Math.min(next, timers.nextChange(entry));
      }
    }
    return next == ClusterTimers.NEVER ? Optional.empty() : Optional.of(Instant.ofEpochMilli(next));
  }

  /**
   * True for an ignored cluster that takes no slot any more: without a deadline, or if a person has
   * skipped it, as soon as the hub has answered; else as soon as it succeeded or was observed past
   * the deadline.
   */
  private boolean released(ClusterState ignored) {
    if (ignored.stage() == Stage.SOAKING) {
      return true;
    }
    return deadline && !members.skipped(ignored.cluster())
        ? ignored.is(ClusterFlag.OBSERVED) && timers.overdue(ignored)
        : ignored.stage() == Stage.DISPATCHED || ignored.refused() != 0;
  }
}
