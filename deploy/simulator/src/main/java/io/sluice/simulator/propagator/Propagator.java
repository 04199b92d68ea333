package io.sluice.simulator.propagator;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.simulator.propagator.PolicyWork.Controller;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Simulates OCM's governance-policy-propagator: renders roots into replicas, repairs and deletes
 * these, and writes the status of roots, as upstream does and not as Sluice does
 * (policy-propagation 4 to 9, 17).
 *
 * <p>{@link PropagatorCaches} watches the hub; {@link ChangeMapper} finds what a change concerns;
 * {@link PolicyQueue} has it processed by {@link RootPolicyReconciler} and {@link
 * ReplicatedPolicyReconciler}; {@link PropagatorWriter} writes. Hub templates are rendered by a few
 * rules only. The status of PolicySets, events, metrics, automation and encryption are left out.
 */
public final class Propagator implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Propagator.class);

  private final PauseSwitch gate = new PauseSwitch();
  private final AtomicInteger unmapped = new AtomicInteger();
  private final ExecutorService events =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread thread = new Thread(task, "propagator-events");
            thread.setDaemon(true);
            return thread;
          });
  private final PropagatorCaches caches;
  private final ChangeMapper mapper;
  private final PolicyQueue queue;
  private final HeldLease lease;

  private Propagator(KubernetesClient client, PropagatorOptions options) {
    this.caches = new PropagatorCaches(client, this::changed);
    DecisionReader decisions = new DecisionReader(caches);
    TemplateInputs inputs = new TemplateInputs();
    PropagatorWriter writer =
        new PropagatorWriter(
            client, gate, new TokenBucket(options.writesPerSecond(), options.burst()));
    RootPolicyReconciler roots = new RootPolicyReconciler(caches, decisions, writer, this::add);
    this.queue =
        new PolicyQueue(
            options.reaction(),
            gate,
            Map.of(
                Controller.ROOT_SPEC, roots::reconcileSpec,
                Controller.ROOT_STATUS, roots::reconcileStatus,
                Controller.REPLICA,
                    new ReplicatedPolicyReconciler(caches, decisions, inputs, writer)));
    this.mapper =
        new ChangeMapper(caches, decisions, inputs, options.forgetsVanishedBindings(), queue::add);
    this.lease = new HeldLease(client, options, gate);
  }

  /**
   * Starts it: takes its Lease, waits until it has seen what the hub has, and works on that. The
   * client stays the caller's.
   */
  public static Propagator start(KubernetesClient client, PropagatorOptions options) {
    Propagator propagator = new Propagator(client, options);
    try {
      propagator.lease.start();
      propagator.gate.close();
      propagator.caches.start();
      // The watches report these, too, but only soon.
      propagator.caches.policies().forEach(propagator::changed);
      propagator.gate.open();
      return propagator;
    } catch (RuntimeException e) {
      propagator.close();
      throw e;
    }
  }

  private void add(PolicyWork work) {
    queue.add(work);
  }

  private void changed(ObjectChange change) {
    unmapped.incrementAndGet();
    try {
      events.execute(() -> map(change));
    } catch (RejectedExecutionException e) {
      LOG.debug("The propagator has stopped, and does not see a change");
    }
  }

  private void map(ObjectChange change) {
    try {
      gate.pass();
      mapper.changed(change);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      unmapped.decrementAndGet();
    }
  }

  /**
   * Freezes it, as a stopped process: it sees and writes nothing more, and its Lease runs out; a
   * request that is on its way arrives.
   */
  public void pause() {
    gate.close();
  }

  /** Goes on after {@link #pause}, with what the hub shows by then. */
  public void resume() {
    gate.open();
  }

  /** Returns whether all that it has seen so far is processed. */
  public boolean idle() {
    return unmapped.get() == 0 && queue.idle();
  }

  /**
   * Stops it for good, and gives its Lease up, so that another need not wait until that runs out.
   */
  public void release() {
    close();
    lease.release();
  }

  /** Stops it for good; its Lease stays as it was renewed last. */
  @Override
  public void close() {
    caches.close();
    events.shutdownNow();
    queue.close();
    lease.close();
  }
}
