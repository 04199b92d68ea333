package io.sluice.time;

import io.sluice.time.VirtualTask.Repetition;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Gives tasks to a {@link VirtualTime}, which runs at most so many at the same time. */
final class VirtualThreads extends AbstractExecutorService implements ScheduledExecutorService {
  private final VirtualTime time;
  private final String name;
  private final int count;
  private int busy;
  private volatile boolean shutdown;

  VirtualThreads(VirtualTime time, String name, int count) {
    this.time = time;
    this.name = name;
    this.count = count;
  }

  VirtualTime time() {
    return time;
  }

  synchronized boolean free() {
    return busy < count;
  }

  synchronized void begun() {
    busy++;
  }

  synchronized void ended() {
    busy--;
  }

  private synchronized boolean idle() {
    return busy == 0;
  }

  private <V> VirtualTask<V> add(
      Callable<V> work, long delay, Repetition repetition, long period, TimeUnit unit) {
    if (shutdown) {
      throw new RejectedExecutionException("%s is shut down".formatted(name));
    }
    VirtualTask<V> task =
        new VirtualTask<>(this, work, unit.toNanos(delay), repetition, unit.toNanos(period));
    time.add(task);
    return task;
  }

  @Override
  public <V> ScheduledFuture<V> schedule(Callable<V> work, long delay, TimeUnit unit) {
    return add(work, delay, Repetition.NONE, 0, unit);
  }

  @Override
  public ScheduledFuture<?> schedule(Runnable work, long delay, TimeUnit unit) {
    return schedule(Executors.callable(work), delay, unit);
  }

  @Override
  public ScheduledFuture<?> scheduleAtFixedRate(
      Runnable work, long delay, long period, TimeUnit unit) {
    return add(Executors.callable(work), delay, Repetition.RATE, period, unit);
  }

  @Override
  public ScheduledFuture<?> scheduleWithFixedDelay(
      Runnable work, long delay, long period, TimeUnit unit) {
    return add(Executors.callable(work), delay, Repetition.DELAY, period, unit);
  }

  @Override
  public void execute(Runnable work) {
    submit(work);
  }

  @Override
  public Future<?> submit(Runnable work) {
    return schedule(work, 0, TimeUnit.NANOSECONDS);
  }

  @Override
  public <V> Future<V> submit(Runnable work, V result) {
    return submit(Executors.callable(work, result));
  }

  @Override
  public <V> Future<V> submit(Callable<V> work) {
    return schedule(work, 0, TimeUnit.NANOSECONDS);
  }

  @Override
  public void shutdown() {
    shutdown = true;
    time.remove(task -> task.threads() == this && task.isPeriodic());
  }

  @Override
  public List<Runnable> shutdownNow() {
    shutdown = true;
    return time.remove(task -> task.threads() == this);
  }

  @Override
  public boolean isShutdown() {
    return shutdown;
  }

  @Override
  public boolean isTerminated() {
    return shutdown && idle() && !time.any(task -> task.threads() == this);
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) {
    return time.waitFor(this::isTerminated, Duration.ofNanos(unit.toNanos(timeout)));
  }

  @Override
  public String toString() {
    return name;
  }
}
