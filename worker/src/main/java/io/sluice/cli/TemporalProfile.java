package io.sluice.cli;

import static java.util.Objects.requireNonNull;

import io.sluice.settings.Settings;
import io.temporal.envconfig.ClientConfigProfile;
import io.temporal.envconfig.LoadClientConfigProfileOptions;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/**
 * Finds Temporal as its own command line does: by option, else the environment, else {@code
 * temporal.toml}.
 *
 * @param service how to connect
 * @param namespace the namespace of the rollouts
 */
record TemporalProfile(WorkflowServiceStubsOptions service, String namespace) {
  TemporalProfile {
    requireNonNull(service, "service is null");
    requireNonNull(namespace, "namespace is null");
  }

  static TemporalProfile of(
      Optional<String> address, Optional<String> namespace, Map<String, String> environment) {
    ClientConfigProfile profile = load(environment);
    WorkflowServiceStubsOptions.Builder service =
        WorkflowServiceStubsOptions.newBuilder(profile.toWorkflowServiceStubsOptions());
    address.ifPresent(service::setTarget);
    return new TemporalProfile(
        service.validateAndBuildWithDefaults(),
        namespace
            .or(() -> Optional.ofNullable(profile.getNamespace()))
            .orElse(Settings.DEFAULTS.temporalNamespace()));
  }

  private static ClientConfigProfile load(Map<String, String> environment) {
    try {
      return ClientConfigProfile.load(
          LoadClientConfigProfileOptions.newBuilder().setEnvOverrides(environment).build());
    } catch (IOException | RuntimeException e) {
      throw new CliFailure(
          "Cannot read the Temporal profile: %s. Correct temporal.toml, TEMPORAL_CONFIG_FILE or TEMPORAL_PROFILE."
              .formatted(e.getMessage()),
          e);
    }
  }
}
