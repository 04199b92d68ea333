package io.sluice.status;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.ContentSize;
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
   * The revision that counts once an attempt has this outcome.
   *
   * @param former what counted before
   * @param revision what the attempt rolled out
   * @param bytes of its copy: one too large to be stored counts as none, as newcomers could not be
   *     given it
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
   * One kept revision, and how many replicas carry it.
   *
   * @param sequence higher than that of every revision kept before
   */
  public record Carried(String revision, long sequence, long replicas) {
    public Carried {
      requireNonNull(revision, "revision is null");
    }
  }

  /**
   * The revision that counts after a restore that dropped the status: what most replicas carry, and
   * the newest of those that equally many do.
   */
  public static Optional<String> restored(List<Carried> revisions) {
    return revisions.stream()
        .filter(carried -> carried.replicas() > 0)
        .max(Comparator.comparingLong(Carried::replicas).thenComparingLong(Carried::sequence))
        .map(Carried::revision);
  }

  /**
   * Whether a status was dropped by a restore. An object without a number that the keeper did not
   * make itself is older than its status, if replicas remember an attempt; one that was deleted is
   * made anew by the keeper, and means that nothing succeeded before.
   */
  public static boolean statusDropped(
      boolean objectFound, boolean numbered, long highestOnReplicas) {
    return objectFound && !numbered && highestOnReplicas > 0;
  }
}
