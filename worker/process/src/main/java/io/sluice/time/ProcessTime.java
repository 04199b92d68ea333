package io.sluice.time;

import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;

/**
 * Provides the clocks of a process, and the threads in which it runs tasks now or later.
 *
 * <p>All parts of one process share one, so that their clocks and delays agree.
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
   * ending; whoever asks for them shuts them down.
   *
   * @param name of each thread
   * @param count how many tasks run at the same time
   */
  ScheduledExecutorService threads(String name, int count);

  /** Blocks the caller for that time. */
  void pause(Duration time) throws InterruptedException;
}
