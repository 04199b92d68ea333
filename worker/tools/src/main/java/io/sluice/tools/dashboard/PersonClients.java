package io.sluice.tools.dashboard;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.fabric8.kubernetes.client.impl.KubernetesClientImpl;
import io.fabric8.kubernetes.client.utils.TokenRefreshInterceptor;
import io.sluice.tools.option.HubOptions;
import java.util.concurrent.CompletableFuture;

/**
 * Makes clients that send the token of a person, and nothing else by which the hub could take them
 * for somebody. They share their connections; none has to be closed.
 */
final class PersonClients implements AutoCloseable {
  private final KubernetesClient shared;

  /** Takes from a configuration where the hub is, and none of its credentials. */
  PersonClients(Config hub) {
    this.shared = HubOptions.client(withoutCredentials(hub));
  }

  /** A certificate of the process would count before the token of a person. */
  static Config withoutCredentials(Config hub) {
    return new ConfigBuilder(Config.empty())
        .withMasterUrl(hub.getMasterUrl())
        .withCaCertFile(hub.getCaCertFile())
        .withCaCertData(hub.getCaCertData())
        .withTrustStoreFile(hub.getTrustStoreFile())
        .withTrustStorePassphrase(hub.getTrustStorePassphrase())
        .withTrustCerts(hub.isTrustCerts())
        .withDisableHostnameVerification(hub.isDisableHostnameVerification())
        .withHttpProxy(hub.getHttpProxy())
        .withHttpsProxy(hub.getHttpsProxy())
        .withNoProxy(hub.getNoProxy())
        .withConnectionTimeout(hub.getConnectionTimeout())
        .withRequestTimeout(hub.getRequestTimeout())
        .withRequestRetryBackoffLimit(hub.getRequestRetryBackoffLimit())
        // A watch that ended is begun anew from a fresh list, not where it broke off.
        .withWatchReconnectLimit(0)
        .build();
  }

  /** Returns the client of a person. */
  KubernetesClient of(String token) {
    return new KubernetesClientImpl(
        shared
            .getHttpClient()
            .newBuilder()
            .addOrReplaceInterceptor(TokenRefreshInterceptor.NAME, new TokenSender(token))
            .build(),
        shared.getConfiguration());
  }

  @Override
  public void close() {
    shared.close();
  }

  /** Takes the place of what would look for another token once this one has expired. */
  private static final class TokenSender implements Interceptor {
    private final String header;

    private TokenSender(String token) {
      this.header = "Bearer " + token;
    }

    @Override
    public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
      builder.setHeader(TokenRefreshInterceptor.AUTHORIZATION, header);
    }

    @Override
    public CompletableFuture<Boolean> afterFailure(
        BasicBuilder builder, HttpResponse<?> response, RequestTags tags) {
      return CompletableFuture.completedFuture(false);
    }
  }
}
