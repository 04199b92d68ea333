package io.sluice.control.queue;

import static java.util.Objects.requireNonNull;

import io.sluice.connection.ConnectionFailure;
import io.sluice.hub.client.HubException;
import io.sluice.pace.Pace;
import io.sluice.time.ProcessTime;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Processes keys in worker threads, each key by one worker at a time.
 *
 * <p>Keys that take much memory are processed on a thread that the queues of a controller share, so
 * that one of them at a time is, and others do not wait for it (policy-propagation 16b).
 *
 * <p>Level-triggered: a key that is added twice is processed once, one that is added while it is
 * processed is processed again after that. A failure is retried with a growing back-off until it
 * succeeds.
 */
public final class WorkQueue<K> implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(WorkQueue.class);
  private static final Pace BACKOFF = Pace.between(Duration.ofMillis(250), Duration.ofSeconds(30));

  private final String name;
  private final Processor<K> processor;
  private final ProcessTime time;
  private final Optional<LargeKeys<K>> large;
  private final ScheduledExecutorService workers;
  private final QueueStatistics statistics;

  /** Since when each key waits, by the monotonic clock. */
  private final Map<K, Long> waiting = new HashMap<>();

  private final Set<K> inProcess = new HashSet<>();
  private final Map<K, Integer> failures = new HashMap<>();
  private final Map<K, ScheduledFuture<?>> timers = new HashMap<>();
  private boolean closed;

  /** Processes a key; an exception is logged, and the key retried. */
  public interface Processor<K> {
    void process(K key) throws Exception;
  }

  /** Creates a queue none of whose keys takes much memory. */
  public WorkQueue(ProcessTime time, String name, int workers, Processor<K> processor) {
    this(time, name, workers, processor, Optional.empty());
  }

  /**
   * Creates a queue.
   *
   * @param large processes keys that take much memory
   */
  public WorkQueue(
      ProcessTime time, String name, int workers, Processor<K> processor, LargeKeys<K> large) {
    this(time, name, workers, processor, Optional.of(large));
  }

  private WorkQueue(
      ProcessTime time,
      String name,
      int workers,
      Processor<K> processor,
      Optional<LargeKeys<K>> large) {
    this.time = requireNonNull(time, "time is null");
    this.name = requireNonNull(name, "name is null");
    this.processor = requireNonNull(processor, "processor is null");
    this.workers = time.threads(name, workers);
    this.large = large;
    this.statistics = new QueueStatistics(name, this::depth);
  }

  /** Returns what is measured of this queue. */
  public QueueStatistics statistics() {
    return statistics;
  }

  private synchronized int depth() {
    return waiting.size();
  }

  public synchronized void add(K key) {
    if (!closed && waiting.putIfAbsent(key, time.nanos()) == null && !inProcess.contains(key)) {
      begin(key);
    }
  }

  private void begin(K key) {
    large.flatMap(keys -> keys.worker(key)).orElse(workers).execute(() -> run(key));
  }

  /**
   * Adds a key later. If it is added several times, only the earliest time counts, so that timers
   * do not pile up: the pass at that time adds the key again for what is left.
   */
  public synchronized void addAfter(K key, Duration delay) {
    if (closed) {
      return;
    }
    ScheduledFuture<?> before = timers.get(key);
    if (before != null && before.getDelay(TimeUnit.NANOSECONDS) <= delay.toNanos()) {
      return;
    }
    if (before != null) {
      before.cancel(false);
    }
    timers.put(key, workers.schedule(() -> due(key), delay.toNanos(), TimeUnit.NANOSECONDS));
  }

  private synchronized void due(K key) {
    timers.remove(key);
    add(key);
  }

  private void run(K key) {
    long begun;
    synchronized (this) {
      begun = time.nanos();
      Long since = closed ? null : waiting.remove(key);
      if (since == null) {
        return;
      }
      inProcess.add(key);
      statistics.waited(begun - since);
    }
    boolean done = false;
    try {
      processor.process(key);
      done = true;
    } catch (Exception | StackOverflowError e) {
      // What overflows the stack is the fault of one object, and costs that one alone.
      log(key, e);
    } finally {
      statistics.worked(time.nanos() - begun);
      finished(key, done);
    }
  }

  private synchronized void log(K key, Throwable e) {
    if (closed) {
      LOG.debug("{}: {} was interrupted by the end of the process", name, key, e);
    } else if (expected(e)) {
      LOG.warn("{}: {} is retried: {}", name, key, e.getMessage());
    } else {
      LOG.warn("{}: {} is retried: {}", name, key, e.getMessage(), e);
    }
  }

  /**
   * Returns whether a server failed or refused: its answer says enough, so no stack trace is
   * logged.
   */
  private static boolean expected(Throwable e) {
    return e instanceof HubException
        || e instanceof RuntimeException failure && ConnectionFailure.temporalUnreachable(failure);
  }

  private synchronized void finished(K key, boolean done) {
    inProcess.remove(key);
    if (closed) {
      return;
    }
    if (done) {
      failures.remove(key);
    } else {
      statistics.retried();
      addAfter(key, BACKOFF.doubled(failures.merge(key, 1, Integer::sum) - 1));
    }
    if (waiting.containsKey(key)) {
      begin(key);
    }
  }

  /** True when no key waits or is being processed. */
  public synchronized boolean idle() {
    return waiting.isEmpty() && inProcess.isEmpty();
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      waiting.clear();
    }
    workers.shutdownNow();
    try {
      if (!workers.awaitTermination(5, TimeUnit.SECONDS)) {
        LOG.warn("{}: a key is still being processed after 5 s", name);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
