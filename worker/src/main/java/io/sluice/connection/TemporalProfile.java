package io.sluice.connection;

import static java.util.Objects.requireNonNull;

import io.sluice.settings.Settings;
import io.temporal.envconfig.ClientConfigProfile;
import io.temporal.envconfig.ClientConfigTLS;
import io.temporal.envconfig.LoadClientConfigProfileOptions;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Finds Temporal as its own command line does: by option, else the environment, else {@code
 * temporal.toml}.
 *
 * @param service how to connect
 * @param namespace the namespace of the rollouts
 */
public record TemporalProfile(WorkflowServiceStubsOptions service, String namespace) {
  private static final String FILE = "TEMPORAL_CONFIG_FILE";

  public TemporalProfile {
    requireNonNull(service, "service is null");
    requireNonNull(namespace, "namespace is null");
  }

  /**
   * Reads the settings.
   *
   * @throws IllegalArgumentException with a message for the user
   */
  public static TemporalProfile of(
      Optional<String> address, Optional<String> namespace, Map<String, String> environment) {
    ClientConfigProfile profile = load(environment);
    if (address.isEmpty()) {
      Optional.ofNullable(profile.getAddress()).ifPresent(TemporalProfile::check);
    }
    WorkflowServiceStubsOptions.Builder service =
        WorkflowServiceStubsOptions.newBuilder(service(profile));
    address.ifPresent(service::setTarget);
    return new TemporalProfile(
        service.validateAndBuildWithDefaults(),
        namespace
            .or(() -> Optional.ofNullable(profile.getNamespace()))
            .orElse(Settings.DEFAULTS.temporalNamespace()));
  }

  private static void check(String address) {
    TemporalAddress.problem(address)
        .ifPresent(
            problem -> {
              throw new IllegalArgumentException(
                  "Cannot use the address %s of TEMPORAL_ADDRESS or temporal.toml: %s"
                      .formatted(address, problem));
            });
  }

  private static ClientConfigProfile load(Map<String, String> environment) {
    String file = environment.get(FILE);
    if (file != null && !Files.isReadable(Path.of(file))) {
      throw new IllegalArgumentException(
          "Cannot read the Temporal profile: %s is %s, which %s. Correct or unset it."
              .formatted(
                  FILE, file, Files.exists(Path.of(file)) ? "may not be read" : "does not exist"));
    }
    try {
      return ClientConfigProfile.load(
          LoadClientConfigProfileOptions.newBuilder().setEnvOverrides(environment).build());
    } catch (IOException | RuntimeException e) {
      throw new IllegalArgumentException(
          "Cannot read the Temporal profile: %s. Correct temporal.toml, TEMPORAL_CONFIG_FILE or TEMPORAL_PROFILE."
              .formatted(
                  e instanceof NullPointerException
                      // The SDK's answer to a file without profiles.
                      ? "the file has no [profile.…]"
                      : ConnectionFailure.reason(e)),
          e);
    }
  }

  private static WorkflowServiceStubsOptions service(ClientConfigProfile profile) {
    ClientConfigTLS tls = profile.getTls();
    if (tls != null) {
      NamedFile.problems(
              new NamedFile("client_cert_path", tls.getClientCertPath()),
              new NamedFile("client_key_path", tls.getClientKeyPath()),
              new NamedFile("server_ca_cert_path", tls.getServerCACertPath()))
          .ifPresent(
              problems -> {
                throw new IllegalArgumentException(
                    "Cannot use the TLS settings of Temporal: %s. Correct temporal.toml or TEMPORAL_TLS_…."
                        .formatted(problems));
              });
      boolean certificate = tls.getClientCertPath() != null || tls.getClientCertData() != null;
      boolean key = tls.getClientKeyPath() != null || tls.getClientKeyData() != null;
      if (certificate != key) {
        throw new IllegalArgumentException(
            "Cannot use the TLS settings of Temporal: they name a %s without a %s. Set both client_cert_path and client_key_path, or neither."
                .formatted(
                    certificate ? "client certificate" : "client key",
                    certificate ? "client key" : "client certificate"));
      }
    }
    try {
      return profile.toWorkflowServiceStubsOptions();
    } catch (RuntimeException e) {
      throw new IllegalArgumentException(
          "Cannot use the TLS settings of Temporal: %s. Correct temporal.toml or TEMPORAL_TLS_…."
              .formatted(ConnectionFailure.reason(e)),
          e);
    }
  }
}
