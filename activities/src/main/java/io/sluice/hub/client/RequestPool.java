package io.sluice.hub.client;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * Sends requests for many clusters in parallel, with a limit for the whole process; callers share
 * it evenly.
 *
 * <p>After a failure or a cancellation no further request is sent; those under way are awaited, so
 * that no write lands after the answer.
 */
public final class RequestPool implements AutoCloseable {
  /** With more requests in flight the hub's throughput falls. */
  public static final int DEFAULT_WIDTH = 24;

  private static final AtomicInteger THREADS = new AtomicInteger();

  /** Reads that a caller waits for: they must not queue behind the writes of others. */
  private static final int READS = 16;

  private static final long IDLE_SECONDS = 60;

  private final ExecutorService threads;
  private final ThreadPoolExecutor readers;
  private final WorkTurns turns;

  public RequestPool(int width) {
    this.threads = Executors.newFixedThreadPool(width, RequestPool::thread);
    this.readers =
        new ThreadPoolExecutor(
            READS,
            READS,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new PriorityBlockingQueue<>(),
            RequestPool::thread);
    readers.allowCoreThreadTimeOut(true);
    this.turns = new WorkTurns(threads);
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "hub-" + THREADS.incrementAndGet());
    thread.setDaemon(true);
    return thread;
  }

  /** Returns the answers, in the order of the items. */
  public <T, R> List<R> each(List<T> items, Function<T, R> work) {
    Duration unlimited = Duration.ofDays(1);
    return each(items, item -> Optional.of(work.apply(item)), unlimited, unlimited).stream()
        .map(Optional::orElseThrow)
        .toList();
  }

  /**
   * Returns the answers, in the order of the items; empty where the work was not begun, or not
   * finished, in time.
   *
   * @param starting after this time no work begins
   * @param answering after this time the work under way is interrupted, and not awaited
   */
  public <T, R> List<Optional<R>> each(
      List<T> items, Function<T, Optional<R>> work, Duration starting, Duration answering) {
    List<Callable<Optional<R>>> pieces =
        items.stream().map(item -> (Callable<Optional<R>>) () -> work.apply(item)).toList();
    return ParallelWork.start(turns, pieces).finish(starting, answering);
  }

  /** Reads in parallel whose answers are awaited as long as it takes. */
  public PendingReads reads() {
    return new PendingReads(readers::execute, Optional.empty());
  }

  /**
   * Reads in parallel; they go before those that are awaited as long as it takes.
   *
   * @param patience how long the answers are awaited, together
   */
  public PendingReads reads(Duration patience) {
    return new PendingReads(readers::execute, Optional.of(patience));
  }

  /**
   * Begins a read that several callers wait for: it goes before those that are awaited as long as
   * it takes.
   */
  public <R> CompletableFuture<R> begin(Callable<R> request) {
    CompletableFuture<R> answer = new CompletableFuture<>();
    readers.execute(
        new ReadRequest<>(
            () -> {
              try {
                answer.complete(request.call());
              } catch (Throwable e) {
                answer.completeExceptionally(e);
              }
              return null;
            },
            true));
    return answer;
  }

  static <R> R answer(Future<R> request) {
    try {
      return request.get();
    } catch (ExecutionException e) {
      throw cause(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw HubException.interrupted("wait for an answer", e);
    }
  }

  static RuntimeException cause(ExecutionException e) {
    return e.getCause() instanceof RuntimeException failure
        ? failure
        : new IllegalStateException(
            "unexpected checked exception from a hub request", e.getCause());
  }

  @Override
  public void close() {
    threads.shutdown();
    readers.shutdown();
  }
}
