package io.sluice.settings;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * Names the version of a worker, where Temporal's Worker Versioning decides which version gets
 * which runs.
 *
 * @param deployment name of the Worker Deployment
 * @param buildId of this version
 */
public record DeploymentVersion(String deployment, String buildId) {
  public DeploymentVersion {
    requireNonNull(deployment, "deployment is null");
    requireNonNull(buildId, "buildId is null");
  }

  /**
   * Returns the version; empty where neither is set.
   *
   * @throws IllegalArgumentException if only one of them is
   */
  public static Optional<DeploymentVersion> of(
      Optional<String> deployment, Optional<String> buildId) {
    if (deployment.isPresent() != buildId.isPresent()) {
      throw new IllegalArgumentException(
          "Cannot version this worker: temporal.deployment.%s is set, and temporal.deployment.%s is not. Set both, or neither."
              .formatted(
                  deployment.isPresent() ? "name" : "buildId",
                  deployment.isPresent() ? "buildId" : "name"));
    }
    return deployment.map(name -> new DeploymentVersion(name, buildId.orElseThrow()));
  }
}
