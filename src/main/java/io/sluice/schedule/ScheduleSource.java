package io.sluice.schedule;

import java.time.Instant;
import java.util.Optional;

/** Evaluates a schedule at any instant, for who looks further ahead than one evaluation reaches. */
@FunctionalInterface
public interface ScheduleSource {
  /** Knows of no schedule. */
  ScheduleSource NONE = now -> Optional.empty();

  /** Returns the times as they are known then; empty if nothing restricts any cluster. */
  Optional<ScheduleTimes> at(Instant now);
}
