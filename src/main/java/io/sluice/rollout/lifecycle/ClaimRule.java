package io.sluice.rollout.lifecycle;

import io.sluice.rollout.HubSnapshot;
import java.util.Optional;

/**
 * Decides whether an attempt may claim the Rollout object, and whether it still holds it
 * (rollout-strategy 3.2, "Claim").
 *
 * <p>Only the next number may claim the object. A missing number reads as 0, also if a revision or
 * replicas name one: a new object gets it before an attempt starts ({@link AttemptNumber}). If a
 * run could claim an object without a number, so could a run from before the object was deleted.
 */
public final class ClaimRule {
  private ClaimRule() {}

  /** The answer to a claim. */
  public enum Answer {
    /** The attempt begins; the former one moves to the history. */
    BEGINS,
    /** The attempt holds the object already: its run was lost, or repeats the claim. */
    GOES_ON,
    REFUSED
  }

  /**
   * The decision on a claim.
   *
   * @param because why it is refused; empty otherwise
   */
  public record Decision(Answer answer, Optional<String> because) {
    private static Decision refused(String because) {
      return new Decision(Answer.REFUSED, Optional.of(because));
    }
  }

  /**
   * Decides on a claim.
   *
   * @param found the present Rollout object, if there is one
   */
  public static Decision judge(Optional<RolloutRecord> found, ClaimRequest request) {
    if (found.isEmpty()) {
      return Decision.refused("the Rollout object is gone");
    }
    RolloutRecord record = found.get();
    if (!record.policyUid().equals(request.policyUid())) {
      return Decision.refused("the Rollout object belongs to another policy of that name");
    }
    if (request.holds(record)) {
      // A repeated claim must not open a closed run again.
      return record.runOpen() || record.outcome().isEmpty()
          ? new Decision(Answer.GOES_ON, Optional.empty())
          : Decision.refused("attempt %d has closed".formatted(request.number()));
    }
    return request.number() > 0 && record.attempt() == request.number() - 1
        ? new Decision(Answer.BEGINS, Optional.empty())
        : Decision.refused(
            "the Rollout object is at attempt %d, so attempt %d cannot take it"
                .formatted(record.attempt(), request.number()));
  }

  /** Reports whether an attempt still holds the object that it claimed. */
  public static HubSnapshot.ClaimState standing(
      Optional<RolloutRecord> found, ClaimRequest request) {
    if (found.isEmpty() || !found.get().policyUid().equals(request.policyUid())) {
      return HubSnapshot.ClaimState.DELETED;
    }
    return request.holds(found.get()) ? HubSnapshot.ClaimState.HELD : HubSnapshot.ClaimState.LOST;
  }

  /** Describes why an attempt does not hold the object any more. */
  public static String whyLost(Optional<RolloutRecord> found) {
    return found
        .map(
            record ->
                "the Rollout object names attempt %d (%s)"
                    .formatted(
                        record.attempt(),
                        record.rolloutUid().isEmpty() ? "no rolloutUID" : record.rolloutUid()))
        .orElse("the Rollout object is gone");
  }
}
