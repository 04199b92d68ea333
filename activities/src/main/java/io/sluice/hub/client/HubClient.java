package io.sluice.hub.client;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Creates the Kubernetes client for a hub, with the same settings in every part of the process.
 *
 * <p>Two retries and a limit of 15 seconds: with fabric8's defaults a stalled server blocks one
 * call for minutes. Callers retry longer failures with a back-off of their own.
 */
public final class HubClient {
  /** Up to the slash, the name under which the API server keeps Sluice's fields. */
  static final String USER_AGENT = "sluice/1.0";

  private static final int RETRIES = 2;
  private static final int REQUEST_MILLIS = 15_000;
  private static final int CONNECT_MILLIS = 5_000;

  private HubClient() {}

  /** The hub that a kubeconfig file names in its current context. */
  public static KubernetesClient ofKubeconfig(Path file) {
    if (!Files.isReadable(file)) {
      throw new IllegalArgumentException(
          "Cannot reach the hub: there is no readable kubeconfig %s. Name one with --kubeconfig."
              .formatted(file));
    }
    return build(Config.fromKubeconfig(file.toFile()));
  }

  /** The hub at an address, without credentials: a development server on this machine. */
  public static KubernetesClient ofUrl(String url) {
    Config config = Config.empty();
    config.setMasterUrl(url);
    return build(config);
  }

  /**
   * The hub that a configuration names, watched by plain HTTP.
   *
   * @param listener intercepts all requests, and what arrives on watches
   */
  public static KubernetesClient of(Config found, Interceptor listener) {
    Config config = new ConfigBuilder(configured(found)).withOnlyHttpWatches(true).build();
    return new KubernetesClientBuilder()
        .withConfig(config)
        .withHttpClientBuilderConsumer(
            http -> http.addOrReplaceInterceptor(listener.getClass().getName(), listener))
        .build();
  }

  static Config configured(Config found) {
    boolean plain = found.getMasterUrl() != null && found.getMasterUrl().startsWith("http://");
    return new ConfigBuilder(found)
        .withUserAgent(USER_AGENT)
        .withRequestRetryBackoffLimit(RETRIES)
        .withRequestTimeout(REQUEST_MILLIS)
        .withConnectionTimeout(CONNECT_MILLIS)
        // Without TLS each request would ask for an upgrade to HTTP/2.
        .withHttp2Disable(plain || found.isHttp2Disable())
        .withOnlyHttpWatches(plain || found.isOnlyHttpWatches())
        .build();
  }

  private static KubernetesClient build(Config found) {
    return new KubernetesClientBuilder().withConfig(configured(found)).build();
  }
}
