package io.sluice.hub.informer;

import io.sluice.time.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.function.BooleanSupplier;
import org.awaitility.core.ThrowingRunnable;

/**
 * Advances the time beside a hub in memory: before each task the caches have seen all that was
 * written, so that nothing depends on how fast events come.
 */
public final class HubTime implements TestTime {
  private static final Duration LONGEST = Duration.ofSeconds(30);

  private final VirtualTime time;
  private final SeenObjects seen;

  public HubTime(VirtualTime time, SeenObjects seen) {
    this.time = time;
    this.seen = seen;
  }

  /** Runs what is due now. */
  public void runDue() {
    advance(Duration.ZERO);
  }

  @Override
  public Instant now() {
    return time.now();
  }

  /** Runs each task when it is due. */
  @Override
  public void advance(Duration span) {
    Instant end = time.now().plus(span);
    do {
      seen.await();
    } while (time.runNext(Duration.between(time.now(), end)));
  }

  /** At most half a minute passes. */
  @Override
  public void soon(ThrowingRunnable check) {
    Instant end = time.now().plus(LONGEST);
    seen.await();
    while (!holds(check) && time.runNext(Duration.between(time.now(), end))) {
      seen.await();
    }
    MachineTime.run(check);
  }

  @Override
  public void stays(Duration span, ThrowingRunnable check) {
    Instant end = time.now().plus(span);
    do {
      seen.await();
      MachineTime.run(check);
    } while (time.runNext(Duration.between(time.now(), end)));
  }

  @Override
  public void quiet(Duration span, BooleanSupplier idle) {
    Instant end = time.now().plus(LONGEST);
    do {
      advance(span);
    } while (!idle.getAsBoolean() && time.now().isBefore(end));
    if (!idle.getAsBoolean()) {
      throw new AssertionError("work is left after " + LONGEST);
    }
  }

  private static boolean holds(ThrowingRunnable check) {
    try {
      check.run();
      return true;
    } catch (AssertionError e) {
      return false;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
