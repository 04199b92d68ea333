package io.sluice.tools.config;

import io.sluice.settings.DeploymentVersion;
import io.sluice.settings.Role;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Holds the options that say which part of the work a process does, and as which version. */
public final class RoleOptions {
  @Option(
      names = "--role",
      descriptionKey = "role",
      paramLabel = "all|controller|worker",
      defaultValue = "all",
      description =
          "controller: lead by the Lease; worker: run rollouts for Temporal; all: both."
              + " Default: ${DEFAULT-VALUE}.")
  private Named role;

  /** The values of {@code --role}, spelled as the user writes them. */
  private enum Named {
    all(Role.ALL),
    controller(Role.CONTROLLER),
    worker(Role.WORKER);

    private final Role role;

    Named(Role role) {
      this.role = role;
    }
  }

  @Option(
      names = "--deployment-name",
      descriptionKey = "temporal.deployment.name",
      paramLabel = "NAME",
      description =
          "Worker Deployment of Temporal's Worker Versioning, with --build-id; runs move to its"
              + " current version by themselves. Default: none, no versioning.")
  private String deployment;

  @Option(
      names = "--build-id",
      descriptionKey = "temporal.deployment.buildId",
      paramLabel = "ID",
      description = "Version of this worker in its Worker Deployment. Default: none.")
  private String buildId;

  public Role role() {
    return role.role;
  }

  /**
   * Returns the version of the worker; empty without Worker Versioning.
   *
   * @throws IllegalArgumentException with a message for the user
   */
  public Optional<DeploymentVersion> version() {
    return DeploymentVersion.of(Optional.ofNullable(deployment), Optional.ofNullable(buildId));
  }
}
