package io.sluice.worker;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectionConfig;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectionConfigBuilder;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import io.sluice.settings.LeaseSettings;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes part in the election by the Lease, and runs the leader's task for as long as this process
 * holds it.
 *
 * <p>Two leaders for a moment do no harm: every write carries the resourceVersion that it was
 * decided on, and the id of a workflow lets one attempt run once.
 */
final class LeaderElection implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LeaderElection.class);
  private static final long RELEASE_SECONDS = 2;

  private final KubernetesClient hub;
  private final LeaseSettings lease;
  private final Supplier<AutoCloseable> task;
  private final ExecutorService executor =
      Executors.newSingleThreadExecutor(LeaderElection::thread);
  private final Thread thread = thread(this::run);
  private CompletableFuture<?> election = CompletableFuture.completedFuture(null);
  private boolean closed;
  private volatile AutoCloseable runningTask;
  private volatile String leader = "";

  private LeaderElection(KubernetesClient hub, LeaseSettings lease, Supplier<AutoCloseable> task) {
    this.hub = requireNonNull(hub, "hub is null");
    this.lease = requireNonNull(lease, "lease is null");
    this.task = requireNonNull(task, "task is null");
  }

  /**
   * Takes part from now on.
   *
   * @param task starts what only the leader does, and is closed when this process stops leading
   */
  static LeaderElection start(
      KubernetesClient hub, LeaseSettings lease, Supplier<AutoCloseable> task) {
    LeaderElection election = new LeaderElection(hub, lease, task);
    election.thread.start();
    return election;
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "leader-election");
    thread.setDaemon(true);
    return thread;
  }

  boolean leading() {
    return runningTask != null;
  }

  /** Returns the identity of the leader as far as it is known here; empty if it is unknown. */
  String leader() {
    return leader;
  }

  /** An elector that lost the Lease never tries again, so a new one takes its place. */
  private void run() {
    try {
      while (begin()) {
        try {
          election.get();
        } catch (ExecutionException e) {
          LOG.warn("restarting leader election: {}", e.getCause().getMessage(), e.getCause());
        } catch (CancellationException e) {
          LOG.debug("no longer taking part in the election", e);
        }
        TimeUnit.MILLISECONDS.sleep(lease.retry().toMillis());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized boolean begin() {
    if (!closed) {
      election = hub.leaderElector().withConfig(config()).build().start();
    }
    return !closed;
  }

  private LeaderElectionConfig config() {
    return new LeaderElectionConfigBuilder()
        .withName(LeaseSettings.NAME)
        .withLock(new LeaseLock(lease.namespace(), LeaseSettings.NAME, lease.identity()))
        .withLeaseDuration(lease.duration())
        .withRenewDeadline(lease.renewDeadline())
        .withRetryPeriod(lease.retry())
        .withReleaseOnCancel(true)
        .withLeaderCallbacks(
            new LeaderCallbacks(
                () -> executor.execute(this::onStartLeading),
                () -> executor.execute(this::onStopLeading),
                this::onNewLeader))
        .build();
  }

  private void onNewLeader(String identity) {
    leader = identity == null ? "" : identity;
    LOG.info("the leader is {}", leader.isEmpty() ? "unknown" : leader);
  }

  private void onStartLeading() {
    onStopLeading();
    LOG.info("{} starts leading", lease.identity());
    runningTask = task.get();
  }

  private void onStopLeading() {
    AutoCloseable stopping = runningTask;
    runningTask = null;
    if (stopping == null) {
      return;
    }
    LOG.info("{} stops leading", lease.identity());
    try {
      stopping.close();
    } catch (Exception e) {
      throw new IllegalStateException("the leader's task could not be stopped", e);
    }
  }

  /** Stops the task, then releases the Lease, so that another process need not wait for its end. */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
    }
    thread.interrupt();
    try {
      executor.submit(this::onStopLeading).get(RELEASE_SECONDS * 2, TimeUnit.SECONDS);
      release();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      LOG.warn("the leader's task did not stop cleanly: {}", e.getMessage(), e);
    }
    executor.shutdown();
  }

  /** A hub that is away must not hold up the end of the process. */
  private void release() throws InterruptedException {
    Thread releasing = thread(() -> election.cancel(true));
    releasing.start();
    releasing.join(TimeUnit.SECONDS.toMillis(RELEASE_SECONDS));
  }
}
