package io.sluice.lifecycle;

import static java.util.Objects.requireNonNull;

import io.sluice.rollout.Outcome;
import io.sluice.rollout.PendingMode;
import io.sluice.rollout.RootView;
import java.util.Optional;

/**
 * Decides what a cluster is given that has no replica while no run is open (rollout-strategy 3.7,
 * "Added after the end").
 *
 * <p>An open run provides for its newcomers itself; refused settings write no replica.
 */
public enum NewcomerContent {
  NOTHING,
  /** K: the version that was rolled out last with success. */
  LAST_SUCCESSFUL,
  /** K, type All or an inform policy: these know no former version, also after a failure. */
  PRESENT,
  /** I, after a failure: the present version as inform, until another attempt comes. */
  PRESENT_AS_INFORM;

  /**
   * What decides it.
   *
   * @param root the policy as it is now
   * @param record what the Rollout object says of the last attempt
   * @param mode what clusters run until their turn
   * @param atOnce whether nobody waits for a turn
   * @param refused whether the present settings are refused
   * @param lastSuccessful whether a last successful version is kept
   */
  public record Facts(
      RootView root,
      RolloutRecord record,
      PendingMode mode,
      boolean atOnce,
      boolean refused,
      boolean lastSuccessful) {
    public Facts {
      requireNonNull(root, "root is null");
      requireNonNull(record, "record is null");
      requireNonNull(mode, "mode is null");
    }
  }

  public static NewcomerContent of(Facts facts) {
    if (facts.record().runOpen() || facts.refused() || facts.root().disabled()) {
      return NOTHING;
    }
    return switch (facts.mode()) {
      case KEEP_PREVIOUS -> kept(facts);
      case INFORM ->
          !facts.atOnce() && ended(facts, Outcome.FAILED, Outcome.ABORTED)
              ? PRESENT_AS_INFORM
              : NOTHING;
      case BESIDE -> NOTHING;
    };
  }

  private static NewcomerContent kept(Facts facts) {
    if (facts.atOnce()) {
      return ended(facts, Outcome.SUCCEEDED, Outcome.FAILED) ? PRESENT : NOTHING;
    }
    return facts.lastSuccessful() ? LAST_SUCCESSFUL : NOTHING;
  }

  /** A version that no attempt has brought to anybody is for the next one to bring. */
  private static boolean ended(Facts facts, Outcome one, Outcome other) {
    RolloutRecord last = facts.record();
    Optional<String> outcome = last.outcome();
    return last.generation() == facts.root().version().generation()
        && last.strategyHash().equals(facts.root().strategyHash())
        && (outcome.equals(Optional.of(one.label())) || outcome.equals(Optional.of(other.label())));
  }
}
