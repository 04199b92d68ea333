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
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Contends for the Lease, and does the leader's duty for as long as this process holds it.
 *
 * <p>Two leaders for a moment do no harm: every write is locked by the version it was decided on,
 * and the id of a workflow lets one attempt run once.
 */
final class LeaderElection implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LeaderElection.class);
  private static final long RELEASE_SECONDS = 2;

  private final KubernetesClient hub;
  private final LeaseSettings lease;
  private final Supplier<AutoCloseable> duty;
  private final ExecutorService office = Executors.newSingleThreadExecutor(LeaderElection::thread);
  private final Thread contender = thread(this::contend);
  private CompletableFuture<?> term = CompletableFuture.completedFuture(null);
  private boolean closed;
  private volatile AutoCloseable onDuty;
  private volatile String leader = "";

  private LeaderElection(KubernetesClient hub, LeaseSettings lease, Supplier<AutoCloseable> duty) {
    this.hub = requireNonNull(hub, "hub is null");
    this.lease = requireNonNull(lease, "lease is null");
    this.duty = requireNonNull(duty, "duty is null");
  }

  /** Contends from now on. */
  static LeaderElection contend(
      KubernetesClient hub, LeaseSettings lease, Supplier<AutoCloseable> duty) {
    LeaderElection leadership = new LeaderElection(hub, lease, duty);
    leadership.contender.start();
    return leadership;
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "leadership");
    thread.setDaemon(true);
    return thread;
  }

  boolean leading() {
    return onDuty != null;
  }

  /** Who leads, as far as is known here; empty when nobody is known to. */
  String leader() {
    return leader;
  }

  /** An elector that lost the Lease never contends again, so a new one takes its place. */
  private void contend() {
    try {
      while (begin()) {
        try {
          term.get();
        } catch (ExecutionException e) {
          LOG.warn("the election is begun anew: {}", e.getCause().getMessage(), e.getCause());
        } catch (CancellationException e) {
          LOG.debug("no longer contending", e);
        }
        TimeUnit.MILLISECONDS.sleep(lease.retry().toMillis());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized boolean begin() {
    if (!closed) {
      term = hub.leaderElector().withConfig(config()).build().start();
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
                () -> office.execute(this::takeUp),
                () -> office.execute(this::layDown),
                this::heard))
        .build();
  }

  private void heard(String holder) {
    leader = holder == null ? "" : holder;
    LOG.info("{} leads", leader.isEmpty() ? "nobody" : leader);
  }

  private void takeUp() {
    layDown();
    LOG.info("{} takes the leader's duty up", lease.identity());
    onDuty = duty.get();
  }

  private void layDown() {
    AutoCloseable held = onDuty;
    onDuty = null;
    if (held == null) {
      return;
    }
    LOG.info("{} lays the leader's duty down", lease.identity());
    try {
      held.close();
    } catch (Exception e) {
      throw new IllegalStateException("the leader's duty could not be laid down", e);
    }
  }

  /** Lays the duty down, then lets the Lease go, so that another need not wait for its end. */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
    }
    contender.interrupt();
    try {
      office.submit(this::layDown).get(RELEASE_SECONDS * 2, TimeUnit.SECONDS);
      release();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | java.util.concurrent.TimeoutException e) {
      LOG.warn("the leader's duty was not laid down in good order: {}", e.getMessage(), e);
    }
    office.shutdown();
  }

  /** A hub that is away must not hold up the end of the process. */
  private void release() throws InterruptedException {
    Thread releasing = thread(() -> term.cancel(true));
    releasing.start();
    releasing.join(TimeUnit.SECONDS.toMillis(RELEASE_SECONDS));
  }
}
