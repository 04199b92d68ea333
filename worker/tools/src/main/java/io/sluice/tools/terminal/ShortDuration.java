package io.sluice.tools.terminal;

import java.time.Duration;

/** Formats a duration in a few characters, as kubectl formats ages: {@code 95s}, {@code 3h12m}. */
public final class ShortDuration {
  private static final long MINUTE = 60;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;
  private static final long YEAR = 365 * DAY;

  private ShortDuration() {}

  /** Formats it; a negative one, of clocks that differ, is zero. */
  public static String of(Duration duration) {
    long seconds = Math.max(0, duration.toSeconds());
    if (seconds < 2 * MINUTE) {
      return seconds + "s";
    }
    if (seconds < 10 * MINUTE) {
      return two(seconds, MINUTE, "m", 1, "s");
    }
    if (seconds < 3 * HOUR) {
      return seconds / MINUTE + "m";
    }
    if (seconds < 8 * HOUR) {
      return two(seconds, HOUR, "h", MINUTE, "m");
    }
    if (seconds < 2 * DAY) {
      return seconds / HOUR + "h";
    }
    if (seconds < 8 * DAY) {
      return two(seconds, DAY, "d", HOUR, "h");
    }
    if (seconds < 2 * YEAR) {
      return seconds / DAY + "d";
    }
    return seconds < 8 * YEAR ? two(seconds, YEAR, "y", DAY, "d") : seconds / YEAR + "y";
  }

  private static String two(long seconds, long unit, String label, long next, String nextLabel) {
    long rest = seconds % unit / next;
    return seconds / unit + label + (rest == 0 ? "" : rest + nextLabel);
  }
}
