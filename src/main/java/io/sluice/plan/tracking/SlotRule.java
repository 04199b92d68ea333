package io.sluice.plan.tracking;

import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.ClusterFlag;
import io.sluice.rollout.ClusterState;
import io.sluice.rollout.Stage;

/**
 * Says which started clusters the walk has to count as in flight, and which as failed
 * (rollout-strategy 3.5, its table).
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

  /** True for a cluster in flight: started, and neither final nor released. */
  public boolean takes(ClusterState entry) {
    return entry.inFlight() && !(members.ignored(entry.cluster()) && released(entry));
  }

  /** True for a cluster that counts against a tolerance. */
  public boolean failed(ClusterState entry) {
    return entry.stage().isFailure() && !members.ignored(entry.cluster());
  }

  /**
   * True for an ignored cluster that holds nobody any more: without a deadline as soon as the hub
   * has answered, with one as soon as it succeeded or was seen past the deadline.
   */
  private boolean released(ClusterState ignored) {
    if (ignored.stage() == Stage.SOAKING) {
      return true;
    }
    return deadline
        ? ignored.is(ClusterFlag.OBSERVED) && timers.overdue(ignored)
        : ignored.stage() == Stage.DISPATCHED || ignored.refused() != 0;
  }
}
