package io.sluice.hub.transport;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Sends one request, and ends it when nothing arrives for too long: before the answer begins, or
 * within it.
 *
 * <p>The time-out of the JDK ends with the headers: a list or a watch whose connection is lost
 * behind them would wait for ever.
 */
final class TimedExchange<T> {
  private static final Duration AGAIN = Duration.ofMillis(50);
  private static final ScheduledThreadPoolExecutor TIMER = timer();

  private final Duration limit;
  private final HubContact contact;
  private final Runnable whenSilent;
  private final CompletableFuture<HttpResponse<T>> answer = new CompletableFuture<>();
  private volatile CompletableFuture<HttpResponse<T>> sent = new CompletableFuture<>();
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
    checkAfter(limit);
    sent =
        client.sendAsync(
            request,
            info -> {
              received();
              body = new TimedBody<>(handler.apply(info), this);
              return body;
            });
    sent.whenComplete(
        (response, failure) -> {
          if (failure == null) {
            answer.complete(response);
          } else {
            end();
            answer.completeExceptionally(failure);
          }
        });
    return answer;
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
    fail(
        new HttpTimeoutException(
            "the hub has sent nothing for %d s".formatted(Math.max(1, limit.toSeconds()))));
  }

  /** Ends the exchange with a failure, once what just arrived has been passed on. */
  void fail(IOException reason) {
    TimedBody<T> part = body;
    if (part != null && !part.fail(reason)) {
      TIMER.schedule(() -> fail(reason), AGAIN.toMillis(), TimeUnit.MILLISECONDS);
      return;
    }
    end();
    answer.completeExceptionally(reason);
    // Closes the connection: the answer may still come, but it is not awaited.
    sent.cancel(true);
  }
}
