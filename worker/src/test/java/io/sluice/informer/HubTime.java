package io.sluice.informer;

import io.sluice.time.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import org.awaitility.core.ThrowingRunnable;

/**
 * Advances the time beside a hub in memory: before each task the caches have seen all that was
 * written, so that nothing depends on how fast events come.
 */
public final class HubTime {
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

  /** Lets time pass, and runs each task when it is due. */
  public void advance(Duration span) {
    Instant end = time.now().plus(span);
    do {
      seen.await();
    } while (time.runNext(Duration.between(time.now(), end)));
  }

  /** Lets time pass until this holds: at most half a minute. */
  public void soon(ThrowingRunnable check) {
    Instant end = time.now().plus(LONGEST);
    seen.await();
    while (!holds(check) && time.runNext(Duration.between(time.now(), end))) {
      seen.await();
    }
    run(check);
  }

  /** Lets time pass, in which this holds all the time. */
  public void stays(Duration span, ThrowingRunnable check) {
    Instant end = time.now().plus(span);
    do {
      seen.await();
      run(check);
    } while (time.runNext(Duration.between(time.now(), end)));
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

  private static void run(ThrowingRunnable check) {
    try {
      check.run();
    } catch (Error | RuntimeException e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
