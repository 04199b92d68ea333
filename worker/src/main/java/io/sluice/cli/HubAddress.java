package io.sluice.cli;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.sluice.worker.HubCheck;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Finds the hub as kubectl does: by option, else KUBECONFIG, else {@code ~/.kube/config}. */
final class HubAddress {
  private static final String IN_CLUSTER = "KUBERNETES_SERVICE_HOST";
  private static final int PATIENCE_MILLIS = 10_000;

  private HubAddress() {}

  static Config of(Optional<String> url, Optional<Path> kubeconfig, Map<String, String> env) {
    if (url.isPresent()) {
      return new ConfigBuilder(Config.empty()).withMasterUrl(checked(url.get())).build();
    }
    if (kubeconfig.isPresent()) {
      return ofFile(kubeconfig.get());
    }
    boolean known =
        env.containsKey(IN_CLUSTER)
            || Config.getKubeconfigFilenames().stream().map(Path::of).anyMatch(Files::isReadable);
    if (!known) {
      throw new CliFailure(
          "Cannot find the hub: there is no %s. Name a kubeconfig with --kubeconfig, or an address with --hub."
              .formatted(String.join(", ", Config.getKubeconfigFilenames())));
    }
    return Config.autoConfigure(null);
  }

  /** Returns the configuration for a person who waits: few retries, an answer within seconds. */
  static Config impatient(Config config) {
    return new ConfigBuilder(config)
        .withConnectionTimeout(PATIENCE_MILLIS)
        .withRequestTimeout(PATIENCE_MILLIS)
        .withRequestRetryBackoffLimit(1)
        .build();
  }

  private static String checked(String url) {
    if (!url.matches("https?://[^/\\s]+.*")) {
      throw new CliFailure(
          "Cannot use hub %s: it is no address. Write it as http://127.0.0.1:16443."
              .formatted(url));
    }
    try {
      return URI.create(url).toString();
    } catch (IllegalArgumentException e) {
      throw new CliFailure(
          "Cannot use hub %s: %s. Write it as http://127.0.0.1:16443."
              .formatted(url, e.getMessage()),
          e);
    }
  }

  private static Config ofFile(Path file) {
    if (!Files.isReadable(file)) {
      throw new CliFailure(
          "Cannot read kubeconfig %s: %s. Correct --kubeconfig."
              .formatted(file, Files.exists(file) ? "access is denied" : "there is no such file"));
    }
    try {
      return Config.fromKubeconfig(file.toFile());
    } catch (RuntimeException e) {
      throw new CliFailure(
          "Cannot read kubeconfig %s: %s. Correct it and try again."
              .formatted(file, HubCheck.reason(e)),
          e);
    }
  }
}
