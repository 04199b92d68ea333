package io.sluice.policy.admission;

import io.sluice.policy.Problem;
import java.util.Optional;

/**
 * Limits the size of the stored content of a version: an object of the hub must stay below etcd's
 * 1.5 MiB (rollout-strategy 5, "Revisions" and "Size").
 */
public final class ContentSize {
  /** The largest content that is stored, in bytes of JSON. */
  public static final int MOST_BYTES = 700 * 1024;

  private static final String REASON = "PolicyTooLarge";

  private ContentSize() {}

  public static boolean fits(long bytes) {
    return bytes <= MOST_BYTES;
  }

  /** Returns the problem of content that is too large to be stored, and so to be rolled out. */
  public static Optional<Problem> problem(long bytes) {
    return fits(bytes)
        ? Optional.empty()
        : Optional.of(
            new Problem(
                REASON,
                "its content",
                "has %d KiB, and at most %d can be kept".formatted(kib(bytes), kib(MOST_BYTES)),
                "Split the policy"));
  }

  /** Converts to KiB, rounded up: a size above a limit must not look equal to it. */
  public static long kib(long bytes) {
    return (bytes + 1023) / 1024;
  }
}
