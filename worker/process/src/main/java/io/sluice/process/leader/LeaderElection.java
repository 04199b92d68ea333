package io.sluice.process.leader;

import static java.util.Objects.requireNonNull;

import io.sluice.hub.client.HubConnections;
import io.sluice.hub.client.HubException;
import io.sluice.settings.LeaseSettings;
import io.sluice.time.ProcessTime;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
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
  private final ProcessTime time;
  private final ScheduledExecutorService contention;
  private final ScheduledExecutorService dutyThread;
  private final ScheduledExecutorService deadline;
  private LeaseClock.Mark answered;
  private boolean stale;
  private boolean reported;
  private volatile boolean closed;
  private volatile LeaderTerm term;
  private volatile LeaderTerm onDuty;
  private AutoCloseable running;

  private LeaderElection(
      LeaseStore store, LeaseSettings lease, LeaderDuties duties, ProcessTime time) {
    this.store = requireNonNull(store, "store is null");
    this.lease = requireNonNull(lease, "lease is null");
    this.duties = requireNonNull(duties, "duties is null");
    this.time = requireNonNull(time, "time is null");
    this.clock = new LeaseClock(time);
    this.contention = thread();
    this.dutyThread = thread();
    this.deadline = thread();
    this.candidate = new LeaseCandidate(store, lease, clock);
    this.answered = clock.mark();
  }

  /** Takes part from now on. */
  public static LeaderElection start(
      HubConnections hub, LeaseSettings lease, LeaderDuties duties, ProcessTime time) {
    return start(new HubLeaseStore(hub, lease), lease, duties, time);
  }

  static LeaderElection start(
      LeaseStore store, LeaseSettings lease, LeaderDuties duties, ProcessTime time) {
    LeaderElection election = new LeaderElection(store, lease, duties, time);
    election.contention.scheduleWithFixedDelay(
        fatal(election::contend), 0, lease.retry().toMillis(), TimeUnit.MILLISECONDS);
    election.deadline.scheduleWithFixedDelay(
        election::look, LOOK.toMillis(), LOOK.toMillis(), TimeUnit.MILLISECONDS);
    return election;
  }

  private ScheduledExecutorService thread() {
    return time.threads("leader-election", 1);
  }

  /** An error must reach the handler that ends the process: the threads only keep it. */
  private static Runnable fatal(Runnable work) {
    return () -> {
      try {
        work.run();
      } catch (Error e) {
        Thread thread = Thread.currentThread();
        thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
        throw e;
      }
    };
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

  /** Asks for the Lease once. */
  private void contend() {
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

  /**
   * Logs a warning once for each outage; further tries, and those that the end of the process
   * interrupts, are of no interest.
   */
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
    dutyThread.execute(beginning(() -> begin(begun, fresh)));
  }

  private void begin(LeaderTerm begun, boolean fresh) {
    if (fresh) {
      lead(begun);
      return;
    }
    LOG.info("{} was away: it lists the hub anew before it leads", lease.identity());
    duties.readAnew();
    leadOnceRead(begun);
  }

  /** Leads when the caches have been listed anew, unless the term ends before that. */
  private void leadOnceRead(LeaderTerm begun) {
    boolean read = duties.notRead().isEmpty();
    if (!begun.valid() || closed) {
      if (!read) {
        stale();
      }
    } else if (read) {
      lead(begun);
    } else {
      dutyThread.schedule(
          beginning(() -> leadOnceRead(begun)), LOOK.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  private void lead(LeaderTerm begun) {
    LOG.info("{} starts leading", lease.identity());
    running = duties.begin(begun);
    onDuty = begun;
  }

  private Runnable beginning(Runnable step) {
    return fatal(
        () -> {
          try {
            step.run();
          } catch (RuntimeException e) {
            LOG.error("{} cannot lead, and tries again: {}", lease.identity(), e.getMessage(), e);
            lose("its duties could not begin");
          }
        });
  }

  private synchronized void stale() {
    stale = true;
  }

  /** Ends the duties when the renew deadline has passed. */
  private synchronized void look() {
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
    dutyThread.execute(fatal(this::end));
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
    contention.shutdownNow();
    deadline.shutdownNow();
    LOG.info("{} stops leading", lease.identity());
    bounded(dutyThread, this::end, CLOSE_SECONDS, "the leader's duties did not end");
    LeaderTerm ended = term;
    if (ended != null) {
      ended.end();
    }
    onDuty = null;
    ExecutorService releasing = thread();
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
