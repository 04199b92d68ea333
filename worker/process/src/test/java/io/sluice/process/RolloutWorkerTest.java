package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.settings.DeploymentVersion;
import io.sluice.settings.Settings;
import io.temporal.common.VersioningBehavior;
import io.temporal.worker.WorkerDeploymentOptions;
import io.temporal.worker.WorkerFactoryOptions;
import java.util.Optional;
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
        .isEqualTo(Settings.DEFAULTS.writesInFlight());
  }

  /** A server that answers slowly holds no call to the hub (between-waves K4). */
  @Test
  void checksAreAskedBesideTheCallsToTheHub() {
    assertThat(CheckWorker.options(Settings.DEFAULTS).getMaxConcurrentActivityExecutionSize())
        .isEqualTo(32);
  }

  /** Of a thousand that wait for one window, 600 would be kept, and all replayed in turn. */
  @Test
  void asManyRunsAreKeptAsTheHeapAllows() {
    assertThat(kept(64)).isEqualTo(600);
    assertThat(kept(256)).isEqualTo(600);
    assertThat(kept(1_024)).isEqualTo(2_048);
    assertThat(kept(65_536)).isEqualTo(5_000);
  }

  private static int kept(long mebibytes) {
    WorkerFactoryOptions options = RolloutWorker.factoryOptions(mebibytes << 20).build();
    assertThat(options.getMaxWorkflowThreadCount())
        .isGreaterThanOrEqualTo(options.getWorkflowCacheSize());
    return options.getWorkflowCacheSize();
  }

  @Test
  void runsMoveToTheCurrentVersionOfTheWorker() {
    WorkerDeploymentOptions versioned =
        RolloutWorker.options(
                Settings.DEFAULTS.with(
                    settings ->
                        settings.version(Optional.of(new DeploymentVersion("sluice", "a1b2")))))
            .getDeploymentOptions();
    assertThat(versioned.isUsingVersioning()).isTrue();
    assertThat(versioned.getVersion().toCanonicalString()).isEqualTo("sluice.a1b2");
    assertThat(versioned.getDefaultVersioningBehavior()).isEqualTo(VersioningBehavior.AUTO_UPGRADE);
    assertThat(RolloutWorker.options(Settings.DEFAULTS).getDeploymentOptions()).isNull();
  }

  @Test
  void aVersionHasANameAndABuild() {
    assertThat(DeploymentVersion.of(Optional.empty(), Optional.empty())).isEmpty();
    assertThatThrownBy(() -> DeploymentVersion.of(Optional.of("sluice"), Optional.empty()))
        .hasMessage(
            "Cannot version this worker: temporal.deployment.name is set, and"
                + " temporal.deployment.buildId is not. Set both, or neither.");
  }
}
