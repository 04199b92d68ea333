package io.sluice.hub.transport;

import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient.Version;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow.Subscription;
import javax.net.ssl.SSLSession;

/** Answers a watch as a hub does that no longer knows the version: the informer lists anew. */
final class GoneResponse<T> implements HttpResponse<T>, HttpResponse.ResponseInfo {
  private static final Subscription NOTHING =
      new Subscription() {
        @Override
        public void request(long items) {}

        @Override
        public void cancel() {}
      };

  private final HttpRequest request;
  private final T body;

  private GoneResponse(HttpRequest request, T body) {
    this.request = request;
    this.body = body;
  }

  static <T> CompletableFuture<HttpResponse<T>> to(
      HttpRequest request, HttpResponse.BodyHandler<T> handler) {
    HttpResponse.BodySubscriber<T> reader = handler.apply(new GoneResponse<>(request, null));
    reader.onSubscribe(NOTHING);
    reader.onComplete();
    return reader
        .getBody()
        .<HttpResponse<T>>thenApply(body -> new GoneResponse<>(request, body))
        .toCompletableFuture();
  }

  @Override
  public int statusCode() {
    return HttpURLConnection.HTTP_GONE;
  }

  @Override
  public HttpHeaders headers() {
    return HttpHeaders.of(Map.of(), (name, value) -> true);
  }

  @Override
  public Version version() {
    return Version.HTTP_1_1;
  }

  @Override
  public HttpRequest request() {
    return request;
  }

  @Override
  public URI uri() {
    return request.uri();
  }

  @Override
  public T body() {
    return body;
  }

  @Override
  public Optional<HttpResponse<T>> previousResponse() {
    return Optional.empty();
  }

  @Override
  public Optional<SSLSession> sslSession() {
    return Optional.empty();
  }
}
