package io.sluice.control.rollout;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** Shows the time that a test sets. */
public final class MovableClock extends Clock {
  private volatile Instant now;

  public MovableClock(Instant now) {
    this.now = now;
  }

  /** Lets time pass. */
  public void pass(Duration time) {
    now = now.plus(time);
  }

  @Override
  public Instant instant() {
    return now;
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return this;
  }
}
