package io.sluice.plan.hold;

import io.sluice.fleet.GroupKey;
import io.sluice.hold.GroupHold;
import io.sluice.hold.HoldKind;
import io.sluice.plan.check.CheckJudge;
import io.sluice.plan.tracking.Approvals;
import io.sluice.rollout.PendingCluster;
import io.sluice.schedule.ScheduleTimes;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Asks everything that may keep clusters from starting, in one order (between-waves H1): a cluster
 * starts only if all of it has let it go.
 */
public final class Holds {
  /** Nothing is held, or nothing is known of it. */
  public static final Holds NONE = new Holds(List.of(), List.of());

  private final List<AttemptHold> ofAttempt;
  private final List<Hold> ofGroups;

  private Holds(List<AttemptHold> ofAttempt, List<Hold> ofGroups) {
    this.ofAttempt = ofAttempt;
    this.ofGroups = ofGroups;
  }

  /**
   * Collects what holds all groups alike, in its order.
   *
   * @param refusal why the settings or the fleet do not allow a start
   * @param halt how the attempt has ended
   * @param pause who has paused it
   */
  public static Holds ofAttempt(
      Optional<String> refusal, Optional<String> halt, Optional<String> pause) {
    return new Holds(
        List.of(
            new AttemptHold(HoldKind.REFUSAL, refusal),
            new AttemptHold(HoldKind.HALT, halt),
            new AttemptHold(HoldKind.PAUSE, pause)),
        List.of());
  }

  /** Returns the same with what holds single groups and clusters. */
  public Holds and(
      Set<GroupKey> turn, Approvals approvals, Optional<ScheduleTimes> times, Instant now) {
    return new Holds(
        ofAttempt,
        List.of(
            new OrderHold(turn, approvals),
            new ApprovalHold(approvals),
            new CalendarHold(times, now)));
  }

  /** Returns the same with what checks hold, which are asked last. */
  public Holds and(CheckJudge checks) {
    return new Holds(
        ofAttempt, Stream.concat(ofGroups.stream(), Stream.of(new CheckHold(checks))).toList());
  }

  /** Returns whether nothing holds the attempt as a whole. */
  public boolean attemptOpen() {
    return ofAttempt.stream().allMatch(AttemptHold::open);
  }

  /** Returns whether this member may start now. */
  public boolean open(GroupKey group, String cluster) {
    return attemptOpen() && ofGroups.stream().allMatch(hold -> hold.open(group, cluster));
  }

  /** Returns what holds these members of a group, and no other group for the same cause. */
  public List<GroupHold> of(GroupKey group, List<PendingCluster> waiting) {
    return ofGroups.stream().flatMap(hold -> hold.holds(group, waiting).stream()).toList();
  }
}
