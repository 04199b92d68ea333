package io.sluice.simulator;

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
 */
public final class SimulatorPatience {
  public static final Duration MOST = Duration.ofSeconds(90);

  private SimulatorPatience() {}

  /** Begins a wait. */
  public static ConditionFactory await() {
    return Awaitility.await().atMost(MOST);
  }

  /** Begins a wait that a failure names. */
  public static ConditionFactory await(String what) {
    return Awaitility.await(what).atMost(MOST);
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
