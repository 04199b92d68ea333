package io.sluice.control.placement;

import static java.util.Objects.requireNonNull;

import io.sluice.control.queue.WorkQueue;
import io.sluice.hub.placement.ClusterManagerGuard;
import io.sluice.time.ProcessTime;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices that OCM's operator is installed or removed, and has every Placement evaluated when it is
 * gone (placement 1).
 */
final class ClusterManagerMonitor implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterManagerMonitor.class);
  private static final Duration EVERY = Duration.ofSeconds(5);
  private static final String KEY = "operator";

  private final ClusterManagerGuard guard;
  private final Runnable gone;
  private final WorkQueue<String> checks;
  private volatile Optional<String> problem = Optional.empty();

  ClusterManagerMonitor(ClusterManagerGuard guard, ProcessTime time, Runnable gone) {
    this.guard = requireNonNull(guard, "guard is null");
    this.gone = requireNonNull(gone, "gone is null");
    this.checks = new WorkQueue<>(time, "cluster manager", 1, this::check);
  }

  void start() {
    checks.add(KEY);
  }

  /** Asks the hub whether anything may be written. */
  boolean free() {
    note(guard.problem());
    return problem.isEmpty();
  }

  /** Formats why nothing was written when the hub was last asked. */
  Optional<String> problem() {
    return problem;
  }

  private void check(String key) {
    note(guard.problem());
    checks.addAfter(key, EVERY);
  }

  private void note(Optional<String> now) {
    Optional<String> before;
    synchronized (this) {
      before = problem;
      problem = now;
    }
    if (before.isPresent() == now.isPresent()) {
      return;
    }
    if (now.isPresent()) {
      LOG.warn("{}", now.get());
    } else {
      LOG.info("the hub has no ClusterManager any more: Placements are evaluated again");
      gone.run();
    }
  }

  @Override
  public void close() {
    checks.close();
  }
}
