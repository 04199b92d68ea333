package io.sluice.hub.client;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.RequestConfig;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.sluice.hub.transport.HubContact;
import io.sluice.hub.transport.HubTransport;
import io.sluice.hub.transport.SilenceLimits;
import io.sluice.hub.transport.WriteGuard;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Creates a Kubernetes client for a hub, with the same settings in every part of the process.
 *
 * <p>One request may last 11 seconds and is repeated once: with fabric8's defaults a stalled server
 * blocks one call for minutes. Callers retry longer failures with a back-off of their own. {@link
 * HubConnections} holds the clients of a worker.
 */
public final class HubClient {
  /** Up to the slash, the name under which the API server keeps Sluice's fields. */
  public static final String USER_AGENT = "sluice/1.0";

  private static final int RETRIES = 1;

  /** Only a limit for what {@link SilenceLimits} does not see. */
  private static final int REQUEST_MILLIS = 60_000;

  private static final int CONNECT_MILLIS = 5_000;
  private static final int WATCH_AGAIN_MILLIS = 200;

  private HubClient() {}

  /** The hub that a kubeconfig file names in its current context. */
  public static KubernetesClient ofKubeconfig(Path file) {
    if (!Files.isReadable(file)) {
      throw new IllegalArgumentException(
          "Cannot reach the hub: there is no readable kubeconfig %s. Name one with --kubeconfig."
              .formatted(file));
    }
    return of(Config.fromKubeconfig(file.toFile()));
  }

  /** The hub at an address, without credentials: a development server on this machine. */
  public static KubernetesClient ofUrl(String url) {
    Config config = Config.empty();
    config.setMasterUrl(url);
    return of(config);
  }

  /**
   * The hub that a configuration names.
   *
   * @param interceptors intercept all requests, and what arrives on watches
   */
  public static KubernetesClient of(Config found, Interceptor... interceptors) {
    HubTransport transport =
        new HubTransport(SilenceLimits.DEFAULTS, new HubContact(), WriteGuard.NONE);
    return of(configured(found), transport, new KubernetesSerialization(), List.of(interceptors));
  }

  /**
   * Returns a client on the same connections that sends each request once, and waits so long for
   * its answer.
   */
  public static KubernetesClient limited(KubernetesClient client, Duration request) {
    RequestConfig config =
        new RequestConfigBuilder(client.getConfiguration().getRequestConfig())
            .withRequestTimeout((int) request.toMillis())
            .withRequestRetryBackoffLimit(0)
            .build();
    return client.newClient(config).adapt(KubernetesClient.class);
  }

  static KubernetesClient of(
      Config config,
      HubTransport transport,
      KubernetesSerialization objects,
      List<Interceptor> listeners) {
    return new KubernetesClientBuilder()
        .withConfig(config)
        .withKubernetesSerialization(objects)
        .withHttpClientFactory(transport)
        .withHttpClientBuilderConsumer(
            http ->
                listeners.forEach(
                    listener ->
                        http.addOrReplaceInterceptor(listener.getClass().getName(), listener)))
        .build();
  }

  static Config configured(Config found) {
    return new ConfigBuilder(found)
        .withUserAgent(USER_AGENT)
        .withRequestRetryBackoffLimit(RETRIES)
        .withRequestTimeout(REQUEST_MILLIS)
        .withConnectionTimeout(CONNECT_MILLIS)
        .withWatchReconnectInterval(WATCH_AGAIN_MILLIS)
        // All requests of HTTP/2 share one connection: when it is lost they are lost together.
        .withHttp2Disable(true)
        // The bytes of a WebSocket are not seen by interceptors and time limits.
        .withOnlyHttpWatches(true)
        .build();
  }
}
