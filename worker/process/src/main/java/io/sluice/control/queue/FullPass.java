package io.sluice.control.queue;

import static java.util.Objects.requireNonNull;

import io.sluice.time.ProcessTime;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Makes a pass over everything when it is asked to, and at intervals after that, which finds what
 * no event reports. A pass that fails is repeated with a growing delay.
 */
public final class FullPass implements AutoCloseable {
  private static final String ALL = "all";

  private final Supplier<Duration> every;
  private final Runnable pass;
  private final WorkQueue<String> passes;

  /** Creates it; the first pass is made when it is asked for. */
  public FullPass(String name, Duration every, Runnable pass, ProcessTime time) {
    this(name, () -> every, pass, time);
  }

  /**
   * The same with intervals that differ.
   *
   * @param every returns after a pass how long it is until the next
   */
  public FullPass(String name, Supplier<Duration> every, Runnable pass, ProcessTime time) {
    this.every = requireNonNull(every, "every is null");
    this.pass = requireNonNull(pass, "pass is null");
    this.passes = new WorkQueue<>(time, name, 1, this::make);
  }

  /** Has a pass made soon. */
  public void ask() {
    passes.add(ALL);
  }

  /** Has the first pass made after an interval: what it does has just been done. */
  public void askLater() {
    passes.addAfter(ALL, every.get());
  }

  private void make(String all) {
    pass.run();
    passes.addAfter(all, every.get());
  }

  /** Returns what is measured of its queue. */
  public QueueStatistics statistics() {
    return passes.statistics();
  }

  /** Returns whether no pass waits or is being made. */
  public boolean idle() {
    return passes.idle();
  }

  @Override
  public void close() {
    passes.close();
  }
}
