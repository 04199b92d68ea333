package io.sluice.gate;

import java.time.Duration;
import java.time.Instant;

/**
 * Decides for how long values may be held that OCM's propagator encrypts for clusters (gate 6): it
 * replaces the key every 30 days, and a cluster can read what was encrypted with the last two.
 */
public final class EncryptedValues {
  private static final Duration PERIOD = Duration.ofDays(30);
  private static final Duration WARNED = Duration.ofDays(20);

  private EncryptedValues() {}

  /** Returns whether people are to be warned of values that are held since then. */
  public static boolean warned(Instant since, Instant now) {
    return !now.isBefore(since.plus(WARNED));
  }

  /** Returns from when on clusters cannot read them any more. */
  public static Instant unreadable(Instant since) {
    return since.plus(PERIOD.multipliedBy(2));
  }

  /** Returns the number of whole days for which they are held. */
  public static long days(Instant since, Instant now) {
    return Duration.between(since, now).toDays();
  }
}
