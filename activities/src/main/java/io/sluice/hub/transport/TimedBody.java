package io.sluice.hub.transport;

import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** Passes the body of an answer on, and can end it with a failure from outside. */
final class TimedBody<T> implements BodySubscriber<T> {
  private final BodySubscriber<T> reader;
  private final TimedExchange<T> exchange;
  private final Lock passing = new ReentrantLock();
  private final AtomicLong wanted = new AtomicLong();
  private volatile Subscription source;
  private boolean ended;

  TimedBody(BodySubscriber<T> reader, TimedExchange<T> exchange) {
    this.reader = reader;
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
      if (!ended) {
        ended = true;
        if (source != null) {
          source.cancel();
        }
        reader.onError(failure);
      }
      return true;
    } finally {
      passing.unlock();
    }
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    source = subscription;
    reader.onSubscribe(
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
    pass(() -> reader.onNext(part), false);
  }

  @Override
  public void onError(Throwable failure) {
    exchange.end();
    pass(() -> reader.onError(failure), true);
  }

  @Override
  public void onComplete() {
    exchange.received();
    exchange.end();
    pass(reader::onComplete, true);
  }

  private void pass(Runnable signal, boolean last) {
    passing.lock();
    try {
      if (!ended) {
        ended = last;
        signal.run();
      }
    } finally {
      passing.unlock();
    }
  }

  @Override
  public CompletionStage<T> getBody() {
    return reader.getBody();
  }
}
