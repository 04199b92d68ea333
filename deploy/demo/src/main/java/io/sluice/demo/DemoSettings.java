package io.sluice.demo;

import static java.util.Objects.requireNonNull;

import io.sluice.settings.Settings;
import io.sluice.tools.terminal.Terminal;
import io.sluice.workflow.RolloutSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Holds how a demo is played.
 *
 * @param apiPort port of the Kubernetes API; 0: any free one
 * @param temporalPort port of Temporal; 0: any free one
 * @param kind what it shows
 * @param examples a folder of manifests; empty: those that come with Sluice
 * @param failing how many clusters of group stage never comply
 * @param autoApprove whether every group is approved as soon as it waits
 * @param real the folder of the development servers to play on; empty: servers in this process
 */
record DemoSettings(
    DemoKind kind,
    int apiPort,
    int temporalPort,
    Duration soakFloor,
    Optional<Path> examples,
    int failing,
    boolean autoApprove,
    Duration timeout,
    Optional<Path> real) {
  private static final Duration PUBLISH_EVERY = Duration.ofMillis(200);

  DemoSettings {
    requireNonNull(kind, "kind is null");
    requireNonNull(soakFloor, "soakFloor is null");
    requireNonNull(examples, "examples is null");
    requireNonNull(timeout, "timeout is null");
    requireNonNull(real, "real is null");
  }

  /** Returns whether a demo that has failed stays, so that a person can look at it until Ctrl-C. */
  boolean staysAfterFailure(Terminal terminal) {
    return !autoApprove && terminal.asks() && terminal.redraws();
  }

  /** Returns the settings of the worker of any demo: what happens is shown soon. */
  Settings worker() {
    RolloutSettings rollouts =
        new RolloutSettings(true, Settings.DEFAULTS.rollouts().mostEvents(), PUBLISH_EVERY);
    return Settings.DEFAULTS.with(all -> all.soakFloor(soakFloor).rollouts(rollouts));
  }
}
