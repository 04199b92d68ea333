package io.sluice.simulator.propagator;

import io.sluice.simulator.propagator.PolicyWork.Controller;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Processes policies as a controller's queue does: each one once for any number of additions, by
 * one thread at a time, and again after a failure.
 */
final class PolicyQueue implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PolicyQueue.class);
  private static final int THREADS = 10;
  private static final long FIRST_RETRY = 5;
  private static final long LAST_RETRY = 30_000; // upstream waits up to 1000 s

  private final long reaction;
  private final PauseSwitch gate;
  private final ScheduledThreadPoolExecutor threads;
  private final Set<PolicyWork> waiting = new HashSet<>();
  private final Set<PolicyWork> inWork = new HashSet<>();
  private final Map<PolicyWork, Integer> failures = new HashMap<>();

  /** How many retries of each are still to come: a change meanwhile does not wait for them. */
  private final Map<PolicyWork, Integer> retries = new HashMap<>();

  private final Map<Controller, Reconciler> reconcilers;

  /** Brings the hub to the state that one policy should have. */
  interface Reconciler {
    void reconcile(String namespace, String name) throws InterruptedException;
  }

  PolicyQueue(Duration reaction, PauseSwitch gate, Map<Controller, Reconciler> reconcilers) {
    this.reaction = reaction.toMillis();
    this.gate = gate;
    this.reconcilers = reconcilers;
    AtomicInteger number = new AtomicInteger();
    this.threads =
        new ScheduledThreadPoolExecutor(
            THREADS,
            task -> {
              Thread thread = new Thread(task, "propagator-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    threads.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  void add(PolicyWork work) {
    add(work, reaction);
  }

  private synchronized void add(PolicyWork work, long millis) {
    if (waiting.add(work) && !inWork.contains(work)) {
      schedule(work, millis);
    }
  }

  private void schedule(PolicyWork work, long millis) {
    try {
      threads.schedule(() -> run(work), millis, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      LOG.debug("The propagator has stopped, and leaves {}", work);
    }
  }

  /** Returns whether nothing is left to do; failures are tried again, so they are left. */
  synchronized boolean idle() {
    return waiting.isEmpty() && inWork.isEmpty() && retries.isEmpty();
  }

  private void run(PolicyWork work) {
    try {
      gate.pass();
      synchronized (this) {
        waiting.remove(work);
        inWork.add(work);
      }
      reconcilers.get(work.controller()).reconcile(work.namespace(), work.name());
      done(work);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      LOG.debug("The propagator tries {} again", work, e);
      retry(work);
    }
  }

  private synchronized void done(PolicyWork work) {
    inWork.remove(work);
    failures.remove(work);
    if (waiting.contains(work)) {
      schedule(work, reaction);
    }
  }

  private synchronized void retry(PolicyWork work) {
    int failed = failures.merge(work, 1, Integer::sum);
    retries.merge(work, 1, Integer::sum);
    long millis = Math.min(LAST_RETRY, FIRST_RETRY << Math.min(failed, 20));
    inWork.remove(work);
    if (waiting.contains(work)) {
      schedule(work, reaction);
    }
    try {
      threads.schedule(() -> again(work), millis, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      LOG.debug("The propagator has stopped, and leaves {}", work);
    }
  }

  private synchronized void again(PolicyWork work) {
    retries.computeIfPresent(work, (same, left) -> left == 1 ? null : left - 1);
    add(work, 0);
  }

  @Override
  public void close() {
    threads.shutdownNow();
    try {
      if (!threads.awaitTermination(10, TimeUnit.SECONDS)) {
        LOG.warn("The propagator still waits for answers of the hub, and is left waiting");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
