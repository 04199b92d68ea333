package io.sluice.process.http;

import io.sluice.process.http.OpenRequest.Phase;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledThreadPoolExecutor;

/**
 * Gives each request a thread of its own, and closes those that exceed a limit.
 *
 * <p>The JDK's server reads the header of a request on this thread. With a pool of threads a few
 * requests that are never sent to their end would hold all of them, and a kubelet whose probes get
 * no answer ends the pod (policy-propagation 16b). So no request waits for a thread: where there
 * are too many, the one that has been under way for longest is closed. A probe is read and answered
 * within milliseconds, and is never that one.
 */
final class RequestThreads implements Executor, AutoCloseable {
  private final String name;
  private final RequestLimits limits;
  private final ScheduledThreadPoolExecutor timer;

  /** In the order in which they came. */
  private final Map<Thread, OpenRequest> open = new LinkedHashMap<>();

  RequestThreads(String name, RequestLimits limits) {
    this.name = name;
    this.limits = limits;
    this.timer = new ScheduledThreadPoolExecutor(1, work -> daemon(work, name + "-limits"));
    timer.setRemoveOnCancelPolicy(true);
    // What is scheduled while it is closed is closed anyway.
    timer.setRejectedExecutionHandler((work, pool) -> {});
  }

  private static Thread daemon(Runnable work, String name) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public void execute(Runnable exchange) {
    Thread thread = daemon(() -> run(exchange), name);
    if (admit(thread)) {
      thread.start();
    } else {
      refuse(exchange);
    }
  }

  /** Those that were closed may need a moment to end: so there are at most twice as many. */
  private synchronized boolean admit(Thread thread) {
    if (open.size() >= limits.requests()) {
      open.values().stream()
          .filter(request -> !request.isCut())
          .min(Comparator.comparing(OpenRequest::isRead))
          .ifPresent(OpenRequest::cut);
    }
    if (open.size() >= 2 * limits.requests()) {
      return false;
    }
    OpenRequest request = new OpenRequest(thread);
    open.put(thread, request);
    request.enter(Phase.HEADER, Optional.of(limits.header()), timer);
    return true;
  }

  private void run(Runnable exchange) {
    try {
      exchange.run();
    } finally {
      remove(Thread.currentThread()).end();
    }
  }

  private synchronized OpenRequest remove(Thread thread) {
    return open.remove(thread);
  }

  /** The server closes the connection of a request whose first read fails, and it fails at once. */
  private static void refuse(Runnable exchange) {
    Thread.currentThread().interrupt();
    try {
      exchange.run();
    } finally {
      // The thread is the one that accepts connections: it goes on.
      Thread.interrupted();
    }
  }

  /** Notes that the header of this thread's request has been read. */
  void headerRead() {
    current().ifPresent(request -> request.enter(Phase.BODY, Optional.of(limits.body()), timer));
  }

  /** Notes that the body of this thread's request has been read. */
  void bodyRead() {
    current().ifPresent(request -> request.enter(Phase.ANSWER, limits.answer(), timer));
  }

  /** A request that was refused has none. */
  private synchronized Optional<OpenRequest> current() {
    return Optional.ofNullable(open.get(Thread.currentThread()));
  }

  @Override
  public void close() {
    List<OpenRequest> last;
    synchronized (this) {
      last = new ArrayList<>(open.values());
    }
    last.forEach(OpenRequest::cut);
    timer.shutdownNow();
  }
}
