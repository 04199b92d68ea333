package io.sluice.schedule;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.Optional;

/**
 * Reports how calendars stand to an attempt (between-waves 2, Status).
 *
 * @param open whether every cluster that has not started may start, as far as calendars go
 * @param nextChange when any of them may that may not, or the other way round; absent: not within
 *     what is known
 * @param tzdb version of the zone data by which that was evaluated
 * @param ignored who lets this attempt pass; absent: nobody (C8)
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record ScheduleState(
    boolean open,
    Optional<Instant> nextChange,
    String tzdb,
    Optional<ScheduleTimes.Ignored> ignored) {
  public ScheduleState {
    nextChange = requireNonNullElse(nextChange, Optional.empty());
    tzdb = requireNonNullElse(tzdb, "");
    ignored = requireNonNullElse(ignored, Optional.empty());
  }
}
