package io.sluice.connection;

import static java.util.Objects.requireNonNull;

import io.sluice.rollout.lifecycle.HubName;
import io.sluice.settings.Settings;
import io.sluice.workflow.payload.PayloadKeys;
import io.temporal.envconfig.ClientConfigProfile;
import io.temporal.envconfig.ClientConfigTLS;
import io.temporal.envconfig.LoadClientConfigProfileOptions;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Finds Temporal as its own command line does: by option, else the environment, else {@code
 * temporal.toml}.
 *
 * @param service how to connect
 * @param namespace the namespace of the rollouts
 * @param payloadKeys what payloads are encrypted with
 */
public record TemporalProfile(
    WorkflowServiceStubsOptions service,
    String namespace,
    HubName hubName,
    PayloadKeys payloadKeys) {
  private static final String FILE = "TEMPORAL_CONFIG_FILE";

  public TemporalProfile {
    requireNonNull(service, "service is null");
    requireNonNull(namespace, "namespace is null");
    requireNonNull(hubName, "hubName is null");
    requireNonNull(payloadKeys, "payloadKeys is null");
  }

  /**
   * Reads the settings.
   *
   * @throws IllegalArgumentException with a message for the user
   */
  public static TemporalProfile of(TemporalSettings settings, Map<String, String> environment) {
    ClientConfigProfile profile = load(settings.in(environment));
    if (settings.address().isEmpty()) {
      Optional.ofNullable(profile.getAddress()).ifPresent(TemporalProfile::check);
    }
    if (settings.apiKeyFile().isPresent()) {
      profile = profile.toBuilder().setApiKey(null).build();
    }
    WorkflowServiceStubsOptions.Builder service =
        WorkflowServiceStubsOptions.newBuilder(service(profile));
    settings.apiKeyFile().map(ApiKeyFile::of).ifPresent(service::addApiKey);
    return new TemporalProfile(
        service.validateAndBuildWithDefaults(),
        Optional.ofNullable(profile.getNamespace()).orElse(Settings.DEFAULTS.temporalNamespace()),
        settings.hubName(),
        PayloadKeyFile.read(settings.payloadKeyFile()));
  }

  /** Returns whether the environment or {@code temporal.toml} names an address. */
  public static boolean names(Map<String, String> environment) {
    return load(environment).getAddress() != null;
  }

  /** Returns what {@code temporal.toml} says, by the keys of settings. */
  public static SortedMap<String, String> ofFile(Map<String, String> environment) {
    Map<String, String> where = new HashMap<>(environment);
    where.keySet().removeIf(TemporalVariables::setting);
    ClientConfigProfile profile = load(where);
    SortedMap<String, String> values = new TreeMap<>();
    put(values, "temporal.address", profile.getAddress());
    put(values, "temporal.namespace", profile.getNamespace());
    put(values, "temporal.apiKey", profile.getApiKey());
    ClientConfigTLS tls = profile.getTls();
    if (tls != null) {
      put(values, "temporal.tls.enabled", String.valueOf(tls.isDisabled() != Boolean.TRUE));
      put(values, "temporal.tls.caFile", tls.getServerCACertPath());
      put(values, "temporal.tls.certFile", tls.getClientCertPath());
      put(values, "temporal.tls.keyFile", tls.getClientKeyPath());
      put(values, "temporal.tls.serverName", tls.getServerName());
    }
    return values;
  }

  private static void put(Map<String, String> values, String key, String value) {
    if (value != null && !value.isEmpty()) {
      values.put(key, value);
    }
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
              new NamedFile("client certificate", tls.getClientCertPath()),
              new NamedFile("client key", tls.getClientKeyPath()),
              new NamedFile("CA certificate", tls.getServerCACertPath()))
          .ifPresent(
              problems -> {
                throw new IllegalArgumentException(
                    "Cannot use the TLS settings of Temporal: %s. Correct temporal.tls, TEMPORAL_TLS_… or temporal.toml."
                        .formatted(problems));
              });
      boolean certificate = tls.getClientCertPath() != null || tls.getClientCertData() != null;
      boolean key = tls.getClientKeyPath() != null || tls.getClientKeyData() != null;
      if (certificate != key) {
        throw new IllegalArgumentException(
            "Cannot use the TLS settings of Temporal: they name a %s without a %s. Set both temporal.tls.certFile and temporal.tls.keyFile, or neither."
                .formatted(
                    certificate ? "client certificate" : "client key",
                    certificate ? "client key" : "client certificate"));
      }
    }
    try {
      WorkflowServiceStubsOptions.Builder service =
          WorkflowServiceStubsOptions.newBuilder(profile.toWorkflowServiceStubsOptions());
      Optional<ReloadedTls> reloaded = tls == null ? Optional.empty() : ReloadedTls.of(tls);
      if (reloaded.isPresent()) {
        service.setSslContext(reloaded.get().context());
      }
      return service.build();
    } catch (RuntimeException | IOException | GeneralSecurityException e) {
      throw new IllegalArgumentException(
          "Cannot use the TLS settings of Temporal: %s. Correct temporal.tls, TEMPORAL_TLS_… or temporal.toml."
              .formatted(ConnectionFailure.reason(e)),
          e);
    }
  }
}
