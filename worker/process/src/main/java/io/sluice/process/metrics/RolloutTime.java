package io.sluice.process.metrics;

import static java.util.Objects.requireNonNullElse;

import io.sluice.hub.crd.RolloutStatus;
import io.sluice.hub.status.DerivedStatus;
import io.sluice.status.WaitCause;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Splits the time of an attempt, in seconds.
 *
 * @param progress the time in which it went on, or waited for clusters
 * @param people the time in which it waited for a person: an approval, the end of a pause, valid
 *     settings
 */
record RolloutTime(long progress, long people) {
  /**
   * Returns the time up to the outcome, else up to now; empty when no attempt has begun.
   *
   * @param now the present instant
   */
  static Optional<RolloutTime> of(RolloutStatus status, Instant now) {
    if (status.startedAt == null) {
      return Optional.empty();
    }
    boolean ended = status.endedAt != null;
    long all = seconds(status.startedAt, ended ? Instant.parse(status.endedAt) : now);
    long people = requireNonNullElse(status.waitedForPeopleSeconds, 0L);
    if (!ended
        && status.waitingSince != null
        && DerivedStatus.cause(status).filter(WaitCause::people).isPresent()) {
      people += seconds(status.waitingSince, now);
    }
    long waited = Math.min(people, all);
    return Optional.of(new RolloutTime(all - waited, waited));
  }

  private static long seconds(String from, Instant to) {
    return Math.max(0, Duration.between(Instant.parse(from), to).toSeconds());
  }
}
