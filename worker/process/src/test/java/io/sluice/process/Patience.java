package io.sluice.process;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/**
 * Waits in tests for as long as the busiest machine may take; what is in order does not wait for
 * it.
 *
 * <p>A machine that others use may stand still for many seconds. What does not come within this
 * time does not come at all. The tests of {@code deploy/demo} use it, too; each of the other
 * modules has its own.
 */
public final class Patience {
  public static final Duration MOST = Duration.ofSeconds(150);

  /** The seconds after which a test of servers is taken to hang. */
  public static final long TEST = 600;

  private Patience() {}

  /** Begins a wait. */
  public static ConditionFactory await() {
    return Awaitility.await().atMost(MOST);
  }

  /** Begins a wait that a failure names. */
  public static ConditionFactory await(String what) {
    return Awaitility.await(what).atMost(MOST);
  }

  /**
   * Looks again and again for at least that long, and fails as soon as it is not so.
   *
   * <p>Unlike {@code await().during(…)}, which is content with a later stretch of that length, and
   * fails where the machine stands still beyond its limit.
   */
  public static void stays(Duration time, Runnable assertion) {
    Instant end = Instant.now().plus(time);
    Awaitility.await()
        .atMost(time.plus(MOST))
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(100))
        .until(
            () -> {
              boolean last = !Instant.now().isBefore(end);
              assertion.run();
              return last;
            });
  }

  /** Writes once more when another was faster, and returns what was written. */
  public static <T> T written(Supplier<T> readAndWrite) {
    Instant end = Instant.now().plus(MOST);
    while (true) {
      try {
        return readAndWrite.get();
      } catch (KubernetesClientException e) {
        if (e.getCode() != HttpURLConnection.HTTP_CONFLICT || Instant.now().isAfter(end)) {
          throw e;
        }
      }
    }
  }
}
