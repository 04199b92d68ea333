package io.sluice.control.rollout;

import static java.util.Objects.requireNonNull;

import io.sluice.settings.Settings;
import io.sluice.workflow.RolloutSettings;
import java.time.Duration;

/**
 * Holds how attempts are carried out, whatever they are about.
 *
 * @param soakFloor least time that a success must last
 * @param weakSoakFloor the same on weak evidence
 */
public record AttemptSettings(
    Duration soakFloor, Duration weakSoakFloor, RolloutSettings rollouts) {
  public AttemptSettings {
    requireNonNull(soakFloor, "soakFloor is null");
    requireNonNull(weakSoakFloor, "weakSoakFloor is null");
    requireNonNull(rollouts, "rollouts is null");
  }

  public static AttemptSettings of(Settings settings) {
    return new AttemptSettings(settings.soakFloor(), settings.weakSoakFloor(), settings.rollouts());
  }
}
