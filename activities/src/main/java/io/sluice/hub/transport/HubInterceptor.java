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
import okio.BufferedSource;
import okio.ForwardingSource;
import okio.Okio;
import okio.Source;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Limits how long the hub may send nothing during a request: before its answer, and between two
 * parts of it. The limit depends on the kind of the request.
 *
 * <p>A connection can be lost without a message to either side: a router forgets it, or the server
 * hangs. Then the idle connections in the pool are probably lost as well. The same holds after the
 * server has closed one. OkHttp does not read from idle connections, so it would learn that only
 * from a request on each of them. So they are all given up as soon as one request fails.
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
      // The only kind of failure after which fabric8 does not send the request again.
      InterruptedIOException refused = new InterruptedIOException(reason);
      refused.initCause(new RejectedExecutionException(new WriteRefusedException(reason)));
      throw refused;
    }
  }

  private Response answer(Chain chain, Request request) throws IOException {
    URI uri = request.url().uri();
    Duration limit = limits.of(RequestKind.of(request.method(), uri));
    int millis = Math.toIntExact(limit.toMillis());
    // Otherwise OkHttp asks for compressed answers, and compressing takes longer than sending.
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
    NotFoundAnswer.check(response);
    contact.heard();
    ResponseBody body = response.body();
    Call call = chain.call();
    BufferedSource heard =
        GuardedSource.of(Okio.buffer(new HeardBody(body.source(), call, limit)), call::cancel);
    return response
        .newBuilder()
        .body(ResponseBody.create(heard, body.contentType(), body.contentLength()))
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
    // Without a cause: people are shown the message of the innermost cause.
    return new HttpTimeoutException(
        "the hub has sent nothing for %d s".formatted(Math.max(1, limit.toSeconds())));
  }

  /**
   * Notes that the hub has sent a part of a body, and ends the connection if the body is closed
   * before its end.
   */
  private final class HeardBody extends ForwardingSource {
    private final Call call;
    private final Duration limit;
    private boolean ended;

    HeardBody(Source source, Call call, Duration limit) {
      super(source);
      this.call = call;
      this.limit = limit;
    }

    @Override
    public long read(Buffer sink, long most) throws IOException {
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
      if (!ended) {
        call.cancel();
      }
      super.close();
    }
  }
}
