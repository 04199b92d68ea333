package io.sluice.control;

import io.sluice.control.queue.WorkQueue;
import io.sluice.hub.read.PropagatorGuard;
import io.sluice.policy.Problem;
import io.sluice.time.ProcessTime;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices that OCM's propagator starts or stops, and has every policy reconciled then
 * (policy-propagation 8.1). That a Lease has expired is no event on the hub.
 */
final class PropagatorMonitor implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PropagatorMonitor.class);
  private static final Duration EVERY = Duration.ofSeconds(1);
  private static final String KEY = "lease";

  private final PropagatorGuard guard;
  private final Runnable changed;
  private final WorkQueue<String> checks;
  private Optional<Problem> before = Optional.empty();

  PropagatorMonitor(PropagatorGuard guard, ProcessTime time, Runnable changed) {
    this.guard = guard;
    this.changed = changed;
    this.checks = new WorkQueue<>(time, "propagator", 1, this::check);
  }

  PropagatorMonitor start() {
    checks.add(KEY);
    return this;
  }

  /** Looks at once. */
  void leaseChanged() {
    checks.add(KEY);
  }

  private void check(String key) {
    Optional<Problem> now = guard.problem();
    if (now.isPresent() != before.isPresent()) {
      before = now;
      now.ifPresentOrElse(
          problem ->
              LOG.warn(
                  "{}: {}",
                  problem.reason(),
                  Problem.message("nothing is written", List.of(problem))),
          () -> LOG.info("OCM's propagator does not run any more: replicas are written again"));
      changed.run();
    }
    checks.addAfter(key, EVERY);
  }

  @Override
  public void close() {
    checks.close();
  }
}
