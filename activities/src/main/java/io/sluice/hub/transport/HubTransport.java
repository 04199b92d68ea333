package io.sluice.hub.transport;

import io.fabric8.kubernetes.client.okhttp.OkHttpClientFactory;
import java.util.List;
import java.util.concurrent.TimeUnit;
import okhttp3.ConnectionPool;
import okhttp3.ConnectionSpec;
import okhttp3.Dispatcher;
import okhttp3.OkHttpClient;

/** Makes the HTTP clients of a {@code KubernetesClient} renew their connections after silence. */
public final class HubTransport extends OkHttpClientFactory {
  private static final ConnectionSpec CIPHERS_OF_THE_JVM =
      new ConnectionSpec.Builder(ConnectionSpec.MODERN_TLS).allEnabledCipherSuites().build();

  /** As many as a worker has requests at a time. */
  private static final int IDLE_CONNECTIONS = 64;

  /** Shorter than routers and servers keep an idle connection. */
  private static final int IDLE_SECONDS = 30;

  private final SilenceLimits limits;
  private final HubContact contact;
  private final WriteGuard guard;

  /**
   * Sets what the clients share.
   *
   * @param contact receives all that arrives
   * @param guard is asked before each write, and before each repetition of one
   */
  public HubTransport(SilenceLimits limits, HubContact contact, WriteGuard guard) {
    this.limits = limits;
    this.contact = contact;
    this.guard = guard;
  }

  @Override
  protected Dispatcher initDispatcher() {
    Dispatcher dispatcher = new Dispatcher(new TransportThreads());
    dispatcher.setMaxRequests(Integer.MAX_VALUE);
    dispatcher.setMaxRequestsPerHost(Integer.MAX_VALUE);
    return dispatcher;
  }

  @Override
  protected void additionalConfig(OkHttpClient.Builder builder) {
    ConnectionPool pool = new ConnectionPool(IDLE_CONNECTIONS, IDLE_SECONDS, TimeUnit.SECONDS);
    builder
        .connectionPool(pool)
        // OkHttp's own order of ciphers begins with those that are slow here, see worker.options.
        .connectionSpecs(List.of(CIPHERS_OF_THE_JVM, ConnectionSpec.CLEARTEXT))
        // Would repeat a write without asking the guard; fabric8 repeats.
        .retryOnConnectionFailure(false)
        .addInterceptor(new HubInterceptor(limits, contact, guard, pool));
  }
}
