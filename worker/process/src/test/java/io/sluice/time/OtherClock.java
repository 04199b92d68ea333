package io.sluice.time;

import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;

/**
 * Gives the time of the machine, with another wall clock: delays pass as ever.
 *
 * @param clock the wall clock
 */
public record OtherClock(Clock clock) implements ProcessTime {
  @Override
  public long nanos() {
    return SYSTEM.nanos();
  }

  @Override
  public ScheduledExecutorService threads(String name, int count) {
    return SYSTEM.threads(name, count);
  }

  @Override
  public void pause(Duration time) throws InterruptedException {
    SYSTEM.pause(time);
  }
}
