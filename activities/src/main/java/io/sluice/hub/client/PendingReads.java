package io.sluice.hub.client;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Sends reads in parallel that are of use only together, and awaits their answers within one time.
 *
 * <p>When it is closed, those that nobody waits for any more are not sent: on a slow hub they would
 * hold up those of the next try.
 */
public final class PendingReads implements AutoCloseable {
  private final Consumer<ReadRequest<?>> sender;
  private final Optional<Duration> patience;
  private final long begunAt = System.nanoTime();
  private final List<ReadRequest<?>> begun = new ArrayList<>();

  /**
   * Begins none yet.
   *
   * @param sender queues a read
   * @param patience how long the answers are awaited, together; absent: as long as it takes
   */
  PendingReads(Consumer<ReadRequest<?>> sender, Optional<Duration> patience) {
    this.sender = sender;
    this.patience = patience;
  }

  /** Begins a read. */
  public <R> Future<R> begin(Callable<R> request) {
    ReadRequest<R> read = new ReadRequest<>(request, patience.isPresent());
    begun.add(read);
    sender.accept(read);
    return read;
  }

  /**
   * Returns the answer of a read; throws what it threw.
   *
   * @param doing what is read, for messages
   * @throws HubException also when there is no answer in time
   */
  public <R> R answer(Future<R> read, String doing) {
    try {
      return patience.isEmpty() ? read.get() : read.get(left(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw HubException.unanswered(doing, patience.orElseThrow());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw HubException.interrupted(doing, e);
    } catch (ExecutionException e) {
      throw RequestPool.cause(e);
    }
  }

  private long left() {
    return patience.orElseThrow().toNanos() - (System.nanoTime() - begunAt);
  }

  @Override
  public void close() {
    begun.forEach(read -> read.cancel(true));
  }
}
