package io.sluice.hub.transport;

import java.io.IOException;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends requests, and begins with new connections after one of them got no answer.
 *
 * <p>A connection can be lost without a reset: behind a router that forgot it, or a server that
 * hangs. Then those that wait in the pool are probably lost as well.
 */
final class RenewingHttpClient extends HttpClient {
  private static final Logger LOG = LoggerFactory.getLogger(RenewingHttpClient.class);

  private final Supplier<HttpClient> fresh;
  private final SilenceLimits limits;
  private final HubContact contact;
  private final WriteGuard guard;
  private final AtomicReference<HttpClient> current;

  RenewingHttpClient(
      Supplier<HttpClient> fresh, SilenceLimits limits, HubContact contact, WriteGuard guard) {
    this.fresh = fresh;
    this.limits = limits;
    this.contact = contact;
    this.guard = guard;
    this.current = new AtomicReference<>(fresh.get());
  }

  @Override
  public <T> CompletableFuture<HttpResponse<T>> sendAsync(
      HttpRequest request, BodyHandler<T> handler) {
    Optional<String> refusal = request.method().equals("GET") ? Optional.empty() : guard.refusal();
    if (refusal.isPresent()) {
      return CompletableFuture.failedFuture(new WriteRefusedException(refusal.get()));
    }
    RequestObserver observer = contact.observer();
    if (observer == RequestObserver.NONE) {
      return sent(request, handler);
    }
    long begun = System.nanoTime();
    CompletableFuture<HttpResponse<T>> answer = sent(request, handler);
    answer.whenComplete(
        (response, failure) ->
            observer.answered(
                SentRequest.of(request.method(), request.uri()),
                failure == null ? OptionalInt.of(response.statusCode()) : OptionalInt.empty(),
                System.nanoTime() - begun));
    return answer;
  }

  private <T> CompletableFuture<HttpResponse<T>> sent(HttpRequest request, BodyHandler<T> handler) {
    RequestKind kind = RequestKind.of(request.method(), request.uri());
    HttpClient client = current.get();
    Duration limit = limits.of(kind);
    TimedExchange<T> exchange =
        new TimedExchange<>(limit, contact, () -> renew(client, request, limit));
    return kind != RequestKind.WATCH && WaitingCaller.present()
        ? exchange.sendAndWait(client, request, handler)
        : exchange.send(client, request, handler);
  }

  /** Many requests may notice the same silence; the first of them renews. */
  private synchronized void renew(HttpClient silent, HttpRequest request, Duration limit) {
    if (current.get() == silent) {
      current.set(fresh.get());
      LOG.info(
          "the hub has sent nothing for {} ms on {} {}: new connections from now on",
          limit.toMillis(),
          request.method(),
          request.uri().getPath());
    }
  }

  @Override
  public <T> CompletableFuture<HttpResponse<T>> sendAsync(
      HttpRequest request, BodyHandler<T> handler, PushPromiseHandler<T> pushes) {
    return sendAsync(request, handler);
  }

  @Override
  public <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler)
      throws IOException, InterruptedException {
    return current.get().send(request, handler);
  }

  @Override
  public Optional<CookieHandler> cookieHandler() {
    return current.get().cookieHandler();
  }

  @Override
  public Optional<Duration> connectTimeout() {
    return current.get().connectTimeout();
  }

  @Override
  public Redirect followRedirects() {
    return current.get().followRedirects();
  }

  @Override
  public Optional<ProxySelector> proxy() {
    return current.get().proxy();
  }

  @Override
  public SSLContext sslContext() {
    return current.get().sslContext();
  }

  @Override
  public SSLParameters sslParameters() {
    return current.get().sslParameters();
  }

  @Override
  public Optional<Authenticator> authenticator() {
    return current.get().authenticator();
  }

  @Override
  public Version version() {
    return current.get().version();
  }

  @Override
  public Optional<Executor> executor() {
    return current.get().executor();
  }

  @Override
  public WebSocket.Builder newWebSocketBuilder() {
    return current.get().newWebSocketBuilder();
  }
}
