package io.sluice.plan;

import io.sluice.plan.tracking.ClusterTracker;
import io.sluice.rollout.Action;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.ClusterFlag;
import io.sluice.rollout.ClusterState;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Stage;
import io.sluice.rollout.Wording;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Plans which writes are taken back (rollout-strategy 3.1, 3.6). */
final class RevertPlanner {
  private RevertPlanner() {}

  /**
   * Under a breach, a cluster that is TimeOut, unreachable and without a report since its dispatch
   * gets the last successful version, so that its return does not bring the one that was halted.
   *
   * <p>The status comes first: the write of a cluster is taken back once its end stands on the hub.
   */
  static List<Action> underBreach(ClusterTracker tracker) {
    List<ClusterState> timedOut = tracker.filter(entry -> entry.stage() == Stage.TIMED_OUT);
    List<ClusterState> lost = timedOut.stream().filter(RevertPlanner::lost).toList();
    String because =
        "%d of %d TimeOut clusters unreachable and without a report, under a breach"
            .formatted(lost.size(), timedOut.size());
    List<String> unpublished = named(lost, entry -> !entry.is(ClusterFlag.PUBLISHED));
    List<String> published = named(lost, entry -> entry.is(ClusterFlag.PUBLISHED));
    List<Action> actions = new ArrayList<>();
    if (!unpublished.isEmpty()) {
      actions.add(new Action.Publish(unpublished, because));
    }
    if (!published.isEmpty()) {
      actions.add(new Action.TakeBack(published, because));
    }
    return actions;
  }

  private static List<String> named(List<ClusterState> entries, Predicate<ClusterState> which) {
    return entries.stream().filter(which).map(ClusterState::cluster).toList();
  }

  /** Returns true for a cluster whose write is taken back under a breach, and is not yet. */
  static boolean lost(ClusterState entry) {
    return entry.stage() == Stage.TIMED_OUT
        && entry.dispatched() != 0
        && entry.is(ClusterFlag.UNREACHABLE)
        && !entry.is(ClusterFlag.REPORTED)
        && !entry.is(ClusterFlag.TAKEN_BACK);
  }

  /**
   * Beside the propagator an edit of the root reaches clusters that are enforced before it can be
   * staged: they go back to inform first.
   */
  static Optional<Action> unstaged(AttemptSpec spec, HubSnapshot hub, ClusterTracker tracker) {
    if (!spec.changedUnderEnforced(hub)) {
      return Optional.empty();
    }
    List<String> enforced =
        tracker.entries().stream()
            .filter(ClusterState::hasVersion)
            .map(ClusterState::cluster)
            .toList();
    return enforced.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Action.TakeBack(
                enforced,
                "%s already enforced generation %d when the policy became generation %d"
                    .formatted(
                        Wording.clusters(enforced.size()),
                        spec.version().generation(),
                        hub.root().orElseThrow().version().generation())));
  }
}
