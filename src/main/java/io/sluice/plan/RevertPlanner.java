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

/** Settles whose write is taken back (rollout-strategy 3.1, 3.6). */
final class RevertPlanner {
  private RevertPlanner() {}

  /**
   * Under a breach, a cluster that is TimeOut, unreachable and silent since its dispatch meets the
   * last successful version on its return, not the one that halted the rollout.
   */
  static Optional<Action> underBreach(ClusterTracker tracker) {
    List<String> lost =
        tracker.entries().stream()
            .filter(entry -> entry.stage() == Stage.TIMED_OUT && entry.dispatched() != 0)
            .filter(entry -> entry.is(ClusterFlag.UNREACHABLE))
            .filter(entry -> !entry.is(ClusterFlag.REPORTED) && !entry.is(ClusterFlag.TAKEN_BACK))
            .map(ClusterState::cluster)
            .toList();
    return lost.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Action.TakeBack(
                lost,
                "%s unreachable and silent since the dispatch, under a breach"
                    .formatted(Wording.clusters(lost.size()))));
  }

  /**
   * Beside the propagator an edit of the root reaches clusters that are enforced before anyone can
   * stage it: they go back to inform first.
   */
  static Optional<Action> unstaged(AttemptSpec spec, HubSnapshot hub, ClusterTracker tracker) {
    if (!spec.changedUnderEnforced(hub)) {
      return Optional.empty();
    }
    List<String> enforced =
        tracker.entries().stream()
            .filter(ClusterState::enforced)
            .filter(entry -> !entry.is(ClusterFlag.TAKEN_BACK))
            .map(ClusterState::cluster)
            .toList();
    return enforced.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Action.TakeBack(
                enforced,
                "%s enforced generation %d already when it changed"
                    .formatted(Wording.clusters(enforced.size()), spec.version().generation())));
  }
}
