package io.sluice.hub.transport;

import java.util.function.Supplier;

/**
 * Runs what waits for the answer to each of its requests.
 *
 * <p>Such a request is sent on the thread of its caller, and its answer wakes that thread at once.
 * The JDK sends any other on a thread of its own, and has two more pass the answer on, which takes
 * more processor time than the request.
 */
public final class WaitingCaller {
  private static final ThreadLocal<Boolean> WAITING = ThreadLocal.withInitial(() -> false);

  private WaitingCaller() {}

  /** Returns what the requests return; each is awaited before the next is sent. */
  public static <T> T call(Supplier<T> requests) {
    if (WAITING.get()) {
      return requests.get();
    }
    WAITING.set(true);
    try {
      return requests.get();
    } finally {
      WAITING.remove();
    }
  }

  /** Returns whether the present thread waits for the answer; fabric8 repeats on another thread. */
  static boolean present() {
    return WAITING.get();
  }
}
