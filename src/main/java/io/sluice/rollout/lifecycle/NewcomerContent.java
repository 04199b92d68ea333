package io.sluice.rollout.lifecycle;

import static java.util.Objects.requireNonNull;

import io.sluice.rollout.Outcome;
import io.sluice.rollout.PendingMode;
import io.sluice.rollout.RootView;
import java.util.Optional;

/**
 * Decides which version a cluster without a replica gets while no run is open (rollout-strategy
 * 3.7, "Added after the end").
 *
 * <p>An open run serves its newcomers itself; with refused settings no replica is written, and none
 * for a policy that is being deleted.
 */
public enum NewcomerContent {
  NOTHING,
  /** Mode KeepPrevious: the last successful version. */
  LAST_SUCCESSFUL,
  /** Mode KeepPrevious, type All or an inform policy, which have no former version. */
  PRESENT,
  /** Mode Inform, after a failure: the present version as inform, until the next attempt. */
  PRESENT_AS_INFORM;

  /**
   * The input of the decision.
   *
   * @param root the policy as it is now
   * @param record what the Rollout object reports of the last attempt
   * @param mode what clusters run until they are started
   * @param atOnce whether all clusters start at once
   * @param refused whether the present settings are refused
   * @param lastSuccessful whether a last successful version is kept
   */
  public record Input(
      RootView root,
      RolloutRecord record,
      PendingMode mode,
      boolean atOnce,
      boolean refused,
      boolean lastSuccessful) {
    public Input {
      requireNonNull(root, "root is null");
      requireNonNull(record, "record is null");
      requireNonNull(mode, "mode is null");
    }
  }

  public static NewcomerContent of(Input input) {
    boolean served = !input.root().disabled() && !input.root().deleting() && !input.refused();
    if (!served || input.record().runOpen()) {
      return NOTHING;
    }
    return switch (input.mode()) {
      case KEEP_PREVIOUS -> kept(input);
      case INFORM ->
          !input.atOnce() && ended(input, Outcome.FAILED, Outcome.ABORTED)
              ? PRESENT_AS_INFORM
              : NOTHING;
      case BESIDE -> NOTHING;
    };
  }

  private static NewcomerContent kept(Input input) {
    if (input.atOnce()) {
      return ended(input, Outcome.SUCCEEDED, Outcome.FAILED) ? PRESENT : NOTHING;
    }
    return input.lastSuccessful() ? LAST_SUCCESSFUL : NOTHING;
  }

  /** False also for a version that was never rolled out: that is left to the next attempt. */
  private static boolean ended(Input input, Outcome one, Outcome other) {
    RolloutRecord last = input.record();
    Optional<String> outcome = last.outcome();
    return last.generation() == input.root().version().generation()
        && last.ofStrategy(input.root())
        && (outcome.equals(Optional.of(one.label())) || outcome.equals(Optional.of(other.label())));
  }
}
