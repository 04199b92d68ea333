package io.sluice.policy;

import java.util.Optional;

/**
 * Limits what is kept of a version: an object of the hub must stay below etcd's 1.5 MiB
 * (rollout-strategy 5, "Revisions" and "Size").
 */
public final class ContentSize {
  /** The most that is kept of one version, as JSON. */
  public static final int MOST_BYTES = 700 * 1024;

  private static final String REASON = "PolicyTooLarge";

  private ContentSize() {}

  public static boolean fits(long bytes) {
    return bytes <= MOST_BYTES;
  }

  /** Why content of that size cannot be kept, hence not be rolled out. */
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

  /** Kibibytes, rounded up: what is over a limit must not look equal to it. */
  public static long kib(long bytes) {
    return (bytes + 1023) / 1024;
  }
}
