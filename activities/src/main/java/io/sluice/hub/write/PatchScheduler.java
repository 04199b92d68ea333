package io.sluice.hub.write;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Runs patches in their order: two at a time, or, while something else has priority, one at a time
 * for at most one part in ten of the time.
 *
 * <p>A patch takes the hub as long as a dispatch: one for each cluster that succeeds would take a
 * third of the hub's throughput from the rollout.
 */
final class PatchScheduler {
  private static final int AT_ONCE = 2;

  /** After a patch that took 5 ms the next one begins 45 ms later. */
  private static final int PAUSE = 9;

  private final ScheduledThreadPoolExecutor threads;
  private final Deque<Runnable> waiting = new ArrayDeque<>();
  private int running;
  private boolean yields;

  /** Starts the threads; {@link #end} ends them. */
  PatchScheduler(String name) {
    threads =
        new ScheduledThreadPoolExecutor(
            AT_ONCE,
            work -> {
              Thread thread = new Thread(work, name);
              thread.setDaemon(true);
              return thread;
            },
            new ScheduledThreadPoolExecutor.DiscardPolicy());
    threads.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  /** Runs a short task later; what takes time it passes to {@link #add}. */
  void schedule(Runnable task, long millis) {
    threads.schedule(task, millis, TimeUnit.MILLISECONDS);
  }

  /** Adds a patch. */
  synchronized void add(Runnable patch) {
    waiting.add(patch);
    start();
  }

  /** Sets whether something else has priority from now on. */
  synchronized void yieldTo(boolean others) {
    yields = others;
    start();
  }

  private void start() {
    while (running < Math.min(atOnce(), waiting.size())) {
      running++;
      threads.execute(this::next);
    }
  }

  private int atOnce() {
    return yields ? 1 : AT_ONCE;
  }

  private void next() {
    Runnable patch;
    synchronized (this) {
      if (waiting.isEmpty() || running > atOnce()) {
        running--;
        return;
      }
      patch = waiting.poll();
    }
    long begun = System.nanoTime();
    try {
      patch.run();
    } finally {
      threads.schedule(this::next, pause(System.nanoTime() - begun), TimeUnit.NANOSECONDS);
    }
  }

  private synchronized long pause(long took) {
    return yields ? PAUSE * took : 0;
  }

  /** Drops what waits; returns whether all that runs has ended within that time. */
  boolean end(long seconds) throws InterruptedException {
    threads.shutdownNow();
    return threads.awaitTermination(seconds, TimeUnit.SECONDS);
  }
}
