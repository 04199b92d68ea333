package io.sluice.control.template;

import static java.util.Objects.requireNonNull;

import io.sluice.control.rollout.AttemptSettings;

/**
 * Holds how templates are rolled out.
 *
 * @param namespace of Sluice itself, where the Rollouts of cluster-scoped templates are
 */
public record StagedSettings(String namespace, AttemptSettings attempts) {
  public StagedSettings {
    requireNonNull(namespace, "namespace is null");
    requireNonNull(attempts, "attempts is null");
  }
}
