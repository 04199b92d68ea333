package io.sluice.tools.option;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Waits for Ctrl-C or SIGTERM, and delays the end of the JVM until everything is closed.
 *
 * <p>Open it first and close it last.
 */
public final class ShutdownSignal implements AutoCloseable {
  private static final Duration LONGEST_SHUTDOWN = Duration.ofSeconds(9);

  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch closed = new CountDownLatch(1);

  private ShutdownSignal() {}

  /** Returns a signal that comes with Ctrl-C or SIGTERM from now on. */
  public static ShutdownSignal listen() {
    ShutdownSignal signal = new ShutdownSignal();
    Runtime.getRuntime().addShutdownHook(new Thread(signal::shutDown, "shutdown"));
    return signal;
  }

  /** Returns a signal that only {@link #stop} gives. */
  public static ShutdownSignal silent() {
    return new ShutdownSignal();
  }

  private void shutDown() {
    asked.countDown();
    try {
      closed.await(LONGEST_SHUTDOWN.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits until the program is to end. */
  public void await() throws InterruptedException {
    asked.await();
  }

  /** Waits for at most that time; true when the program is to end. */
  public boolean await(Duration longest) throws InterruptedException {
    return asked.await(longest.toMillis(), TimeUnit.MILLISECONDS);
  }

  /**
   * Waits for at most that time; true when the program is to end, or the thread is interrupted,
   * which stays so.
   */
  public boolean comes(Duration longest) {
    try {
      return await(longest);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  /** Asks the program to end. */
  public void stop() {
    asked.countDown();
  }

  @Override
  public void close() {
    closed.countDown();
  }
}
