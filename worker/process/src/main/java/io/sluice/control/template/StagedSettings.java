package io.sluice.control.template;

import static java.util.Objects.requireNonNull;

import io.sluice.workflow.RolloutSettings;
import java.time.Duration;

/**
 * Holds how templates are rolled out.
 *
 * @param namespace of Sluice itself, where the Rollouts of cluster-scoped templates are
 * @param soakFloor least time that a success must last
 * @param weakSoakFloor the same on weak evidence
 */
public record StagedSettings(
    String namespace, Duration soakFloor, Duration weakSoakFloor, RolloutSettings rollouts) {
  public StagedSettings {
    requireNonNull(namespace, "namespace is null");
    requireNonNull(soakFloor, "soakFloor is null");
    requireNonNull(weakSoakFloor, "weakSoakFloor is null");
    requireNonNull(rollouts, "rollouts is null");
  }
}
