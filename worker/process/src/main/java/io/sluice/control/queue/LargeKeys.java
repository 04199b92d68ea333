package io.sluice.control.queue;

import static java.util.Objects.requireNonNull;

import io.sluice.time.ProcessTime;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Processes the keys of several queues that take much memory, one at a time in all of them
 * (policy-propagation 16b).
 */
public final class LargeKeys<K> implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LargeKeys.class);

  private final Predicate<K> large;
  private final ScheduledExecutorService worker;

  /**
   * Starts their thread.
   *
   * @param large whether a key takes much memory while it is processed
   */
  public LargeKeys(ProcessTime time, String name, Predicate<K> large) {
    this.large = requireNonNull(large, "large is null");
    this.worker = time.threads(name, 1);
  }

  /** Returns what processes a key; empty for one that takes little. */
  Optional<ScheduledExecutorService> worker(K key) {
    return large.test(key) ? Optional.of(worker) : Optional.empty();
  }

  /** Ends the thread; its queues are closed before. */
  @Override
  public void close() {
    worker.shutdownNow();
    try {
      if (!worker.awaitTermination(5, TimeUnit.SECONDS)) {
        LOG.warn("a large key is still being processed after 5 s");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
