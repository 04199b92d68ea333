package io.sluice.hub.transport;

import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/** Collects the settings of a client that can be built again with new connections. */
final class RenewingClientBuilder implements HttpClient.Builder {
  private final HttpClient.Builder settings;
  private final Function<Supplier<HttpClient>, HttpClient> client;

  RenewingClientBuilder(
      HttpClient.Builder settings, Function<Supplier<HttpClient>, HttpClient> client) {
    this.settings = settings;
    this.client = client;
  }

  @Override
  public HttpClient build() {
    return client.apply(settings::build);
  }

  @Override
  public HttpClient.Builder cookieHandler(CookieHandler handler) {
    settings.cookieHandler(handler);
    return this;
  }

  @Override
  public HttpClient.Builder connectTimeout(Duration longest) {
    settings.connectTimeout(longest);
    return this;
  }

  @Override
  public HttpClient.Builder sslContext(SSLContext context) {
    settings.sslContext(context);
    return this;
  }

  @Override
  public HttpClient.Builder sslParameters(SSLParameters parameters) {
    settings.sslParameters(parameters);
    return this;
  }

  @Override
  public HttpClient.Builder executor(Executor executor) {
    settings.executor(executor);
    return this;
  }

  @Override
  public HttpClient.Builder followRedirects(HttpClient.Redirect policy) {
    settings.followRedirects(policy);
    return this;
  }

  @Override
  public HttpClient.Builder version(HttpClient.Version version) {
    settings.version(version);
    return this;
  }

  @Override
  public HttpClient.Builder priority(int priority) {
    settings.priority(priority);
    return this;
  }

  @Override
  public HttpClient.Builder proxy(ProxySelector selector) {
    settings.proxy(selector);
    return this;
  }

  @Override
  public HttpClient.Builder authenticator(Authenticator authenticator) {
    settings.authenticator(authenticator);
    return this;
  }
}
