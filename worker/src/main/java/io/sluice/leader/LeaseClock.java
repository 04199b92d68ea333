package io.sluice.leader;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Measures elapsed time also across a suspension of the process or its machine.
 *
 * <p>The monotonic clock stands still while a machine is suspended, and the wall clock may be set
 * back: the longer of both counts. A clock that is set forward ends a term early, which is safe.
 */
final class LeaseClock {
  private final LongSupplier nanos;
  private final LongSupplier millis;

  LeaseClock() {
    this(System::nanoTime, System::currentTimeMillis);
  }

  LeaseClock(LongSupplier nanos, LongSupplier millis) {
    this.nanos = nanos;
    this.millis = millis;
  }

  /** Holds a moment on both clocks. */
  record Mark(long nanos, long millis) {}

  Mark mark() {
    return new Mark(nanos.getAsLong(), millis.getAsLong());
  }

  Duration since(Mark begin) {
    Duration monotonic = monotonicSince(begin);
    Duration wall = Duration.ofMillis(millis.getAsLong() - begin.millis());
    return monotonic.compareTo(wall) > 0 ? monotonic : wall;
  }

  /** For what is only safe when it is measured too short. */
  Duration monotonicSince(Mark begin) {
    return Duration.ofNanos(nanos.getAsLong() - begin.nanos());
  }
}
