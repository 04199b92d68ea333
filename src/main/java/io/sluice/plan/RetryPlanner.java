package io.sluice.plan;

import io.sluice.plan.tracking.ClusterTimers;
import io.sluice.plan.tracking.ClusterTracker;
import io.sluice.plan.tracking.Membership;
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
 * hub refused or that were not tried, and of replicas that are gone (rollout-strategy 3.2, 3.4).
 *
 * <p>A write that was requested is not requested again before its answer, or a minute without one.
 */
final class RetryPlanner {
  private final AttemptSpec spec;
  private final ClusterTracker tracker;
  private final ClusterTimers timers;
  private final Membership members;

  RetryPlanner(AttemptSpec spec, ClusterTracker tracker, Membership members) {
    this.spec = spec;
    this.tracker = tracker;
    this.timers = tracker.timers();
    this.members = members;
  }

  /**
   * Plans looks at clusters past their deadline: a failure is judged on an observation made after
   * it. A refused write is looked at by trying it again, where the attempt may still write; if that
   * is not tried, the cluster is read.
   *
   * @param late clusters past their deadline that were not observed since
   */
  List<Action> looks(List<ClusterState> late, boolean mayWrite) {
    List<ClusterState> tries = new ArrayList<>();
    List<String> read = new ArrayList<>();
    for (ClusterState entry : late) {
      if (mayWrite && untriedSinceExpiry(entry)) {
        tries.add(entry);
      } else if (!mayWrite || !underWay(entry)) {
        read.add(entry.cluster());
      }
    }
    List<Action> actions = new ArrayList<>();
    if (!read.isEmpty()) {
      String because =
          "%s past the deadline of %s, not observed since"
              .formatted(Wording.clusters(read.size()), deadline());
      actions.add(new Action.Look(read, because));
    }
    actions.addAll(
        writes(tries, "%s refused since the deadline of " + deadline() + " began: one last try"));
    return actions;
  }

  /**
   * Plans looks at clusters whose soak is over, but that were not seen all the time: while a
   * cluster stays reachable and selected, no event need show that it still succeeds.
   */
  List<Action> unconfirmed() {
    List<ClusterState> unseen =
        tracker.filter(
            entry ->
                timers.overstays(entry)
                    && !entry.is(ClusterFlag.UNREACHABLE)
                    && !members.leaving(entry.cluster())
                    && timers.over(timers.retryAt(entry)));
    if (unseen.isEmpty()) {
      return List.of();
    }
    tracker.markRetried(unseen);
    String because =
        "%s whose soak is over, not seen all the time".formatted(Wording.clusters(unseen.size()));
    return List.of(new Action.Look(unseen.stream().map(ClusterState::cluster).toList(), because));
  }

  /** True for a refused write that was not repeated after its deadline. */
  private boolean untriedSinceExpiry(ClusterState late) {
    return late.stage() == Stage.STARTED
        && late.since() < timers.expiry(late)
        && !members.leaving(late.cluster());
  }

  /** True for a write that was requested and may still be answered. */
  private boolean underWay(ClusterState entry) {
    return entry.stage() == Stage.STARTED && !timers.over(timers.retryAt(entry));
  }

  /**
   * Plans the writes of clusters that were started before and of which the hub knows nothing: their
   * batch did not begin, ended before their turn, or gave no answer.
   */
  List<Action> notTried() {
    return writes(
        due(Stage.STARTED, Stage.STARTED).stream()
            .filter(entry -> entry.refused() == 0 || entry.is(ClusterFlag.NOT_TRIED))
            .toList(),
        "%s started before, not tried yet");
  }

  /** Plans the writes that the hub refused and that are due again. */
  List<Action> refused() {
    return writes(
        due(Stage.STARTED, Stage.STARTED).stream()
            .filter(entry -> entry.refused() != 0 && !entry.is(ClusterFlag.NOT_TRIED))
            .toList(),
        "%s refused by the hub: tried again after " + Wording.of(ClusterTracker.RETRY));
  }

  /**
   * Plans the writes of clusters that had this version and whose replica is gone. It is a repair
   * and no start, so it does not end with the attempt's outcome.
   *
   * @param takenBack whether a cluster's write is taken back instead
   */
  List<Action> gone(Predicate<ClusterState> takenBack) {
    return writes(
        due(Stage.DISPATCHED, Stage.TIMED_OUT).stream()
            .filter(entry -> entry.hasVersion() && !takenBack.test(entry))
            .toList(),
        "%s without the replica that was written: written again");
  }

  /** Returns clusters whose replica is gone and that had what they run without their turn. */
  List<ClusterState> goneWithoutVersion() {
    return due(Stage.DISPATCHED, Stage.NEW_CLUSTER).stream()
        .filter(entry -> !entry.hasVersion())
        .toList();
  }

  private List<ClusterState> due(Stage first, Stage last) {
    return tracker.unwritten().stream()
        .filter(entry -> entry.stage().compareTo(first) >= 0 && entry.stage().compareTo(last) <= 0)
        .filter(entry -> timers.over(timers.retryAt(entry)) && !members.leaving(entry.cluster()))
        .toList();
  }

  private List<Action> writes(List<ClusterState> entries, String because) {
    tracker.markRetried(entries);
    return DispatchPlanner.plan(
        members.groups(), entries, again -> because.formatted(Wording.clusters(again.size())));
  }

  private String deadline() {
    return spec.strategy().progressDeadline().map(Wording::of).orElse("0s");
  }
}
