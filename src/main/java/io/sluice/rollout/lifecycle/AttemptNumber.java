package io.sluice.rollout.lifecycle;

import java.util.OptionalLong;
import java.util.stream.LongStream;

/**
 * Numbers the attempts of a policy (rollout-strategy 3.2 and 5, "Deletion").
 *
 * <p>The next attempt has the number of the Rollout object plus one, and only that can be claimed.
 * An object that names none, because it is new or was restored without its status, first gets the
 * number of the last attempt: {@link #former}. A user who may write a replica can write any number
 * into it, so replicas count only where the policy's own namespace has lost the number.
 */
public final class AttemptNumber {
  /** A higher number on a replica is no attempt's. */
  public static final long HIGHEST_ON_REPLICAS = 1_000_000_000L;

  private AttemptNumber() {}

  /**
   * Returns the number of the last attempt of a policy whose Rollout object names none; 0 if there
   * was none.
   *
   * @param onRevisions the highest number on its revisions
   * @param onReplicas the numbers that dispatches name, on selected clusters
   */
  public static long former(OptionalLong onRevisions, LongStream onReplicas) {
    return onRevisions.orElseGet(
        () -> onReplicas.filter(number -> number > 0 && !foreign(number)).max().orElse(0));
  }

  /** True for a number that no attempt can have. */
  public static boolean foreign(long onReplica) {
    return onReplica > HIGHEST_ON_REPLICAS;
  }

  /** Returns the number that follows; the very last one has no successor. */
  static long after(long number) {
    return Math.min(number, Long.MAX_VALUE - 1) + 1;
  }
}
