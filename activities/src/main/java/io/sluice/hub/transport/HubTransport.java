package io.sluice.hub.transport;

import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientImpl;
import java.net.http.HttpClient;
import java.util.concurrent.Executor;

/** Makes the HTTP clients of a {@code KubernetesClient} renew their connections after silence. */
public final class HubTransport extends JdkHttpClientFactory {
  static {
    // Read once by the JDK. Its 20 minutes exceed what routers and servers keep an idle connection.
    String keepAlive = "jdk.httpclient.keepalive.timeout";
    if (System.getProperty(keepAlive) == null) {
      System.setProperty(keepAlive, "30");
    }
  }

  private final TransportThreads threads = new TransportThreads();
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

  /** Returns what runs the parsing of events, and their handlers. */
  public Executor tasks() {
    return threads::follow;
  }

  @Override
  protected void closeHttpClient(JdkHttpClientImpl client) {
    threads.close();
  }

  @Override
  protected HttpClient.Builder createNewHttpClientBuilder() {
    return new RenewingClientBuilder(
        HttpClient.newBuilder().executor(threads),
        fresh -> new RenewingHttpClient(fresh, limits, contact, guard));
  }
}
