package io.sluice.watch;

import io.sluice.evidence.Evidence;
import io.sluice.hub.read.VersionContent;
import io.sluice.hub.replica.ReplicaJudge;
import io.sluice.policy.Dispatch;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicyVersion;
import io.sluice.policy.Replica;
import io.sluice.rollout.Report;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * Judges replicas as they are in the cache, and sends the verdicts that changed to the open run.
 *
 * <p>{@link RunNotifier} opens the {@link VerdictBatcher} of a run, and closes it with the run. One
 * signal is under way per run: a flood of signals starves a run of its own workflow tasks. A new
 * run is sent every verdict.
 */
final class VerdictSender implements AutoCloseable {
  private static final int SENDERS = 4;

  private final Runs runs;
  private final ReplicaJudge judge;
  private final Predicate<String> available;
  private final Clock clock;
  private final WorkQueue<PolicyName> queue;
  private final Map<PolicyName, OpenRun> open = new ConcurrentHashMap<>();

  /** An open run, its batcher, and what its replicas are judged by. */
  private record OpenRun(String rolloutUid, VerdictBatcher batcher, Optional<RolledOut> rolledOut) {
    boolean dispatched(Replica replica) {
      return replica
          .dispatch()
          .filter(dispatch -> dispatch.is(rolloutUid, batcher.attempt(), Dispatch.As.DISPATCHED))
          .isPresent();
    }
  }

  /** The version that is rolled out, and its content on each cluster. */
  record RolledOut(VersionContent content, PolicyVersion version) {}

  /**
   * Creates a sender without open runs.
   *
   * @param available whether a managed cluster can be reached
   */
  VerdictSender(Runs runs, Evidence evidence, Predicate<String> available, Clock clock) {
    this.runs = runs;
    this.judge = new ReplicaJudge(evidence);
    this.available = available;
    this.clock = clock;
    this.queue = new WorkQueue<>("verdicts", SENDERS, this::send);
  }

  /**
   * Opens the batcher of an attempt.
   *
   * @return true when it was not open, so that every replica has to be judged for it
   */
  boolean open(PolicyName policy, String rolloutUid, long attempt, Optional<RolledOut> rolledOut) {
    OpenRun former = open.get(policy);
    boolean same = former != null && former.rolloutUid().equals(rolloutUid);
    VerdictBatcher batcher = same ? former.batcher() : new VerdictBatcher(attempt);
    open.put(policy, new OpenRun(rolloutUid, batcher, rolledOut));
    return !same;
  }

  void close(PolicyName policy) {
    open.remove(policy);
  }

  /** Judges a replica that may have changed; does nothing while no run is open. */
  void judge(Replica replica) {
    OpenRun run = open.get(replica.policy());
    if (run == null) {
      return;
    }
    run.batcher().offer(report(run, replica), run.dispatched(replica));
    queue.add(replica.policy());
  }

  private Report report(OpenRun run, Replica replica) {
    boolean unreachable = !available.test(replica.cluster());
    Instant now = clock.instant();
    return run.rolledOut()
        .map(by -> judge.report(replica, by.content(), by.version(), unreachable, now))
        .orElseGet(() -> judge.report(replica, replica.contentHash(), unreachable, now));
  }

  /** Drops the verdict on a replica that was deleted. */
  void forget(PolicyName policy, String cluster) {
    OpenRun run = open.get(policy);
    if (run != null) {
      run.batcher().forget(cluster);
    }
  }

  private void send(PolicyName policy) {
    OpenRun run = open.get(policy);
    if (run == null) {
      return;
    }
    VerdictBatcher batcher = run.batcher();
    Instant now = clock.instant();
    Optional<Instant> due = batcher.dueAt();
    if (due.isEmpty()) {
      return;
    }
    if (due.get().isAfter(now)) {
      queue.addAfter(policy, Duration.between(now, due.get()).plusMillis(1));
      return;
    }
    List<Report> reports = batcher.take(now);
    boolean sent = false;
    try {
      sent = runs.report(policy, reports);
    } finally {
      if (sent) {
        batcher.sent();
      } else {
        batcher.failed();
      }
    }
    if (sent) {
      queue.add(policy);
    }
  }

  @Override
  public void close() {
    queue.close();
  }
}
