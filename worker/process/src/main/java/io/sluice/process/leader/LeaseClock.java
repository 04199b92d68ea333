package io.sluice.process.leader;

import static java.util.Objects.requireNonNull;

import io.sluice.time.ProcessTime;
import java.time.Duration;
import java.time.ZonedDateTime;

/**
 * Measures elapsed time also across a suspension of the process or its machine.
 *
 * <p>The monotonic clock stands still while a machine is suspended, and the wall clock may be set
 * back: the longer of both counts. A clock that is set forward ends a term early, which is safe.
 */
final class LeaseClock {
  private final ProcessTime time;

  LeaseClock(ProcessTime time) {
    this.time = requireNonNull(time, "time is null");
  }

  /** Holds a moment on both clocks. */
  record Mark(long nanos, long millis) {}

  /** Returns what the wall clock shows. */
  ZonedDateTime now() {
    return ZonedDateTime.now(time.clock());
  }

  Mark mark() {
    return new Mark(time.nanos(), time.clock().millis());
  }

  Duration since(Mark begin) {
    Duration monotonic = monotonicSince(begin);
    Duration wall = Duration.ofMillis(time.clock().millis() - begin.millis());
    return monotonic.compareTo(wall) > 0 ? monotonic : wall;
  }

  /** Returns the time on the monotonic clock alone, where only too short a time is safe. */
  Duration monotonicSince(Mark begin) {
    return Duration.ofNanos(time.nanos() - begin.nanos());
  }
}
