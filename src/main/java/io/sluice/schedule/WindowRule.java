package io.sluice.schedule;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.ZoneId;

/**
 * Opens at each time of a cron expression (between-waves C3).
 *
 * @param window how long it stays open, in elapsed time; at most {@link #LONGEST}
 */
public record WindowRule(
    String name, RuleScope scope, CronSchedule cron, Duration window, ZoneId zone) {
  /** The longest time that a window may stay open. */
  public static final Duration LONGEST = Duration.ofHours(168);

  public WindowRule {
    requireNonNull(name, "name is null");
    requireNonNull(scope, "scope is null");
    requireNonNull(cron, "cron is null");
    requireNonNull(window, "window is null");
    requireNonNull(zone, "zone is null");
  }
}
