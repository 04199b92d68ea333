package io.sluice.lifecycle;

import io.sluice.rollout.HubSnapshot;
import java.util.Optional;

/**
 * Decides whether an attempt may take the Rollout object, and whether it still has it
 * (rollout-strategy 3.2, "Claim").
 *
 * <p>Taken is an object only by the very next number. An object without a number reads as 0, and is
 * no exception for an attempt whose number is one higher than that of any replica: the keeper
 * writes that number into a new object before it starts anybody ({@link AttemptNumber}). If a run
 * could take an unnumbered object on its own reckoning, so could one that was held up since before
 * the object was deleted.
 */
public final class ClaimRule {
  private ClaimRule() {}

  /** What comes of a claim. */
  public enum Answer {
    /** The attempt begins; the former one becomes history. */
    BEGINS,
    /** The attempt has the object already: its run was lost, or asks again. */
    GOES_ON,
    REFUSED
  }

  /**
   * Judges a claim.
   *
   * @param because why it is refused; absent otherwise
   */
  public record Decision(Answer answer, Optional<String> because) {
    private static Decision refused(String because) {
      return new Decision(Answer.REFUSED, Optional.of(because));
    }
  }

  /**
   * Judges a claim.
   *
   * @param there what the Rollout object says now; absent: there is none
   */
  public static Decision judge(Optional<RolloutRecord> there, ClaimRequest claimant) {
    if (there.isEmpty()) {
      return Decision.refused("the Rollout object is gone");
    }
    RolloutRecord record = there.get();
    if (!record.policyUid().equals(claimant.policyUid())) {
      return Decision.refused("the Rollout object belongs to another policy of that name");
    }
    if (claimant.holds(record)) {
      // A claim that was sent twice must not open a closed run again.
      return record.runOpen() || record.outcome().isEmpty()
          ? new Decision(Answer.GOES_ON, Optional.empty())
          : Decision.refused("attempt %d has closed".formatted(claimant.number()));
    }
    return record.attempt() == claimant.number() - 1
        ? new Decision(Answer.BEGINS, Optional.empty())
        : Decision.refused(
            "the Rollout object is at attempt %d, so attempt %d cannot take it"
                .formatted(record.attempt(), claimant.number()));
  }

  /** Whose the object is, for an attempt that took it. */
  public static HubSnapshot.Claim standing(Optional<RolloutRecord> there, ClaimRequest claimant) {
    if (there.isEmpty() || !there.get().policyUid().equals(claimant.policyUid())) {
      return HubSnapshot.Claim.DELETED;
    }
    return claimant.holds(there.get()) ? HubSnapshot.Claim.HELD : HubSnapshot.Claim.LOST;
  }

  /** Why an attempt has no say any more. */
  public static String whyLost(Optional<RolloutRecord> there) {
    return there
        .map(
            record ->
                "the Rollout object names attempt %d (%s)"
                    .formatted(
                        record.attempt(),
                        record.rolloutUid().isEmpty() ? "no rolloutUID" : record.rolloutUid()))
        .orElse("the Rollout object is gone");
  }
}
