package io.sluice.hub.transport;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs what has arrived, on threads of its own. Work that follows, such as the parsing of an event
 * and its handlers, runs on the same thread afterwards: fabric8 would pass it from thread to
 * thread, which takes more processor time than the parsing.
 */
final class TransportThreads implements Executor {
  private static final AtomicInteger NUMBER = new AtomicInteger();

  private final ExecutorService threads = Executors.newCachedThreadPool(TransportThread::new);

  /** Has work of its own to do after the present work. */
  private static final class TransportThread extends Thread {
    private final Queue<Runnable> following = new ArrayDeque<>();

    TransportThread(Runnable work) {
      super(work, "hub-transport-" + NUMBER.incrementAndGet());
      setDaemon(true);
    }

    void runFollowing() {
      for (Runnable work = following.poll(); work != null; work = following.poll()) {
        try {
          work.run();
        } catch (RuntimeException | Error e) {
          getUncaughtExceptionHandler().uncaughtException(this, e);
        }
      }
    }
  }

  @Override
  public void execute(Runnable work) {
    threads.execute(
        () -> {
          try {
            work.run();
          } finally {
            ((TransportThread) Thread.currentThread()).runFollowing();
          }
        });
  }

  /**
   * Runs work that may follow from what has arrived: on one of these threads once it has done its
   * present work, and so without the locks that the present work holds.
   */
  void follow(Runnable work) {
    if (Thread.currentThread() instanceof TransportThread present) {
      present.following.add(work);
    } else {
      execute(work);
    }
  }

  void close() {
    threads.shutdownNow();
  }
}
