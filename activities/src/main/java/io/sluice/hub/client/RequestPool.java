package io.sluice.hub.client;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.IntConsumer;

/**
 * Sends requests for many clusters in parallel, with a limit for the whole process.
 *
 * <p>After a failure or a cancellation no further request is sent; those under way are awaited, so
 * that no write lands after the answer.
 */
public final class RequestPool implements AutoCloseable {
  /** With more requests in flight the hub's throughput falls. */
  public static final int DEFAULT_WIDTH = 24;

  private static final long BEAT_MILLIS = 1000;
  private static final AtomicInteger THREADS = new AtomicInteger();

  private final ExecutorService threads;

  public RequestPool(int width) {
    this.threads = Executors.newFixedThreadPool(width, RequestPool::thread);
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "hub-" + THREADS.incrementAndGet());
    thread.setDaemon(true);
    return thread;
  }

  /** Returns the answers, in the order of the items. */
  public <T, R> List<R> each(List<T> items, Function<T, R> work) {
    return each(items, work, done -> {});
  }

  /**
   * Returns the answers, in the order of the items.
   *
   * @param beat gets the number of answers about every second; it may throw, to stop
   */
  public <T, R> List<R> each(List<T> items, Function<T, R> work, IntConsumer beat) {
    AtomicBoolean stopped = new AtomicBoolean();
    CompletionService<R> results = new ExecutorCompletionService<>(threads);
    List<Future<R>> futures = new ArrayList<>();
    for (T item : items) {
      futures.add(results.submit(() -> stopped.get() ? null : work.apply(item)));
    }
    try {
      await(results, futures, beat);
      List<R> answers = new ArrayList<>();
      for (Future<R> future : futures) {
        answers.add(future.get());
      }
      return answers;
    } catch (ExecutionException e) {
      throw cause(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw HubException.interrupted("finish a batch of requests", e);
    } finally {
      stopped.set(true);
      settle(futures);
    }
  }

  /** Starts one request in parallel; {@link #answer} waits for it. */
  public <R> Future<R> begin(Callable<R> request) {
    return threads.submit(request);
  }

  /** Returns the answer of a started request; throws what it threw. */
  public static <R> R answer(Future<R> request) {
    try {
      return request.get();
    } catch (ExecutionException e) {
      throw cause(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw HubException.interrupted("wait for an answer", e);
    }
  }

  private static RuntimeException cause(ExecutionException e) {
    return e.getCause() instanceof RuntimeException failure
        ? failure
        : new IllegalStateException(
            "unexpected checked exception from a hub request", e.getCause());
  }

  private static <R> void await(
      CompletionService<R> results, List<Future<R>> futures, IntConsumer beat)
      throws InterruptedException, ExecutionException {
    int done = 0;
    while (done < futures.size()) {
      Future<R> next = results.poll(BEAT_MILLIS, TimeUnit.MILLISECONDS);
      if (next != null) {
        done++;
        next.get();
      }
      beat.accept(done);
    }
  }

  /**
   * Waits for requests under way; those not started do nothing, so this takes one request at most.
   */
  private static <R> void settle(List<Future<R>> futures) {
    boolean interrupted = false;
    for (Future<R> future : futures) {
      while (!future.isDone()) {
        try {
          future.get();
        } catch (ExecutionException e) {
          break; // The caller gets the first failure.
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    threads.shutdown();
  }
}
