package io.sluice.leader;

import static java.util.Objects.requireNonNull;

import io.sluice.hub.client.HubConnections;
import io.sluice.hub.client.HubException;
import io.sluice.settings.LeaseSettings;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes part in the election by the Lease, and runs the leader's duties for as long as this process
 * holds it (rollout-strategy 3.2).
 *
 * <p>Duties end at the renew deadline, whatever else is pending: a timer looks at the clock, no
 * request is awaited. A process that was frozen or cut off for longer than the deadline has all its
 * caches listed anew before it leads again.
 */
public final class LeaderElection implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LeaderElection.class);
  private static final Duration LOOK = Duration.ofMillis(100);
  private static final long CLOSE_SECONDS = 3;
  private static final long RELEASE_SECONDS = 2;

  private final LeaseStore store;
  private final LeaseSettings lease;
  private final LeaderDuties duties;
  private final LeaseClock clock;
  private final LeaseCandidate candidate;
  private final Thread thread = thread(this::run);
  private final ExecutorService dutyThread =
      Executors.newSingleThreadExecutor(LeaderElection::thread);
  private final ScheduledExecutorService deadline =
      Executors.newSingleThreadScheduledExecutor(LeaderElection::thread);
  private LeaseClock.Mark answered;
  private boolean stale;
  private boolean reported;
  private volatile boolean closed;
  private volatile LeaderTerm term;
  private volatile LeaderTerm onDuty;
  private AutoCloseable running;

  LeaderElection(LeaseStore store, LeaseSettings lease, LeaderDuties duties, LeaseClock clock) {
    this.store = requireNonNull(store, "store is null");
    this.lease = requireNonNull(lease, "lease is null");
    this.duties = requireNonNull(duties, "duties is null");
    this.clock = requireNonNull(clock, "clock is null");
    this.candidate = new LeaseCandidate(store, lease, clock);
    this.answered = clock.mark();
  }

  /** Takes part from now on. */
  public static LeaderElection start(HubConnections hub, LeaseSettings lease, LeaderDuties duties) {
    return start(new HubLeaseStore(hub, lease), lease, duties, new LeaseClock());
  }

  static LeaderElection start(
      LeaseStore store, LeaseSettings lease, LeaderDuties duties, LeaseClock clock) {
    LeaderElection election = new LeaderElection(store, lease, duties, clock);
    election.thread.start();
    election.deadline.scheduleWithFixedDelay(
        election::look, LOOK.toMillis(), LOOK.toMillis(), TimeUnit.MILLISECONDS);
    return election;
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "leader-election");
    thread.setDaemon(true);
    return thread;
  }

  public boolean leading() {
    LeaderTerm current = onDuty;
    return current != null && current.valid();
  }

  /** Returns the identity of the leader as far as it is known here; empty if it is unknown. */
  public String leader() {
    return candidate.holder();
  }

  /** Formats who leads, as far as it is known here. */
  public String describe() {
    if (leading()) {
      return "leading";
    }
    if (term != null && term.valid()) {
      return "about to lead: lists the hub anew";
    }
    String holder = leader();
    return holder.isEmpty() || holder.equals(lease.identity())
        ? "the leader is unknown"
        : "led by " + holder;
  }

  private void run() {
    try {
      while (!closed) {
        contend();
        TimeUnit.MILLISECONDS.sleep(lease.retry().toMillis());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Asks for the Lease once. */
  void contend() {
    LeaseClock.Mark asked = clock.mark();
    String before = candidate.holder();
    try {
      boolean holds = candidate.contend();
      if (clock.since(answered).compareTo(lease.renewDeadline()) > 0) {
        stale = true;
      }
      answered = asked;
      reported = false;
      if (holds) {
        renewed(asked);
      } else {
        lose("another process holds the Lease");
      }
    } catch (HubException e) {
      unanswered(e);
    } catch (RuntimeException e) {
      LOG.error("the Lease cannot be renewed, and is tried again: {}", e.getMessage(), e);
    }
    if (!candidate.holder().equals(before)) {
      LOG.info("the leader is {}", leader().isEmpty() ? "unknown" : leader());
    }
  }

  /** Once an outage; the tries after it are of no interest, nor is what the end interrupts. */
  private void unanswered(HubException e) {
    if (reported || closed) {
      LOG.debug("{}", e.getMessage());
    } else {
      LOG.warn("{}", e.getMessage());
    }
    reported = true;
  }

  private synchronized void renewed(LeaseClock.Mark asked) {
    look();
    if (clock.since(asked).compareTo(lease.renewDeadline()) > 0 || closed) {
      // The process stood still while it asked: this renewal is as old as the question.
      return;
    }
    if (term != null) {
      term.renewed(asked);
      return;
    }
    LeaderTerm begun = new LeaderTerm(clock, lease.renewDeadline(), asked);
    boolean fresh = !stale;
    stale = false;
    term = begun;
    dutyThread.execute(() -> begin(begun, fresh));
  }

  private void begin(LeaderTerm begun, boolean fresh) {
    try {
      if (!fresh && !readAnew(begun)) {
        return;
      }
      LOG.info("{} starts leading", lease.identity());
      running = duties.begin(begun);
      onDuty = begun;
    } catch (RuntimeException e) {
      LOG.error("{} cannot lead, and tries again: {}", lease.identity(), e.getMessage(), e);
      lose("its duties could not begin");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Has the caches listed anew; returns false when the term ended meanwhile. */
  private boolean readAnew(LeaderTerm begun) throws InterruptedException {
    LOG.info("{} was away: it lists the hub anew before it leads", lease.identity());
    duties.readAnew();
    List<String> missing = duties.notRead();
    while (!missing.isEmpty() && begun.valid() && !closed) {
      TimeUnit.MILLISECONDS.sleep(LOOK.toMillis());
      missing = duties.notRead();
    }
    if (!missing.isEmpty()) {
      stale();
    }
    return missing.isEmpty();
  }

  private synchronized void stale() {
    stale = true;
  }

  /** Ends the duties when the renew deadline has passed. */
  synchronized void look() {
    if (term != null && !term.valid()) {
      stale = true;
      lose(term.refusal().orElse("it was not renewed"));
    }
  }

  /** Does not wait for the end of the duties: what is left of them can write no more. */
  private synchronized void lose(String why) {
    if (term == null) {
      return;
    }
    LOG.warn("{} stops leading: {}", lease.identity(), why);
    term.end();
    term = null;
    onDuty = null;
    dutyThread.execute(this::end);
  }

  private void end() {
    AutoCloseable ending = running;
    running = null;
    if (ending == null) {
      return;
    }
    try {
      ending.close();
    } catch (Exception e) {
      LOG.error("the leader's duties did not end cleanly: {}", e.getMessage(), e);
    }
  }

  /**
   * Ends the duties, then releases the Lease, so that another process need not wait for its end.
   */
  @Override
  public void close() {
    closed = true;
    thread.interrupt();
    deadline.shutdownNow();
    LOG.info("{} stops leading", lease.identity());
    bounded(dutyThread, this::end, CLOSE_SECONDS, "the leader's duties did not end");
    LeaderTerm ended = term;
    if (ended != null) {
      ended.end();
    }
    onDuty = null;
    ExecutorService releasing = Executors.newSingleThreadExecutor(LeaderElection::thread);
    bounded(releasing, candidate::release, RELEASE_SECONDS, "the Lease was not released");
    releasing.shutdownNow();
    dutyThread.shutdownNow();
    store.close();
  }

  /** A hub that is away must not hold up the end of the process. */
  private static void bounded(ExecutorService on, Runnable work, long seconds, String failure) {
    try {
      on.submit(work).get(seconds, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      LOG.warn("{}: {}", failure, e.getCause().getMessage());
    } catch (TimeoutException e) {
      LOG.warn("{} within {} s", failure, seconds);
    }
  }
}
