package io.sluice.tools.config;

import io.sluice.connection.TemporalProfile;
import io.sluice.connection.TemporalSettings;
import io.sluice.rollout.lifecycle.HubName;
import io.sluice.tools.option.HubNameOption;
import io.sluice.tools.option.TemporalAddressConverter;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Holds the options that say how to connect with Temporal. */
public final class TemporalOptions {
  @Option(
      names = "--temporal",
      descriptionKey = "temporal.address",
      paramLabel = "HOST:PORT",
      converter = TemporalAddressConverter.class,
      description = "Temporal's frontend. Default: that of temporal.toml, else 127.0.0.1:7233.")
  private String address;

  @Option(
      names = "--temporal-namespace",
      descriptionKey = "temporal.namespace",
      paramLabel = "NAME",
      description =
          "Temporal namespace of the rollouts. Default: that of temporal.toml, else sluice.")
  private String namespace;

  @Option(
      names = "--temporal-api-key",
      descriptionKey = "temporal.apiKey",
      paramLabel = "KEY",
      description =
          "API key for Temporal; turns TLS on. Other users of the machine can read a command line:"
              + " better a file, or the environment. Default: that of temporal.toml, else none.")
  private String apiKey;

  @Option(
      names = "--temporal-api-key-file",
      descriptionKey = "temporal.apiKeyFile",
      paramLabel = "FILE",
      description =
          "File that holds the API key; it is read again when it changes. Counts more than"
              + " --temporal-api-key. Default: none.")
  private Path apiKeyFile;

  @Option(
      names = "--temporal-tls",
      descriptionKey = "temporal.tls.enabled",
      paramLabel = "true|false",
      arity = "0..1",
      fallbackValue = "true",
      description =
          "Whether to connect by TLS. Default: that of temporal.toml, else true with an API key or"
              + " another setting of TLS.")
  private Boolean tls;

  @Option(
      names = "--temporal-tls-ca-file",
      descriptionKey = "temporal.tls.caFile",
      paramLabel = "FILE",
      description =
          "Certificates, in PEM, of the authorities that sign Temporal's. Default: that of"
              + " temporal.toml, else those of the JVM.")
  private Path ca;

  @Option(
      names = "--temporal-tls-cert-file",
      descriptionKey = "temporal.tls.certFile",
      paramLabel = "FILE",
      description = "Client certificate, in PEM. Default: that of temporal.toml, else none.")
  private Path certificate;

  @Option(
      names = "--temporal-tls-key-file",
      descriptionKey = "temporal.tls.keyFile",
      paramLabel = "FILE",
      description =
          "Key of the client certificate, PKCS #8 in PEM. Default: that of temporal.toml, else"
              + " none.")
  private Path key;

  @Option(
      names = "--temporal-tls-server-name",
      descriptionKey = "temporal.tls.serverName",
      paramLabel = "NAME",
      description =
          "Name that Temporal's certificate must have. Default: that of temporal.toml, else the"
              + " host of the address.")
  private String serverName;

  @Mixin private HubNameOption hubName;
  @Mixin private PayloadOptions payloads;

  /**
   * Returns how to connect.
   *
   * @throws IllegalArgumentException with a message for the user
   */
  public TemporalProfile profile(Map<String, String> environment) {
    return TemporalProfile.of(settings(), environment);
  }

  /** Returns whether an address is given: as an option, in the environment or by temporal.toml. */
  public boolean named(Map<String, String> environment) {
    return address != null || TemporalProfile.names(environment);
  }

  /** Returns the name of the hub. */
  public HubName hubName() {
    return hubName.name();
  }

  /** Returns the file of the keys for payloads; empty without one. */
  public Optional<Path> payloadKeyFile() {
    return payloads.keyFile();
  }

  private TemporalSettings settings() {
    return new TemporalSettings(
        Optional.ofNullable(address),
        Optional.ofNullable(namespace),
        hubName.name(),
        Optional.ofNullable(apiKey),
        Optional.ofNullable(apiKeyFile),
        new TemporalSettings.Tls(
            Optional.ofNullable(tls),
            Optional.ofNullable(ca),
            Optional.ofNullable(certificate),
            Optional.ofNullable(key),
            Optional.ofNullable(serverName)),
        payloads.keyFile());
  }
}
