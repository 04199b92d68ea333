package io.sluice.hub.transport;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import okhttp3.OkHttpClient;

/**
 * Sends requests and reads their answers, each on one thread: fabric8 would pass the body to
 * another one.
 */
final class TransportThreads extends ThreadPoolExecutor {
  private static final AtomicInteger NUMBER = new AtomicInteger();

  /** OkHttp hands over its requests, fabric8 the rest. */
  private static final String REQUESTS = OkHttpClient.class.getPackageName() + ".";

  private final Predicate<Runnable> request;

  TransportThreads() {
    this(work -> work.getClass().getName().startsWith(REQUESTS));
  }

  /** Creates them. {@code request} decides whether a work sends a request. */
  TransportThreads(Predicate<Runnable> request) {
    super(0, Integer.MAX_VALUE, 60, TimeUnit.SECONDS, new SynchronousQueue<>(), Worker::new);
    this.request = requireNonNull(request, "request is null");
  }

  private static final class Worker extends Thread {
    /** Runs after the present work; null while there is none. */
    private Runnable next;

    /** Whether the present work is a request. */
    private boolean sends;

    Worker(Runnable work) {
      super(work, "hub-transport-" + NUMBER.incrementAndGet());
      setDaemon(true);
    }
  }

  /**
   * Runs the reading of a body after the request that it answers, and a request at once: whoever
   * handles an event, while the body of a watch is read, may wait for an answer. If that came
   * quickly, the handler itself has its body read: by another thread, as it waits for it.
   */
  @Override
  public void execute(Runnable work) {
    if (Thread.currentThread() instanceof Worker present
        && present.sends
        && present.next == null
        && !request.test(work)) {
      present.next = work;
    } else {
      super.execute(work);
    }
  }

  @Override
  protected void beforeExecute(Thread thread, Runnable work) {
    ((Worker) thread).sends = request.test(work);
  }

  @Override
  protected void afterExecute(Runnable work, Throwable failure) {
    Worker present = (Worker) Thread.currentThread();
    present.sends = false;
    if (present.next != null) {
      try {
        present.next.run();
      } finally {
        present.next = null;
      }
    }
  }
}
