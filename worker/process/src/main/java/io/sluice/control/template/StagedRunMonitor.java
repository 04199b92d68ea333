package io.sluice.control.template;

import static java.util.Objects.requireNonNull;

import io.sluice.control.queue.WorkQueue;
import io.sluice.control.run.OrphanedRuns;
import io.sluice.control.run.RunLister;
import io.sluice.control.run.Runs;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.template.KarmadaKinds;
import io.sluice.policy.BindingName;
import io.sluice.time.ProcessTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Finds the open runs whose binding or Rollout object is gone, and has them end: they may have lost
 * it while no process led, or while Temporal was away (rollout-strategy 5, "Deletion").
 */
final class StagedRunMonitor implements AutoCloseable {
  /** The caches may show for a while what was just deleted. */
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(2);

  private static final Duration LONGEST_LAG = Duration.ofMinutes(10);

  private final KarmadaCaches caches;
  private final Clock clock;
  private final OrphanedRuns orphans;
  private final WorkQueue<BindingName> open;
  private final RunLister<BindingName> lister;

  /** Until when the caches may still show what binds the run, by binding. */
  private final Map<BindingName, Instant> withdrawn = new ConcurrentHashMap<>();

  /**
   * Creates it; {@link #start} starts it.
   *
   * @param namespace of Sluice
   */
  StagedRunMonitor(
      KarmadaCaches caches, Runs runs, OrphanedRuns orphans, String namespace, ProcessTime time) {
    this.caches = requireNonNull(caches, "caches is null");
    this.clock = time.clock();
    this.orphans = requireNonNull(orphans, "orphans is null");
    this.open = new WorkQueue<>(time, "runs of bindings", 1, this::reconcile);
    this.lister =
        new RunLister<>(
            runs,
            orphans,
            path -> BindingName.ofPath(path, namespace),
            open::add,
            "lists of runs of bindings",
            time);
  }

  /** Looks at all open runs, now and every hour. */
  void start() {
    lister.start();
  }

  /** Looks at the run of a binding, which may just have lost its Rollout object. */
  void withdrawn(BindingName name) {
    withdrawn.put(name, clock.instant().plus(LONGEST_LAG));
    lister.look(name);
  }

  private void reconcile(BindingName name) {
    if (orphaned(name)) {
      withdrawn.remove(name);
      orphans.reconcile(name, clock.instant()).ifPresent(at -> open.addAfter(name, delay(at)));
    } else if (clock.instant().isBefore(withdrawn.getOrDefault(name, Instant.MIN))) {
      open.addAfter(name, LOOK_AGAIN);
    } else {
      withdrawn.remove(name);
    }
  }

  private boolean orphaned(BindingName name) {
    return Optional.of(name)
        .filter(
            known ->
                caches
                    .find(KarmadaKinds.binding(known.bindingNamespace()), known.bindingKey())
                    .isPresent())
        .flatMap(known -> caches.find(Kinds.ROLLOUT, known.namespace() + "/" + known.rolloutName()))
        .isEmpty();
  }

  private Duration delay(Instant at) {
    Duration delay = Duration.between(clock.instant(), at);
    return delay.isNegative() ? Duration.ZERO : delay;
  }

  @Override
  public void close() {
    lister.close();
    open.close();
  }
}
