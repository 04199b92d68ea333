package io.sluice.hub.client;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.sluice.hub.transport.HubContact;
import io.sluice.hub.transport.HubTransport;
import io.sluice.hub.transport.RequestObserver;
import io.sluice.hub.transport.SilenceLimits;
import io.sluice.hub.transport.WriteGuard;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Holds the connections of a worker with its hub: informers, requests and the Lease have separate
 * ones, so that they are not lost together.
 */
public final class HubConnections implements AutoCloseable {
  private final Config config;
  private final SilenceLimits limits;
  private final HubContact contact = new HubContact();
  private final List<KubernetesClient> watches = new CopyOnWriteArrayList<>();
  private final KubernetesClient requests;
  private final List<Interceptor> sent;

  private HubConnections(Config found, SilenceLimits limits, List<Interceptor> sent) {
    this.config = HubClient.configured(found);
    this.limits = limits;
    this.sent = sent;
    this.requests = client(config, limits, WriteGuard.NONE);
  }

  /** Connects with the hub that a configuration names. */
  public static HubConnections of(Config found) {
    return of(found, SilenceLimits.DEFAULTS);
  }

  /** The same, with other limits. */
  public static HubConnections of(Config found, SilenceLimits limits) {
    return new HubConnections(found, limits, List.of());
  }

  /**
   * The same, with interceptors that see all requests.
   *
   * @param sent intercepts every request, of whichever connection
   */
  public static HubConnections intercepted(Config found, List<Interceptor> sent) {
    return new HubConnections(found, SilenceLimits.DEFAULTS, List.copyOf(sent));
  }

  private KubernetesClient client(Config settings, SilenceLimits within, WriteGuard guard) {
    return HubClient.of(
        settings, new HubTransport(within, contact, guard), new KubernetesSerialization(), sent);
  }

  /** Makes a client for informers; it is closed with these connections. */
  public KubernetesClient watches() {
    KubernetesClient client = client(config, limits, WriteGuard.NONE);
    watches.add(client);
    return client;
  }

  /** Returns how long the hub may be silent on them. */
  public SilenceLimits limits() {
    return limits;
  }

  /** The client of activities and checks. */
  public KubernetesClient requests() {
    return requests;
  }

  /** Makes a client whose writes a guard may refuse. The caller closes it. */
  public KubernetesClient guarded(WriteGuard guard) {
    return client(config, limits, guard);
  }

  /**
   * Makes a client for a Lease: each request is sent once. The caller closes it.
   *
   * @param longest how long one may take
   */
  public KubernetesClient lease(Duration longest) {
    Config once =
        new ConfigBuilder(config)
            .withRequestRetryBackoffLimit(0)
            .withRequestTimeout((int) longest.toMillis())
            .withConnectionTimeout((int) longest.toMillis())
            .build();
    return client(once, limits.within(longest), WriteGuard.NONE);
  }

  /** Returns how long nothing has come from the hub, on any connection. */
  public Duration silence() {
    return contact.silence();
  }

  /** Sets who learns of all requests on these connections from now on. */
  public void observe(RequestObserver observer) {
    contact.observe(observer);
  }

  @Override
  public void close() {
    watches.forEach(KubernetesClient::close);
    requests.close();
  }
}
