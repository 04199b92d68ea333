package io.sluice.control.rollout;

import io.sluice.control.queue.QueueStatistics;
import io.sluice.control.queue.WorkQueue;
import io.sluice.control.run.RunKey;
import io.sluice.control.run.Runs;
import io.sluice.hub.beside.PropagatedChanges;
import io.sluice.hub.replica.ReplicaJudge;
import io.sluice.hub.replica.ReplicaView;
import io.sluice.policy.PolicyName;
import io.sluice.policy.evidence.Evidence;
import io.sluice.time.ProcessTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Judges replicas as they are in the cache, and sends the verdicts that changed to the open run
 * (rollout-strategy 3.3).
 *
 * <p>{@link RunNotifier} opens the {@link ReplicaVerdicts} of a run, and closes them with the run.
 * Level-triggered: what a run was sent is compared with the cache when they are opened, after every
 * gap and every minute; events only make that faster. What was sent is remembered by the run's
 * chain, so a run that is started again is sent everything. One signal is under way per run: a
 * flood of signals starves a run of its own workflow tasks.
 */
public final class VerdictSender implements AutoCloseable {
  private static final Duration RETRY = Duration.ofSeconds(5);
  private static final int SENDERS = 4;

  private final Runs runs;
  private final ReplicaVerdicts.Sources sources;
  private final Clock clock;
  private final WorkQueue<PolicyName> queue;
  private final Map<PolicyName, ReplicaVerdicts> open = new ConcurrentHashMap<>();

  /**
   * Creates a sender without open runs.
   *
   * @param replicas the cache; a handler of its events must find what the event reports
   * @param changes when the content of each replica changed last
   * @param available whether a managed cluster can be reached
   * @param lastGap when this process last missed what happened on the hub
   */
  public VerdictSender(
      Runs runs,
      ReplicaView replicas,
      PropagatedChanges changes,
      Evidence evidence,
      Predicate<String> available,
      Supplier<Instant> lastGap,
      ProcessTime time) {
    this(runs, replicas, changes, evidence, available, lastGap, WriteObserver.NONE, time);
  }

  /** The same, with an observer of the first write after the last report that a run waited for. */
  public VerdictSender(
      Runs runs,
      ReplicaView replicas,
      PropagatedChanges changes,
      Evidence evidence,
      Predicate<String> available,
      Supplier<Instant> lastGap,
      WriteObserver writes,
      ProcessTime time) {
    this.runs = runs;
    this.clock = time.clock();
    this.sources =
        new ReplicaVerdicts.Sources(
            replicas, changes, new ReplicaJudge(evidence), available, lastGap, writes, clock);
    this.queue = new WorkQueue<>(time, "verdicts", SENDERS, this::send);
  }

  /** Learns when a run goes on to its next clusters. */
  public interface WriteObserver {
    WriteObserver NONE = (policy, report, write) -> {};

    /** Takes when the last report was seen that the run waited for, and when its next write. */
    void next(PolicyName policy, Instant report, Instant write);
  }

  /** Returns what is measured of its queue. */
  public QueueStatistics statistics() {
    return queue.statistics();
  }

  /**
   * Opens the verdicts of a run, or updates what its replicas are judged by, and compares when that
   * is due.
   */
  void open(PolicyName policy, RunKey run, VerdictBasis basis) {
    ReplicaVerdicts current =
        open.compute(
            policy,
            (name, former) ->
                former != null && former.of(run)
                    ? former
                    : new ReplicaVerdicts(policy, run, sources));
    if (current.update(basis, clock.instant())) {
      queue.add(policy);
    }
  }

  /**
   * Judges clusters that the run knows as dispatched: what happened to them before this process
   * came is not among its events.
   */
  void expect(PolicyName policy, Set<String> dispatched) {
    ReplicaVerdicts run = open.get(policy);
    if (run != null && !dispatched.isEmpty()) {
      run.expect(dispatched);
      queue.add(policy);
    }
  }

  void close(PolicyName policy) {
    open.remove(policy);
  }

  /**
   * Judges a replica that may have changed, as it is in the cache now; does nothing while no run is
   * open.
   */
  public void judge(PolicyName policy, String cluster) {
    ReplicaVerdicts run = open.get(policy);
    if (run != null) {
      run.judge(cluster);
      sendWhenDue(policy, run);
    }
  }

  /** Does nothing while there is nothing to send, or a send is under way, which is followed. */
  private void sendWhenDue(PolicyName policy, ReplicaVerdicts run) {
    run.dueAt()
        .ifPresent(
            due -> {
              Instant now = clock.instant();
              if (due.isAfter(now)) {
                queue.addAfter(policy, Duration.between(now, due).plusMillis(1));
              } else {
                queue.add(policy);
              }
            });
  }

  private void send(PolicyName policy) {
    ReplicaVerdicts run = open.get(policy);
    if (run == null) {
      return;
    }
    Optional<Boolean> received =
        run.deliver(clock.instant(), reports -> runs.report(policy, run.attemptKey(), reports));
    if (received.isEmpty()) {
      sendWhenDue(policy, run);
    } else if (received.get()) {
      queue.add(policy);
    } else {
      // Its run was lost, or is closing; this ends when RunNotifier closes its verdicts.
      queue.addAfter(policy, RETRY);
    }
  }

  @Override
  public void close() {
    queue.close();
  }
}
