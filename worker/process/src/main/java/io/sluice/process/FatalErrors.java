package io.sluice.process;

import java.lang.Thread.UncaughtExceptionHandler;
import java.util.function.IntConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the process on an error that no code can handle, such as a class that is missing or a heap
 * that is full: half a process neither leads nor ends, and is not replaced.
 */
public final class FatalErrors implements UncaughtExceptionHandler {
  /** As with {@code -XX:+ExitOnOutOfMemoryError}, which sees errors that are caught as well. */
  static final int EXIT_CODE = 3;

  private static final Logger LOG = LoggerFactory.getLogger(FatalErrors.class);

  private final IntConsumer halt;

  FatalErrors(IntConsumer halt) {
    this.halt = halt;
  }

  /** Watches all threads from now on. */
  public static void endTheProcess() {
    // Without shutdown hooks: they may need what is broken.
    Thread.setDefaultUncaughtExceptionHandler(new FatalErrors(Runtime.getRuntime()::halt));
  }

  @Override
  public void uncaughtException(Thread thread, Throwable failure) {
    if (!(failure instanceof Error || failure.getCause() instanceof Error)) {
      LOG.error("thread {} ended: {}", thread.getName(), failure.getMessage(), failure);
      return;
    }
    try {
      LOG.error("thread {} ended: the process ends", thread.getName(), failure);
    } finally {
      halt.accept(EXIT_CODE);
    }
  }
}
