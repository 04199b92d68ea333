package io.sluice.time;

import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Provides the clocks of the machine, and daemon threads. */
final class SystemTime implements ProcessTime {
  @Override
  public Clock clock() {
    return Clock.systemUTC();
  }

  @Override
  public long nanos() {
    return System.nanoTime();
  }

  @Override
  public ScheduledExecutorService threads(String name, int count) {
    ScheduledThreadPoolExecutor threads =
        new ScheduledThreadPoolExecutor(
            count,
            task -> {
              Thread thread = new Thread(task, name);
              thread.setDaemon(true);
              return thread;
            });
    threads.setRemoveOnCancelPolicy(true);
    return threads;
  }

  @Override
  public void pause(Duration time) throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(time.toNanos());
  }
}
