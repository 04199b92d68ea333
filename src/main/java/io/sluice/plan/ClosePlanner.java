package io.sluice.plan;

import io.sluice.plan.tracking.ClusterTracker;
import io.sluice.plan.tracking.GroupCounts;
import io.sluice.rollout.Action;
import io.sluice.rollout.Action.Close.Ending;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Outcome;
import java.util.List;
import java.util.Optional;

/** Plans the end of an attempt's run (rollout-strategy 3.2). */
final class ClosePlanner {
  private ClosePlanner() {}

  /** Ends the run at once; only what was enforced beside the propagator is withdrawn first. */
  static Action overtaken(
      AttemptSpec spec, HubSnapshot hub, ClusterTracker tracker, String because) {
    return RevertPlanner.unstaged(spec, hub, tracker)
        .orElseGet(() -> new Action.Close(ending(hub), because));
  }

  private static Ending ending(HubSnapshot hub) {
    return hub.claim() == HubSnapshot.ClaimState.HELD
        ? Ending.WITH_A_LAST_WRITE
        : Ending.WITHOUT_A_WRITE;
  }

  /**
   * Ends the run once the outcome is set, no cluster is in flight and nothing is given back.
   *
   * @param planned the other actions of the step
   */
  static Optional<Action> ended(
      Optional<Outcome> outcome, List<GroupCounts> groups, List<Action> planned) {
    boolean busy =
        planned.stream()
            .anyMatch(
                action -> action instanceof Action.TakeBack || action instanceof Action.Provide);
    boolean inFlight = groups.stream().anyMatch(group -> group.inFlight() > 0);
    return outcome
        .filter(end -> !inFlight && !busy)
        .map(end -> new Action.Close(Ending.WITH_A_LAST_WRITE, "the outcome is " + end));
  }
}
