package io.sluice.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.settings.Settings;
import org.junit.jupiter.api.Test;

class WorkerOptionsTest {
  @Test
  void aWorkflowTaskThatTakesLongOnABusyMachineIsNoDeadlock() {
    assertThat(Sluice.workerOptions(Settings.DEFAULTS).getDefaultDeadlockDetectionTimeout())
        .isGreaterThanOrEqualTo(10_000);
  }
}
