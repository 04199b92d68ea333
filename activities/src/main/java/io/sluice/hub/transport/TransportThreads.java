package io.sluice.hub.transport;

import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import okhttp3.OkHttpClient;

/**
 * Sends requests and reads their answers, each on one thread: fabric8 would pass the body to
 * another one.
 */
final class TransportThreads extends ThreadPoolExecutor {
  private static final AtomicInteger NUMBER = new AtomicInteger();

  /** OkHttp hands over its requests, fabric8 the rest. */
  private static final String REQUESTS = OkHttpClient.class.getPackageName() + ".";

  TransportThreads() {
    super(0, Integer.MAX_VALUE, 60, TimeUnit.SECONDS, new SynchronousQueue<>(), Worker::new);
  }

  private static final class Worker extends Thread {
    /** Runs after the present work; null while there is none. */
    private Runnable next;

    Worker(Runnable work) {
      super(work, "hub-transport-" + NUMBER.incrementAndGet());
      setDaemon(true);
    }
  }

  /**
   * Runs the reading of a body after the request that it answers. Nothing else waits for a body,
   * which may be read for hours; and a request waits for nothing: whoever handles an event may wait
   * for its answer.
   */
  @Override
  public void execute(Runnable work) {
    if (Thread.currentThread() instanceof Worker present
        && present.next == null
        && !request(work)) {
      present.next = work;
    } else {
      super.execute(work);
    }
  }

  private static boolean request(Runnable work) {
    return work.getClass().getName().startsWith(REQUESTS);
  }

  @Override
  protected void afterExecute(Runnable work, Throwable failure) {
    Worker present = (Worker) Thread.currentThread();
    if (present.next != null) {
      try {
        present.next.run();
      } finally {
        present.next = null;
      }
    }
  }
}
