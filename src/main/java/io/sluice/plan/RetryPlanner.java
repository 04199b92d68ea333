package io.sluice.plan;

import io.sluice.plan.tracking.ClusterTimers;
import io.sluice.plan.tracking.ClusterTracker;
import io.sluice.plan.tracking.MembersByGroup;
import io.sluice.rollout.Action;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.ClusterFlag;
import io.sluice.rollout.ClusterState;
import io.sluice.rollout.Stage;
import io.sluice.rollout.Wording;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Plans what is done again for started clusters: a look after their deadline, and writes that the
 * hub refused or that were not tried (rollout-strategy 3.2, 3.4).
 */
final class RetryPlanner {
  private final AttemptSpec spec;
  private final ClusterTracker tracker;
  private final ClusterTimers timers;
  private final MembersByGroup groups;

  RetryPlanner(AttemptSpec spec, ClusterTracker tracker, MembersByGroup groups) {
    this.spec = spec;
    this.tracker = tracker;
    this.timers = tracker.timers();
    this.groups = groups;
  }

  /**
   * Plans looks at clusters past their deadline: a failure is judged on an observation made after
   * it. A refused write is looked at by trying it again, where the attempt may still write.
   *
   * @param late clusters past their deadline that were not observed since
   */
  List<Action> looks(List<ClusterState> late, boolean mayWrite) {
    List<Action> actions = new ArrayList<>();
    List<String> read =
        late.stream()
            .filter(entry -> entry.stage() == Stage.DISPATCHED || !mayWrite)
            .map(ClusterState::cluster)
            .toList();
    if (!read.isEmpty()) {
      String because =
          "%s past the deadline of %s, not observed since"
              .formatted(Wording.clusters(read.size()), deadline());
      actions.add(new Action.Look(read, because));
    }
    if (mayWrite) {
      actions.addAll(
          writes(
              late.stream().filter(this::untriedSinceExpiry).toList(),
              "%s refused since the deadline of " + deadline() + " began: one last try"));
    }
    return actions;
  }

  /** Plans the writes that the hub refused and that are due again. */
  List<Action> refused() {
    return writes(
        tracker.refused().stream().filter(entry -> timers.over(timers.retryAt(entry))).toList(),
        "%s refused by the hub: tried again after " + Wording.of(ClusterTracker.RETRY));
  }

  /**
   * Plans the writes that an earlier step requested and that were not tried, because their batch
   * did not begin or ended before their turn.
   */
  List<Action> notTried(Predicate<String> leaving) {
    return writes(
        tracker.filter(
            entry ->
                entry.stage() == Stage.STARTED
                    && entry.is(ClusterFlag.NOT_TRIED)
                    && !leaving.test(entry.cluster())),
        "%s started before, not tried yet");
  }

  /** True for a refused write that was not repeated after its deadline. */
  private boolean untriedSinceExpiry(ClusterState late) {
    return late.stage() == Stage.STARTED
        && (late.since() < timers.expiry(late) || late.is(ClusterFlag.NOT_TRIED));
  }

  private List<Action> writes(List<ClusterState> entries, String because) {
    tracker.markRetried(entries);
    return DispatchPlanner.plan(
        groups, entries, again -> because.formatted(Wording.clusters(again.size())));
  }

  private String deadline() {
    return spec.strategy().progressDeadline().map(Wording::of).orElse("0s");
  }
}
