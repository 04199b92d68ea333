package io.sluice.connection;

import io.sluice.rollout.lifecycle.HubName;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Holds what a user sets about the connection with Temporal; what is empty is left to {@code
 * temporal.toml}.
 *
 * @param hubName of the hub whose rollouts are asked for
 * @param apiKeyFile counts more than {@code apiKey}
 * @param payloadKeyFile keys of payloads; empty: they are not encrypted
 */
public record TemporalSettings(
    Optional<String> address,
    Optional<String> namespace,
    HubName hubName,
    Optional<String> apiKey,
    Optional<Path> apiKeyFile,
    Tls tls,
    Optional<Path> payloadKeyFile) {

  /** Holds the settings of TLS. */
  public record Tls(
      Optional<Boolean> enabled,
      Optional<Path> ca,
      Optional<Path> certificate,
      Optional<Path> key,
      Optional<String> serverName) {}

  /** Returns the environment for Temporal's own reader, with these settings in it. */
  Map<String, String> in(Map<String, String> environment) {
    Map<String, String> all = new HashMap<>(environment);
    address.ifPresent(value -> all.put(TemporalVariables.ADDRESS, value));
    namespace.ifPresent(value -> all.put(TemporalVariables.NAMESPACE, value));
    apiKey.ifPresent(value -> all.put(TemporalVariables.API_KEY, value));
    tls.enabled.ifPresent(value -> all.put(TemporalVariables.TLS, value.toString()));
    tls.ca.ifPresent(value -> all.put(TemporalVariables.CA, value.toString()));
    tls.certificate.ifPresent(value -> all.put(TemporalVariables.CERTIFICATE, value.toString()));
    tls.key.ifPresent(value -> all.put(TemporalVariables.KEY, value.toString()));
    tls.serverName.ifPresent(value -> all.put(TemporalVariables.SERVER_NAME, value));
    return all;
  }
}
