package io.sluice.time;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs once, or again after a period, when {@link VirtualTime} has come to it. */
final class VirtualTask<V> extends FutureTask<V> implements RunnableScheduledFuture<V> {
  /** For a wait without an end. */
  private static final long LONGEST_HOURS = 1;

  /** How a task is repeated: not, from the planned begin of the former one, or from its end. */
  enum Repetition {
    NONE,
    RATE,
    DELAY
  }

  private final VirtualTime time;
  private final VirtualThreads threads;
  private final Repetition repetition;
  private final long period;
  private long at;
  private long number;

  VirtualTask(
      VirtualThreads threads, Callable<V> work, long delay, Repetition repetition, long period) {
    super(work);
    this.threads = threads;
    this.time = threads.time();
    this.repetition = repetition;
    this.period = period;
    plan(time.nanos() + Math.max(0, delay));
  }

  private void plan(long instant) {
    at = instant;
    number = time.next();
  }

  long at() {
    return at;
  }

  VirtualThreads threads() {
    return threads;
  }

  @Override
  public boolean isPeriodic() {
    return repetition != Repetition.NONE;
  }

  @Override
  public void run() {
    try {
      if (!isPeriodic()) {
        super.run();
      } else if (runAndReset() && !threads.isShutdown()) {
        plan((repetition == Repetition.RATE ? at : time.nanos()) + period);
        time.add(this);
      }
    } finally {
      threads.ended();
    }
  }

  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    boolean cancelled = super.cancel(false);
    time.remove(task -> task == this);
    return cancelled;
  }

  @Override
  public V get() throws InterruptedException, ExecutionException {
    if (!time.waitFor(this::isDone, Duration.ofHours(LONGEST_HOURS))) {
      throw new IllegalStateException(
          "Cannot wait for a task of %s: it does not end.".formatted(threads));
    }
    return super.get();
  }

  @Override
  public V get(long timeout, TimeUnit unit)
      throws InterruptedException, ExecutionException, TimeoutException {
    if (!time.waitFor(this::isDone, Duration.ofNanos(unit.toNanos(timeout)))) {
      throw new TimeoutException();
    }
    return super.get();
  }

  @Override
  public long getDelay(TimeUnit unit) {
    return unit.convert(at - time.nanos(), TimeUnit.NANOSECONDS);
  }

  @Override
  public int compareTo(Delayed other) {
    VirtualTask<?> task = (VirtualTask<?>) other;
    return at == task.at ? Long.compare(number, task.number) : Long.compare(at, task.at);
  }
}
