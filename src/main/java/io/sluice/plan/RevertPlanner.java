package io.sluice.plan;

import io.sluice.plan.tracking.ClusterTracker;
import io.sluice.rollout.Action;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.ClusterFlag;
import io.sluice.rollout.ClusterState;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Stage;
import io.sluice.rollout.Wording;
import java.util.List;
import java.util.Optional;

/** Plans which writes are taken back (rollout-strategy 3.1, 3.6). */
final class RevertPlanner {
  private RevertPlanner() {}

  /**
   * Under a breach, a cluster that is TimeOut, unreachable and without a report since its dispatch
   * gets the last successful version, so that its return does not bring the one that was halted.
   */
  static Optional<Action> underBreach(ClusterTracker tracker) {
    List<ClusterState> timedOut = tracker.filter(entry -> entry.stage() == Stage.TIMED_OUT);
    List<String> lost =
        timedOut.stream().filter(RevertPlanner::lost).map(ClusterState::cluster).toList();
    return lost.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Action.TakeBack(
                lost,
                "%d of %d TimeOut clusters unreachable and without a report, under a breach"
                    .formatted(lost.size(), timedOut.size())));
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
