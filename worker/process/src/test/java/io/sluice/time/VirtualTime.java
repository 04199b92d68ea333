package io.sluice.time;

import static java.util.Objects.requireNonNull;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * Advances only when a test says so, and runs what is due then: in the order of its time, on the
 * thread of the test.
 *
 * <p>A task may be given to it by any thread. One that waits for another, or pauses, has it run
 * meanwhile, as far as there are threads.
 */
public final class VirtualTime implements ProcessTime {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  /** So many tasks at one instant never end. */
  private static final int MOST_AT_ONCE = 10_000;

  private final TreeSet<VirtualTask<?>> tasks = new TreeSet<>();
  private final VirtualClock clock;
  private long nanos;
  private long given;
  private int atOnce;

  public VirtualTime() {
    this(START);
  }

  public VirtualTime(Instant start) {
    this.clock = new VirtualClock(this, start);
  }

  @Override
  public Clock clock() {
    return clock;
  }

  /** Returns the time of its clock. */
  public Instant now() {
    return clock.instant();
  }

  @Override
  public synchronized long nanos() {
    return nanos;
  }

  @Override
  public ScheduledExecutorService threads(String name, int count) {
    return new VirtualThreads(this, name, count);
  }

  @Override
  public void pause(Duration time) {
    advance(time);
  }

  /** Runs what is due now, and what that adds for now. */
  public void runDue() {
    advance(Duration.ZERO);
  }

  /** Lets time pass, and runs each task when it is due. */
  public void advance(Duration time) {
    waitFor(() -> false, time);
  }

  /** Lets time pass in which nothing runs, as while the process stands still. */
  public synchronized void freeze(Duration time) {
    nanos += time.toNanos();
  }

  /** Sets the wall clock alone; it goes on while a machine is suspended, and may be set back. */
  public void setClock(Instant now) {
    clock.set(now);
  }

  /**
   * Lets time pass until the next task is due, at most so long, and runs it.
   *
   * @return false when none was due within that time, which has then passed
   */
  public boolean runNext(Duration longest) {
    long until = nanos() + longest.toNanos();
    Optional<VirtualTask<?>> next = begin(until);
    next.ifPresentOrElse(VirtualTask::run, () -> passUntil(until));
    return next.isPresent();
  }

  /** Runs what is due until something is done; returns whether it is within that time. */
  boolean waitFor(BooleanSupplier done, Duration longest) {
    long until = nanos() + longest.toNanos();
    while (!done.getAsBoolean()) {
      if (!runNext(Duration.ofNanos(until - nanos()))) {
        return done.getAsBoolean();
      }
    }
    return true;
  }

  private synchronized void passUntil(long until) {
    if (until > nanos) {
      nanos = until;
      atOnce = 0;
    }
  }

  private synchronized Optional<VirtualTask<?>> begin(long until) {
    Optional<VirtualTask<?>> next =
        tasks.stream()
            .takeWhile(task -> task.at() <= until)
            .filter(task -> task.threads().free())
            .findFirst();
    next.ifPresent(
        task -> {
          tasks.remove(task);
          passUntil(task.at());
          task.threads().begun();
          if (++atOnce > MOST_AT_ONCE) {
            throw new IllegalStateException(
                "Cannot advance: tasks for now are added without an end.");
          }
        });
    return next;
  }

  /** Returns a number for the next task: of those that are due together the first given runs. */
  synchronized long next() {
    return given++;
  }

  synchronized void add(VirtualTask<?> task) {
    tasks.add(requireNonNull(task, "task is null"));
  }

  synchronized boolean any(Predicate<VirtualTask<?>> which) {
    return tasks.stream().anyMatch(which);
  }

  synchronized List<Runnable> remove(Predicate<VirtualTask<?>> which) {
    List<Runnable> removed = tasks.stream().filter(which).map(Runnable.class::cast).toList();
    tasks.removeIf(which);
    return removed;
  }
}
