package io.sluice.hub.batch;

import io.temporal.client.ActivityCompletionFailureException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends heartbeats for a batch in the background, one a second, however slow a single request is.
 *
 * <p>They stop when the batch is closed, and when it should have answered long ago. A process that
 * was suspended shows in the age of the last heartbeat that Temporal received: another worker may
 * work on the batch then. The age is the longer of what the monotonic and the wall clock measure,
 * as not every clock runs while a machine sleeps.
 */
final class BatchHeartbeat implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BatchHeartbeat.class);
  private static final long INTERVAL_MILLIS = 1000;
  private static final AtomicInteger THREADS = new AtomicInteger();

  private final HeartbeatSender sender;
  private final int clusters;
  private final Clock clock;
  private final long end;
  private final CountDownLatch over = new CountDownLatch(1);
  private final AtomicInteger done = new AtomicInteger();
  private volatile Sent last;
  private volatile RuntimeException failure;

  private record Sent(long nanos, Instant at) {}

  private BatchHeartbeat(HeartbeatSender sender, int clusters, Duration longest, Clock clock) {
    this.sender = sender;
    this.clusters = clusters;
    this.clock = clock;
    this.end = System.nanoTime() + longest.toNanos();
    this.last = now();
  }

  /**
   * Starts to send.
   *
   * @param longest time after which a batch that is not closed counts as hanging: heartbeats stop
   */
  static BatchHeartbeat start(HeartbeatSender sender, int clusters, Duration longest, Clock clock) {
    BatchHeartbeat heartbeat = new BatchHeartbeat(sender, clusters, longest, clock);
    Thread thread = new Thread(heartbeat::run, "heartbeat-" + THREADS.incrementAndGet());
    thread.setDaemon(true);
    thread.start();
    return heartbeat;
  }

  private Sent now() {
    return new Sent(System.nanoTime(), clock.instant());
  }

  private void run() {
    try {
      do {
        Sent sending = now();
        try {
          sender.send(done.get(), clusters);
          last = sending;
        } catch (ActivityCompletionFailureException e) {
          LOG.warn("a heartbeat failed and is sent again: {}", e.getMessage());
        } catch (RuntimeException e) {
          failure = e;
          over.countDown();
        }
      } while (System.nanoTime() < end && !over.await(INTERVAL_MILLIS, TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Counts a cluster that is done. */
  void done() {
    done.incrementAndGet();
  }

  /** Returns whether the batch is still this worker's: no other may have begun it. */
  boolean alive() {
    Sent received = last;
    Duration monotonic = Duration.ofNanos(System.nanoTime() - received.nanos());
    Duration wall = Duration.between(received.at(), clock.instant());
    Duration age = monotonic.compareTo(wall) > 0 ? monotonic : wall;
    return failure == null && age.compareTo(sender.timeout()) < 0;
  }

  /** Throws what ended the activity: it was canceled, or timed out. */
  void check() {
    RuntimeException ended = failure;
    if (ended != null) {
      throw ended;
    }
  }

  /** Waits; returns earlier if the activity ends. */
  void await(Duration pause) {
    try {
      over.await(pause.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    over.countDown();
  }
}
