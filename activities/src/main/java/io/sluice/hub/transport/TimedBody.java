package io.sluice.hub.transport;

import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Passes the body of an answer on, and can end it with a failure from outside. When it ends it
 * drops the reader, for the reason in {@link PassedResponse}.
 */
final class TimedBody<T> implements BodySubscriber<AtomicReference<T>> {
  private final CompletionStage<AtomicReference<T>> result;
  private final TimedExchange<T> exchange;
  private final Lock passing = new ReentrantLock();
  private final AtomicLong wanted = new AtomicLong();
  private volatile Subscription source;

  /** Null once the body has ended. */
  private volatile BodySubscriber<T> reader;

  TimedBody(BodySubscriber<T> reader, TimedExchange<T> exchange) {
    this.reader = reader;
    this.result = reader.getBody().thenApply(AtomicReference::new);
    this.exchange = exchange;
  }

  /** Returns whether the reader waits for the hub, and not the hub for the reader. */
  boolean wanted() {
    return source == null || wanted.get() > 0;
  }

  /** Ends the body; returns false if something is just being passed on. */
  boolean fail(Throwable failure) {
    if (!passing.tryLock()) {
      return false;
    }
    try {
      if (reader != null && source != null) {
        source.cancel();
      }
      pass(present -> present.onError(failure), true);
      return true;
    } finally {
      passing.unlock();
    }
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    source = subscription;
    BodySubscriber<T> present = reader;
    if (present == null) {
      // It has failed before it began.
      subscription.cancel();
      return;
    }
    present.onSubscribe(
        new Subscription() {
          @Override
          public void request(long items) {
            exchange.heard();
            wanted.accumulateAndGet(
                items, (had, more) -> had + more < 0 ? Long.MAX_VALUE : had + more);
            subscription.request(items);
          }

          @Override
          public void cancel() {
            exchange.end();
            subscription.cancel();
          }
        });
  }

  @Override
  public void onNext(List<ByteBuffer> part) {
    exchange.received();
    wanted.updateAndGet(had -> had == Long.MAX_VALUE ? had : had - 1);
    pass(present -> present.onNext(part), false);
  }

  @Override
  public void onError(Throwable failure) {
    exchange.end();
    pass(present -> present.onError(failure), true);
  }

  @Override
  public void onComplete() {
    exchange.received();
    exchange.end();
    pass(BodySubscriber::onComplete, true);
  }

  private void pass(Consumer<BodySubscriber<T>> signal, boolean last) {
    passing.lock();
    try {
      BodySubscriber<T> present = reader;
      if (present != null) {
        reader = last ? null : present;
        signal.accept(present);
      }
    } finally {
      passing.unlock();
    }
  }

  @Override
  public CompletionStage<AtomicReference<T>> getBody() {
    return result;
  }
}
