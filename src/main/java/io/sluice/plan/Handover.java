package io.sluice.plan;

import io.sluice.fleet.ClusterStatus;
import io.sluice.fleet.GroupKey;
import io.sluice.plan.selection.Known;
import java.time.Duration;
import java.time.Instant;

/** Hands one started cluster to the selection function (rollout-strategy 3.5, its table). */
final class Handover {
  private Handover() {}

  static Known of(
      ClusterState entry, Ledger ledger, AttemptSpec spec, boolean ignored, Instant now) {
    GroupKey group = ledger.groupOf(entry);
    if (released(entry, spec, ignored, now)) {
      return Known.of(entry.cluster(), group, ClusterStatus.SKIP);
    }
    return switch (entry.stage()) {
      case STARTED ->
          Known.of(entry.cluster(), group, ClusterStatus.PROGRESSING)
              // No clock runs before the hub has answered, not even one of 0s.
              .since(entry.refused() == 0 ? now.plusMillis(1) : entry.clockStart());
      case DISPATCHED ->
          Known.of(entry.cluster(), group, ClusterStatus.PROGRESSING).since(entry.dispatchedAt());
      case SOAKING ->
          Known.of(entry.cluster(), group, ClusterStatus.SUCCEEDED)
              .since(entry.sinceInstant())
              .withMinSoak(spec.floor(entry.is(Mark.WEAK)));
      // Final: the soak is over, and stays over whatever the floor is.
      case SUCCEEDED ->
          Known.of(entry.cluster(), group, ClusterStatus.SUCCEEDED)
              .since(entry.sinceInstant().minus(spec.soak(entry.is(Mark.WEAK))))
              .withMinSoak(Duration.ZERO);
      case FAILED, TIMED_OUT -> Known.of(entry.cluster(), group, ClusterStatus.TIME_OUT);
      case NEW_CLUSTER -> Known.of(entry.cluster(), group, ClusterStatus.SKIP);
    };
  }

  /** True for a cluster in flight: started, and neither final nor released. */
  static boolean holds(ClusterState entry, AttemptSpec spec, Membership members, Instant now) {
    return entry.inFlight() && !released(entry, spec, members.ignored(entry.cluster()), now);
  }

  /**
   * True for an ignored cluster that holds nobody any more: without a deadline as soon as the hub
   * has answered, with one as soon as it succeeded or was seen past the deadline.
   */
  static boolean released(ClusterState entry, AttemptSpec spec, boolean ignored, Instant now) {
    if (!ignored) {
      return false;
    }
    boolean waiting = entry.stage() == Stage.STARTED || entry.stage() == Stage.DISPATCHED;
    return !waiting
        || spec.strategy()
            .progressDeadline()
            .map(deadline -> entry.is(Mark.LOOKED) && !entry.expiry(deadline).isAfter(now))
            .orElse(entry.stage() == Stage.DISPATCHED || entry.refused() != 0);
  }
}
