package io.sluice.hub.client;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Answers all who ask for the same with one read.
 *
 * <p>Every answer is of a read that began after it was asked for: who asks while one is under way
 * gets that of the next, which begins when that one has ended, or after a second beside it, so that
 * nobody waits for a request that hangs.
 *
 * @param <K> says what is read
 * @param <V> never changed: many hold it
 */
public final class ReadSharer<K, V> {
  private static final Duration SLOW = Duration.ofSeconds(1);

  private final Function<K, CompletableFuture<V>> reader;
  private final Executor later;
  private final Map<K, Turn<V>> turns = new HashMap<>();

  private static final class Turn<V> {
    int underWay;
    CompletableFuture<V> next;
  }

  /**
   * Creates one.
   *
   * @param reader begins a read, and does not wait for its answer
   */
  public ReadSharer(Function<K, CompletableFuture<V>> reader) {
    this(reader, CompletableFuture.delayedExecutor(SLOW.toMillis(), TimeUnit.MILLISECONDS));
  }

  /**
   * Creates one.
   *
   * @param later begins reads beside those that take long
   */
  ReadSharer(Function<K, CompletableFuture<V>> reader, Executor later) {
    this.reader = requireNonNull(reader, "reader is null");
    this.later = requireNonNull(later, "later is null");
  }

  /** Returns the answer of a read that begins after this call. */
  public Future<V> ask(K what) {
    CompletableFuture<V> answer = new CompletableFuture<>();
    synchronized (turns) {
      Turn<V> turn = turns.computeIfAbsent(what, key -> new Turn<>());
      if (turn.underWay > 0) {
        if (turn.next == null) {
          turn.next = answer;
          later.execute(() -> begin(what, answer));
        }
        return turn.next;
      }
      turn.underWay++;
    }
    read(what, answer);
    return answer;
  }

  /** Begins the next read, unless it has begun. */
  private void begin(K what, CompletableFuture<V> answer) {
    synchronized (turns) {
      Turn<V> turn = turns.get(what);
      if (turn == null || turn.next != answer) {
        return;
      }
      turn.next = null;
      turn.underWay++;
    }
    read(what, answer);
  }

  private void read(K what, CompletableFuture<V> answer) {
    CompletableFuture<V> reading;
    try {
      reading = reader.apply(what);
    } catch (RuntimeException e) {
      reading = CompletableFuture.failedFuture(e);
    }
    reading.whenComplete(
        (found, failure) -> {
          ended(what);
          if (failure == null) {
            answer.complete(found);
          } else {
            answer.completeExceptionally(failure);
          }
        });
  }

  private void ended(K what) {
    CompletableFuture<V> next;
    synchronized (turns) {
      Turn<V> turn = turns.get(what);
      turn.underWay--;
      next = turn.next;
      if (next == null && turn.underWay == 0) {
        turns.remove(what);
      }
    }
    if (next != null) {
      begin(what, next);
    }
  }
}
