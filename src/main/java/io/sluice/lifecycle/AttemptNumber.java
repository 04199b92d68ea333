package io.sluice.lifecycle;

import java.util.Optional;

/**
 * Numbers the attempts of a policy (rollout-strategy 3.2 and 5, "Deletion").
 *
 * <p>The next attempt has the number of the Rollout object plus one, and only that can be claimed.
 * If the object is new, or older than the replicas (restored from a backup), its number is first
 * raised to the highest that any replica names: an attempt with a lower number may not write these
 * replicas.
 */
public final class AttemptNumber {
  private AttemptNumber() {}

  /**
   * Returns the number to write into the object before the next attempt; empty when it has that
   * number, or while a run is open, which is then the only writer.
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
