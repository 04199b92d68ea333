package io.sluice.hub.transport;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import okhttp3.Call;
import okhttp3.ConnectionPool;
import okhttp3.Interceptor;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.ResponseBody;
import okio.Buffer;
import okio.ForwardingSource;
import okio.Okio;
import okio.Source;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Limits by its kind how long each request may be without an answer, or a part of it.
 *
 * <p>A connection can be lost without a reset: behind a router that forgot it, or a server that
 * hangs. Then those that wait in the pool are probably lost as well, as they are when one is
 * closed: OkHttp does not read from them, and would send a request on each before it notices.
 */
final class HubInterceptor implements Interceptor {
  private static final Logger LOG = LoggerFactory.getLogger(HubInterceptor.class);

  /** The message of the JDK. */
  private static final String CONNECTING = "Connect timed out";

  private final SilenceLimits limits;
  private final HubContact contact;
  private final WriteGuard guard;
  private final ConnectionPool pool;

  HubInterceptor(SilenceLimits limits, HubContact contact, WriteGuard guard, ConnectionPool pool) {
    this.limits = limits;
    this.contact = contact;
    this.guard = guard;
    this.pool = pool;
  }

  @Override
  public Response intercept(Chain chain) throws IOException {
    Request request = chain.request();
    if (!request.method().equals("GET")) {
      refuse();
    }
    RequestObserver observer = contact.observer();
    long begun = System.nanoTime();
    OptionalInt code = OptionalInt.empty();
    try {
      Response response = answer(chain, request);
      code = OptionalInt.of(response.code());
      return response;
    } finally {
      if (observer != RequestObserver.NONE) {
        SentRequest sent = SentRequest.of(request.method(), request.url().uri());
        observer.answered(sent, code, System.nanoTime() - begun);
      }
    }
  }

  private void refuse() throws InterruptedIOException {
    String reason = guard.refusal().orElse(null);
    if (reason != null) {
      // In the only form that fabric8 does not repeat.
      InterruptedIOException refused = new InterruptedIOException(reason);
      refused.initCause(new RejectedExecutionException(new WriteRefusedException(reason)));
      throw refused;
    }
  }

  private Response answer(Chain chain, Request request) throws IOException {
    URI uri = request.url().uri();
    Duration limit = limits.of(RequestKind.of(request.method(), uri));
    int millis = Math.toIntExact(limit.toMillis());
    // OkHttp asks for compressed answers otherwise, which takes more time than to send them.
    Request plain = request.newBuilder().header("Accept-Encoding", "identity").build();
    Response response;
    try {
      response =
          chain
              .withReadTimeout(millis, TimeUnit.MILLISECONDS)
              .withWriteTimeout(millis, TimeUnit.MILLISECONDS)
              .proceed(plain);
    } catch (IOException e) {
      throw failed(e, limit, chain.call());
    }
    contact.heard();
    ResponseBody body = response.body();
    Source heard = new HeardBody(body.source(), chain.call(), limit);
    return response
        .newBuilder()
        .body(ResponseBody.create(Okio.buffer(heard), body.contentType(), body.contentLength()))
        .build();
  }

  private IOException failed(IOException failure, Duration limit, Call call) {
    if (call.isCanceled()) {
      return failure;
    }
    pool.evictAll();
    if (!(failure instanceof SocketTimeoutException)) {
      return failure;
    }
    if (CONNECTING.equals(failure.getMessage())) {
      return new HttpConnectTimeoutException(CONNECTING);
    }
    LOG.info(
        "the hub has sent nothing for {} ms on {} {}: new connections from now on",
        limit.toMillis(),
        call.request().method(),
        call.request().url().encodedPath());
    // Without a cause: the innermost message is what people read.
    return new HttpTimeoutException(
        "the hub has sent nothing for %d s".formatted(Math.max(1, limit.toSeconds())));
  }

  /** Notes each part of a body, and ends the connection where somebody wants no more of it. */
  private final class HeardBody extends ForwardingSource {
    private final Call call;
    private final Duration limit;
    private volatile boolean ended;

    HeardBody(Source source, Call call, Duration limit) {
      super(source);
      this.call = call;
      this.limit = limit;
    }

    @Override
    public synchronized long read(Buffer sink, long most) throws IOException {
      try {
        long read = super.read(sink, most);
        contact.heard();
        ended = read < 0;
        return read;
      } catch (IOException e) {
        throw failed(e, limit, call);
      }
    }

    @Override
    public void close() throws IOException {
      // Whoever reads holds the lock, and fails when the connection is closed.
      if (!ended) {
        call.cancel();
      }
      synchronized (this) {
        super.close();
      }
    }
  }
}
