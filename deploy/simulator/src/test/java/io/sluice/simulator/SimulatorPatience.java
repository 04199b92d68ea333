package io.sluice.simulator;

import java.time.Duration;
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
}
