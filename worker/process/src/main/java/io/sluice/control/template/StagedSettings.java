package io.sluice.control.template;

import static java.util.Objects.requireNonNull;

import io.sluice.control.rollout.AttemptSettings;
import java.time.Duration;

/**
 * Holds how templates are rolled out.
 *
 * @param namespace of Sluice itself, where the Rollouts of cluster-scoped templates are
 * @param removalGrace how long nothing must have selected a member before a run counts it no more
 */
public record StagedSettings(String namespace, AttemptSettings attempts, Duration removalGrace) {
  public StagedSettings {
    requireNonNull(namespace, "namespace is null");
    requireNonNull(attempts, "attempts is null");
    requireNonNull(removalGrace, "removalGrace is null");
  }
}
