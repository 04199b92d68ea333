package io.sluice.lifecycle;

import java.util.Optional;

/**
 * Counts the attempts of a policy (rollout-strategy 3.2 and 5, "Deletion").
 *
 * <p>The number of the next attempt is one higher than the Rollout object's, and only that is ever
 * claimed. Where the object is new, or older than the replicas (restored from a backup), the keeper
 * first raises its number to the highest that any replica remembers: with a lower one, every
 * replica would be somebody else's.
 */
public final class AttemptNumber {
  private AttemptNumber() {}

  /**
   * The number that the object has to have before the next attempt; absent when it has it, or while
   * a run is open: nobody but the run writes then.
   *
   * @param own the object of this policy; absent when there is none
   * @param highestOnReplicas the highest attempt that any replica's dispatch names
   */
  public static Optional<Long> toWrite(Optional<RolloutRecord> own, long highestOnReplicas) {
    if (own.isEmpty()) {
      return Optional.of(highestOnReplicas);
    }
    return own.filter(record -> !record.runOpen() && record.attempt() < highestOnReplicas)
        .map(record -> highestOnReplicas);
  }
}
