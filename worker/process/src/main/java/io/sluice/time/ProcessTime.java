package io.sluice.time;

import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;

/**
 * Tells the time of a process, and makes the threads in which it runs what is due later.
 *
 * <p>All that one process does goes by one of these, so that its clocks and delays agree.
 */
public interface ProcessTime {
  /** The time of the machine. */
  ProcessTime SYSTEM = new SystemTime();

  /** Returns the wall clock, which may be set. */
  Clock clock();

  /** Returns a reading of the monotonic clock: only differences mean something. */
  long nanos();

  /**
   * Makes threads that run what is given to them, now or later. They do not keep the process from
   * its end; whoever asks for them shuts them down.
   *
   * @param name of each thread
   * @param count how many tasks run at the same time
   */
  ScheduledExecutorService threads(String name, int count);

  /** Lets the caller wait. */
  void pause(Duration time) throws InterruptedException;
}
