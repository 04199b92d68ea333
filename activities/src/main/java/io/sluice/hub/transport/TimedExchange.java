package io.sluice.hub.transport;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Sends one request, and ends it when nothing arrives for too long: before the answer begins, or
 * within it.
 *
 * <p>The time-out of the JDK ends with the headers: a list or a watch whose connection is lost
 * after them would wait for ever.
 */
final class TimedExchange<T> {
  private static final Duration AGAIN = Duration.ofMillis(50);
  private static final ScheduledThreadPoolExecutor TIMER = timer();

  private final Duration limit;
  private final HubContact contact;
  private final Runnable whenSilent;

  /** Null unless an answer is awaited: the connection must not keep in memory what it refers to. */
  private volatile CompletableFuture<HttpResponse<T>> awaited;

  private volatile Future<?> sent = new CompletableFuture<>();
  private volatile TimedBody<T> body;
  private volatile long heardNanos = System.nanoTime();
  private Future<?> check;
  private boolean ended;

  /**
   * Prepares an exchange.
   *
   * @param whenSilent runs before the request fails because nothing arrived
   */
  TimedExchange(Duration limit, HubContact contact, Runnable whenSilent) {
    this.limit = limit;
    this.contact = contact;
    this.whenSilent = whenSilent;
  }

  private static ScheduledThreadPoolExecutor timer() {
    ScheduledThreadPoolExecutor timer =
        new ScheduledThreadPoolExecutor(
            1,
            work -> {
              Thread thread = new Thread(work, "hub-silence");
              thread.setDaemon(true);
              return thread;
            });
    timer.setRemoveOnCancelPolicy(true);
    return timer;
  }

  CompletableFuture<HttpResponse<T>> send(
      HttpClient client, HttpRequest request, BodyHandler<T> handler) {
    CompletableFuture<HttpResponse<T>> answer = new CompletableFuture<>();
    awaited = answer;
    checkAfter(limit);
    CompletableFuture<HttpResponse<AtomicReference<T>>> response =
        client.sendAsync(request, timed(handler));
    sent = response;
    response.whenComplete(
        (begun, failure) -> {
          awaited = null;
          if (failure == null) {
            answer.complete(new PassedResponse<>(begun));
          } else {
            end();
            answer.completeExceptionally(failure);
          }
        });
    return answer;
  }

  /**
   * Sends on the present thread, and returns when the answer has begun, or failed. Until then the
   * limit is that of the JDK, which ends what waits on this thread.
   */
  CompletableFuture<HttpResponse<T>> sendAndWait(
      HttpClient client, HttpRequest request, BodyHandler<T> handler) {
    CompletableFuture<HttpResponse<T>> answer = new CompletableFuture<>();
    boolean limited = request.timeout().filter(own -> own.compareTo(limit) <= 0).isEmpty();
    try {
      HttpResponse<AtomicReference<T>> response =
          client.send(limited ? limited(request) : request, timed(handler));
      checkAfter(limit);
      answer.complete(new PassedResponse<>(response));
    } catch (HttpTimeoutException e) {
      boolean silent = limited && !(e instanceof HttpConnectTimeoutException);
      if (silent) {
        whenSilent.run();
      }
      answer.completeExceptionally(silent ? silent() : e);
    } catch (IOException e) {
      answer.completeExceptionally(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      // Not an IOException: that is a failure of the connection, and would be tried again.
      answer.completeExceptionally(
          new KubernetesClientException("interrupted while waiting for an answer", e));
    }
    return answer;
  }

  private HttpRequest limited(HttpRequest request) {
    return HttpRequest.newBuilder(request, (name, value) -> true).timeout(limit).build();
  }

  /** Returns a handler that can be used once, and keeps nothing of the given one after it. */
  private BodyHandler<AtomicReference<T>> timed(BodyHandler<T> handler) {
    AtomicReference<BodyHandler<T>> once = new AtomicReference<>(handler);
    return info -> {
      received();
      body = new TimedBody<>(once.getAndSet(null).apply(info), this);
      return body;
    };
  }

  /** Notes that the hub was heard, or had nothing to say because nothing was asked. */
  void heard() {
    heardNanos = System.nanoTime();
  }

  void received() {
    heard();
    contact.heard();
  }

  synchronized void end() {
    ended = true;
    if (check != null) {
      check.cancel(false);
    }
  }

  /** Returns whether the answer has begun, and not ended. */
  synchronized boolean answering() {
    return body != null && !ended;
  }

  private synchronized void checkAfter(Duration delay) {
    if (!ended) {
      check = TIMER.schedule(this::check, delay.toNanos(), TimeUnit.NANOSECONDS);
    }
  }

  private void check() {
    TimedBody<T> part = body;
    if (part != null && !part.wanted()) {
      heard();
    }
    Duration left = limit.minusNanos(System.nanoTime() - heardNanos);
    if (left.compareTo(Duration.ZERO) > 0) {
      checkAfter(left);
      return;
    }
    whenSilent.run();
    fail(silent());
  }

  private HttpTimeoutException silent() {
    return new HttpTimeoutException(
        "the hub has sent nothing for %d s".formatted(Math.max(1, limit.toSeconds())));
  }

  /** Ends the exchange with a failure, once what just arrived has been passed on. */
  void fail(IOException reason) {
    TimedBody<T> part = body;
    if (part != null && !part.fail(reason)) {
      TIMER.schedule(() -> fail(reason), AGAIN.toMillis(), TimeUnit.MILLISECONDS);
      return;
    }
    end();
    CompletableFuture<HttpResponse<T>> answer = awaited;
    if (answer != null) {
      answer.completeExceptionally(reason);
    }
    // Closes the connection: the answer may still come, but it is not awaited.
    sent.cancel(true);
  }
}
