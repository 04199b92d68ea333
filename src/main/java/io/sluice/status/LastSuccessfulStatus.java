package io.sluice.status;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.admission.ContentSize;
import io.sluice.rollout.Outcome;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Decides which revision of a policy counts as last successful (rollout-strategy 5).
 *
 * <p>It changes only when an outcome becomes Succeeded, and is cleared only by disabling the policy
 * ({@code RetirementAction.FORGET_SUCCESS}) or with the object.
 */
public final class LastSuccessfulStatus {
  private LastSuccessfulStatus() {}

  /**
   * Returns the last successful revision after an attempt.
   *
   * @param former the one before the attempt
   * @param revision the one that the attempt rolled out
   * @param bytes its size in bytes; none counts if it is too large to be stored for newcomers
   */
  public static Optional<String> after(
      Optional<Outcome> outcome, Optional<String> former, String revision, long bytes) {
    requireNonNull(revision, "revision is null");
    if (outcome.filter(end -> end == Outcome.SUCCEEDED).isEmpty()) {
      return former;
    }
    return ContentSize.fits(bytes) ? Optional.of(revision) : Optional.empty();
  }

  /**
   * A stored revision.
   *
   * @param sequence higher than that of every revision stored before
   * @param replicas how many replicas have this version
   */
  public record StoredRevision(String revision, long sequence, long replicas) {
    public StoredRevision {
      requireNonNull(revision, "revision is null");
    }
  }

  /**
   * Returns the last successful revision after a restore that dropped the status: the one that most
   * replicas have, and of equals the newest.
   */
  public static Optional<String> restored(List<StoredRevision> revisions) {
    return revisions.stream()
        .filter(stored -> stored.replicas() > 0)
        .max(
            Comparator.comparingLong(StoredRevision::replicas)
                .thenComparingLong(StoredRevision::sequence))
        .map(StoredRevision::revision);
  }

  /**
   * True when a restore dropped the status: the object was found without a number, but the policy
   * had attempts. An object that was deleted is created anew with a number, and without a success.
   *
   * @param former the number of the policy's last attempt; 0 if there was none
   */
  public static boolean statusDropped(boolean objectFound, boolean numbered, long former) {
    return objectFound && !numbered && former > 0;
  }
}
