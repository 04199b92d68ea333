package io.sluice.hub.transport;

import java.net.URI;
import java.net.http.HttpClient.Version;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLSession;

/**
 * Passes an answer on without keeping its body in memory.
 *
 * <p>The HTTP client of the JDK 17 keeps the first answer of each connection as long as the
 * connection is open, and watches are open for hours: each would keep the page of a list in memory.
 */
final class PassedResponse<T> implements HttpResponse<T> {
  private final HttpResponse<AtomicReference<T>> source;
  private final T body;

  /** Takes the body out of an answer. */
  PassedResponse(HttpResponse<AtomicReference<T>> source) {
    this.source = source;
    this.body = source.body().getAndSet(null);
  }

  @Override
  public int statusCode() {
    return source.statusCode();
  }

  @Override
  public HttpRequest request() {
    return source.request();
  }

  /** Always empty: no client of a hub asks for the answer that redirected it. */
  @Override
  public Optional<HttpResponse<T>> previousResponse() {
    return Optional.empty();
  }

  @Override
  public HttpHeaders headers() {
    return source.headers();
  }

  @Override
  public T body() {
    return body;
  }

  @Override
  public Optional<SSLSession> sslSession() {
    return source.sslSession();
  }

  @Override
  public URI uri() {
    return source.uri();
  }

  @Override
  public Version version() {
    return source.version();
  }
}
