package io.sluice.plan;

import io.sluice.plan.tracking.ClusterTimers;
import io.sluice.plan.tracking.ClusterTracker;
import io.sluice.plan.tracking.SlotRule;
import io.sluice.rollout.Action;
import io.sluice.rollout.Action.Close.Ending;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.ClusterState;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Stage;
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
   * @param busy whether anything was requested in this step, or waits for an answer
   */
  static Optional<Action> ended(
      Optional<Outcome> outcome, ClusterTracker tracker, SlotRule slots, boolean busy) {
    return outcome
        .filter(end -> !busy && tracker.filter(entry -> holds(entry, tracker, slots)).isEmpty())
        .map(end -> new Action.Close(Ending.WITH_A_LAST_WRITE, "the outcome is " + end));
  }

  /** A cluster that was never written gets nothing after the outcome: it holds until its answer. */
  private static boolean holds(ClusterState entry, ClusterTracker tracker, SlotRule slots) {
    boolean unwritten = entry.stage() == Stage.STARTED;
    boolean waits =
        tracker.timers().expiry(entry) != ClusterTimers.NEVER
            || !tracker.timers().over(tracker.timers().retryAt(entry));
    return slots.takes(entry) && (!unwritten || waits);
  }
}
