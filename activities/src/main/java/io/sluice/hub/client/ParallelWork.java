package io.sluice.hub.client;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/** Does pieces of work in parallel within a time, and awaits those that it has begun. */
final class ParallelWork<R> {
  private final List<Piece<R>> pieces;
  private final CompletableFuture<Void> failed = new CompletableFuture<>();

  private ParallelWork(List<Callable<Optional<R>>> work) {
    this.pieces = work.stream().map(each -> new Piece<>(each, failed)).toList();
  }

  static <R> ParallelWork<R> start(WorkTurns turns, List<Callable<Optional<R>>> work) {
    ParallelWork<R> started = new ParallelWork<>(work);
    turns.add(started.pieces);
    return started;
  }

  /**
   * Returns the results in order; empty for what was not begun, or not finished, in time.
   *
   * @param starting after this time, or a failure, no piece begins
   * @param answering after this time the pieces under way are interrupted and not awaited
   */
  List<Optional<R>> finish(Duration starting, Duration answering) {
    long begun = System.nanoTime();
    CompletableFuture<?> all =
        CompletableFuture.allOf(
            pieces.stream().map(piece -> piece.result).toArray(CompletableFuture[]::new));
    boolean interrupted =
        interruptedBefore(CompletableFuture.anyOf(all, failed), begun + starting.toNanos());
    pieces.forEach(Piece::skip);
    interrupted |= interruptedBefore(all, begun + answering.toNanos());
    pieces.forEach(Piece::interrupt);
    if (interrupted) {
      Thread.currentThread().interrupt();
      throw HubException.interrupted("finish a batch of requests", new InterruptedException());
    }
    return pieces.stream().map(Piece::answer).toList();
  }

  /** Waits, also after an interruption: no write may land after the answer. */
  private static boolean interruptedBefore(CompletableFuture<?> end, long until) {
    boolean interrupted = false;
    while (true) {
      try {
        end.get(until - System.nanoTime(), TimeUnit.NANOSECONDS);
        return interrupted;
      } catch (InterruptedException e) {
        interrupted = true;
      } catch (TimeoutException | ExecutionException e) {
        return interrupted; // A failure is thrown with the answers.
      }
    }
  }

  private static final class Piece<R> implements Runnable {
    private final Callable<Optional<R>> work;
    private final CompletableFuture<Void> failed;
    private final CompletableFuture<Optional<R>> result = new CompletableFuture<>();
    private final AtomicBoolean begun = new AtomicBoolean();
    private Thread runner;

    Piece(Callable<Optional<R>> work, CompletableFuture<Void> failed) {
      this.work = work;
      this.failed = failed;
    }

    @Override
    public void run() {
      if (!begun.compareAndSet(false, true)) {
        return;
      }
      ranBy(Thread.currentThread());
      try {
        result.complete(work.call());
      } catch (Exception | Error e) {
        result.completeExceptionally(e);
        failed.complete(null);
      } finally {
        ranBy(null);
        // An interruption that came too late must not hit the next piece on this thread.
        Thread.interrupted();
      }
    }

    private synchronized void ranBy(Thread thread) {
      runner = thread;
    }

    void skip() {
      if (begun.compareAndSet(false, true)) {
        result.complete(Optional.empty());
      }
    }

    void interrupt() {
      if (result.complete(Optional.empty())) {
        interruptRunner();
      }
    }

    private synchronized void interruptRunner() {
      if (runner != null) {
        runner.interrupt();
      }
    }

    Optional<R> answer() {
      return RequestPool.answer(result);
    }
  }
}
