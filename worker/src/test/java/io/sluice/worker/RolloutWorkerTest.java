package io.sluice.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.settings.Settings;
import org.junit.jupiter.api.Test;

class RolloutWorkerTest {
  @Test
  void aWorkflowTaskThatTakesLongOnABusyMachineIsNoDeadlock() {
    assertThat(RolloutWorker.options(Settings.DEFAULTS).getDefaultDeadlockDetectionTimeout())
        .isGreaterThanOrEqualTo(10_000);
  }

  /** With 200 calls at once a hundred rollouts gave up two of three batches after 15 s. */
  @Test
  void noMoreCallsAreTakenThanTheHubIsSentSoon() {
    assertThat(RolloutWorker.options(Settings.DEFAULTS).getMaxConcurrentActivityExecutionSize())
        .isEqualTo(2 * Settings.DEFAULTS.writesInFlight());
  }
}
