package io.sluice.connection;

import static java.util.Map.entry;

import java.util.Map;
import java.util.Optional;

/**
 * Names the variables of the environment that Temporal's own tools read, for the settings that
 * Sluice has as well.
 */
public final class TemporalVariables {
  static final String ADDRESS = "TEMPORAL_ADDRESS";
  static final String NAMESPACE = "TEMPORAL_NAMESPACE";
  static final String API_KEY = "TEMPORAL_API_KEY";
  static final String TLS = "TEMPORAL_TLS";
  static final String CA = "TEMPORAL_TLS_SERVER_CA_CERT_PATH";
  static final String CERTIFICATE = "TEMPORAL_TLS_CLIENT_CERT_PATH";
  static final String KEY = "TEMPORAL_TLS_CLIENT_KEY_PATH";
  static final String SERVER_NAME = "TEMPORAL_TLS_SERVER_NAME";

  private static final Map<String, String> BY_SETTING =
      Map.ofEntries(
          entry("temporal.address", ADDRESS),
          entry("temporal.namespace", NAMESPACE),
          entry("temporal.apiKey", API_KEY),
          entry("temporal.tls.enabled", TLS),
          entry("temporal.tls.caFile", CA),
          entry("temporal.tls.certFile", CERTIFICATE),
          entry("temporal.tls.keyFile", KEY),
          entry("temporal.tls.serverName", SERVER_NAME),
          entry("temporal.deployment.name", "TEMPORAL_DEPLOYMENT_NAME"),
          entry("temporal.deployment.buildId", "TEMPORAL_WORKER_BUILD_ID"));

  private TemporalVariables() {}

  /** Returns the variable of a setting, if Temporal's tools know it. */
  public static Optional<String> of(String setting) {
    return Optional.ofNullable(BY_SETTING.get(setting));
  }

  /** Returns whether a variable sets what a setting sets as well. */
  static boolean setting(String variable) {
    return BY_SETTING.containsValue(variable);
  }
}
