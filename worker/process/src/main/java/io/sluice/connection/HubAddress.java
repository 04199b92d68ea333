package io.sluice.connection;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.internal.SSLUtils;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds the hub as kubectl does: by option, else KUBECONFIG, else {@code ~/.kube/config}. */
public final class HubAddress {
  private static final String IN_CLUSTER = "KUBERNETES_SERVICE_HOST";
  private static final int PATIENCE_MILLIS = 10_000;

  private HubAddress() {}

  /**
   * Returns address and credentials, once it has checked that their files exist.
   *
   * @param url a plain address; with it no kubeconfig is read
   * @param choice what is taken of the kubeconfig
   * @throws IllegalArgumentException with a message for the user
   */
  public static Config of(
      Optional<String> url,
      Optional<Path> kubeconfig,
      KubeconfigChoice choice,
      Map<String, String> env) {
    if (url.isPresent()) {
      return new ConfigBuilder(Config.empty()).withMasterUrl(url.get()).build();
    }
    if (kubeconfig.isPresent()) {
      return checked(ofFile(kubeconfig.get(), choice), "kubeconfig " + kubeconfig.get());
    }
    List<Path> files =
        Config.getKubeconfigFilenames().stream().map(Path::of).filter(Files::isReadable).toList();
    if (files.isEmpty() && (choice.given() || !env.containsKey(IN_CLUSTER))) {
      throw new IllegalArgumentException(
          "Cannot find the hub: there is no %s. Name a kubeconfig with --kubeconfig, or an address with --hub."
              .formatted(String.join(", ", Config.getKubeconfigFilenames())));
    }
    if (choice.given()) {
      return checked(KubeconfigReader.read(files, choice), "the kubeconfig");
    }
    Config found = Config.autoConfigure(null);
    if (!env.containsKey(IN_CLUSTER) && found.getCurrentContext() == null && !addressed(found)) {
      throw new IllegalArgumentException(
          withoutContext(String.join(", ", Config.getKubeconfigFilenames())));
    }
    return checked(found, "the kubeconfig");
  }

  /** Returns the configuration for a person who waits: few retries, an answer within seconds. */
  public static Config impatient(Config config) {
    return new ConfigBuilder(config)
        .withConnectionTimeout(PATIENCE_MILLIS)
        .withRequestTimeout(PATIENCE_MILLIS)
        .withRequestRetryBackoffLimit(1)
        .build();
  }

  private static Config ofFile(Path file, KubeconfigChoice choice) {
    if (!Files.isReadable(file) || Files.isDirectory(file)) {
      throw new IllegalArgumentException(
          "Cannot read kubeconfig %s: %s. Correct --kubeconfig."
              .formatted(file, Files.exists(file) ? "access is denied" : "there is no such file"));
    }
    Config config;
    try {
      config =
          choice.given()
              ? KubeconfigReader.read(List.of(file), choice)
              : Config.fromKubeconfig(file.toFile());
    } catch (IllegalArgumentException e) {
      throw e;
    } catch (NullPointerException e) {
      // A file without any content.
      throw new IllegalArgumentException(
          "Cannot read kubeconfig %s: it is empty. Correct --kubeconfig.".formatted(file), e);
    } catch (RuntimeException e) {
      throw new IllegalArgumentException(
          "Cannot read kubeconfig %s: %s. Correct it and try again."
              .formatted(file, ConnectionFailure.reason(e)),
          e);
    }
    if (config.getCurrentContext() == null) {
      throw new IllegalArgumentException(withoutContext(file.toString()));
    }
    return config;
  }

  /** Whether an address is known from elsewhere, as $KUBERNETES_MASTER. */
  private static boolean addressed(Config config) {
    return !config.getMasterUrl().startsWith(Config.DEFAULT_MASTER_URL);
  }

  private static String withoutContext(String kubeconfig) {
    return "Cannot use kubeconfig %s: it has no current context, or none of that name. Name one with --context, or choose one with kubectl config use-context."
        .formatted(kubeconfig);
  }

  private static Config checked(Config config, String source) {
    NamedFile.problems(
            new NamedFile("certificate-authority", config.getCaCertFile()),
            new NamedFile("client-certificate", config.getClientCertFile()),
            new NamedFile("client-key", config.getClientKeyFile()))
        .ifPresent(
            problems -> {
              throw new IllegalArgumentException(
                  "Cannot use %s: %s. Correct the paths.".formatted(source, problems));
            });
    try {
      SSLUtils.sslContext(config);
    } catch (Exception e) {
      throw new IllegalArgumentException(
          "Cannot use %s: its certificates or its key cannot be read (%s). Correct them."
              .formatted(source, ConnectionFailure.reason(e)),
          e);
    }
    return config;
  }
}
