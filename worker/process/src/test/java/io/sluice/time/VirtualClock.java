package io.sluice.time;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** Shows the wall clock of a {@link VirtualTime}. */
final class VirtualClock extends Clock {
  private final VirtualTime time;
  private volatile Instant start;

  VirtualClock(VirtualTime time, Instant start) {
    this.time = time;
    this.start = start;
  }

  void set(Instant now) {
    start = start.plus(Duration.between(instant(), now));
  }

  @Override
  public Instant instant() {
    return start.plusNanos(time.nanos());
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    throw new UnsupportedOperationException("all instants are in UTC");
  }
}
