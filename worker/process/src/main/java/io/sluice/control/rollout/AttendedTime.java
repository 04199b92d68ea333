package io.sluice.control.rollout;

import static java.util.Objects.requireNonNull;

import io.sluice.time.ProcessTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Measures the time in which this process saw what happened on the hub (rollout-strategy 3.2,
 * "Waiting counts attended time only").
 *
 * <p>It begins when the process starts to lead, and anew after each gap in which the process did
 * not run or its watches were down: a process that was suspended has not seen for how long a
 * cluster was away. Grace periods count from {@link #countedFrom}.
 */
public final class AttendedTime implements AutoCloseable {
  static final Duration LONGEST_GAP = Duration.ofSeconds(5);
  private static final long BEAT_MILLIS = 1000;

  private final Clock clock;
  private final LongSupplier nanos;
  private final BooleanSupplier watching;
  private Instant since;
  private Instant lastAt;
  private long lastNanos;

  private Optional<ScheduledExecutorService> beats = Optional.empty();

  private AttendedTime(Clock clock, LongSupplier nanos, BooleanSupplier watching) {
    this.clock = requireNonNull(clock, "clock is null");
    this.nanos = requireNonNull(nanos, "nanos is null");
    this.watching = requireNonNull(watching, "watching is null");
    this.since = clock.instant();
    this.lastAt = since;
    this.lastNanos = nanos.getAsLong();
  }

  /**
   * Starts to measure.
   *
   * @param watching whether all watches are connected
   */
  public static AttendedTime start(ProcessTime time, BooleanSupplier watching) {
    AttendedTime attended = new AttendedTime(time.clock(), time::nanos, watching);
    ScheduledExecutorService beats = time.threads("attended-time", 1);
    beats.scheduleWithFixedDelay(attended::since, BEAT_MILLIS, BEAT_MILLIS, TimeUnit.MILLISECONDS);
    attended.beats = Optional.of(beats);
    return attended;
  }

  /** Measures by these clocks, and only when it is asked. */
  public static AttendedTime measuredBy(Clock clock, LongSupplier nanos, BooleanSupplier watching) {
    return new AttendedTime(clock, nanos, watching);
  }

  /** Since when there was no gap. */
  public synchronized Instant since() {
    Instant now = clock.instant();
    long nowNanos = nanos.getAsLong();
    // The monotonic clock stands still while a machine is suspended, the other one may be set.
    Duration gap = longer(Duration.between(lastAt, now).abs(), nowNanos - lastNanos);
    if (gap.compareTo(LONGEST_GAP) > 0) {
      since = now;
    }
    if (watching.getAsBoolean()) {
      lastAt = now;
      lastNanos = nowNanos;
    }
    return since;
  }

  private static Duration longer(Duration left, long rightNanos) {
    Duration right = Duration.ofNanos(rightNanos);
    return left.compareTo(right) > 0 ? left : right;
  }

  /**
   * Returns from when a wait counts that began at that instant: the later of that and {@link
   * #since}.
   */
  public Instant countedFrom(Instant began) {
    Instant attended = since();
    return began.isAfter(attended) ? began : attended;
  }

  @Override
  public void close() {
    beats.ifPresent(ScheduledExecutorService::shutdownNow);
  }
}
