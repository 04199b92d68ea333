package io.sluice.control.template;

import static java.util.Objects.requireNonNull;

import io.sluice.control.queue.WorkQueue;
import io.sluice.hub.template.KarmadaGuard;
import io.sluice.time.ProcessTime;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices that Karmada's own controllers start or stop, and has everything looked at then
 * (lazy-activation 2). That a Lease has expired is no event on the hub.
 */
final class KarmadaMonitor implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(KarmadaMonitor.class);
  private static final Duration EVERY = Duration.ofSeconds(1);
  private static final String KEY = "lease";

  private final KarmadaGuard guard;
  private final Runnable changed;
  private final WorkQueue<String> checks;
  private boolean running;

  KarmadaMonitor(KarmadaGuard guard, ProcessTime time, Runnable changed) {
    this.guard = requireNonNull(guard, "guard is null");
    this.changed = requireNonNull(changed, "changed is null");
    this.checks = new WorkQueue<>(time, "karmada", 1, this::check);
  }

  void start() {
    checks.add(KEY);
  }

  /** Looks at once. */
  void leaseChanged() {
    checks.add(KEY);
  }

  /** Formats why nothing may be written; what is then left is done once that has ended. */
  Optional<String> problem() {
    Optional<String> now = guard.problem();
    synchronized (this) {
      if (running == now.isPresent()) {
        return now;
      }
      running = now.isPresent();
    }
    now.ifPresentOrElse(
        problem -> LOG.warn("{}", problem),
        () -> LOG.info("Karmada's controllers do not run any more: templates are propagated"));
    changed.run();
    return now;
  }

  private void check(String key) {
    problem();
    checks.addAfter(key, EVERY);
  }

  @Override
  public void close() {
    checks.close();
  }
}
