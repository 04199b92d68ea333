package io.sluice.control.rollout;

import static java.util.Objects.requireNonNull;

import io.sluice.control.queue.QueueStatistics;
import io.sluice.control.queue.WorkQueue;
import io.sluice.control.run.FollowingClusters;
import io.sluice.control.run.RunKey;
import io.sluice.control.run.Runs;
import io.sluice.control.run.VerdictBatcher;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.read.HubMode;
import io.sluice.hub.read.VersionContent;
import io.sluice.hub.replica.ReplicaJudge;
import io.sluice.hub.replica.ReplicaView;
import io.sluice.policy.Dispatch;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicyVersion;
import io.sluice.policy.Replica;
import io.sluice.policy.Verdict;
import io.sluice.policy.evidence.Evidence;
import io.sluice.rollout.Report;
import io.sluice.time.ProcessTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Judges replicas as they are in the cache, and sends the verdicts that changed to the open run
 * (rollout-strategy 3.3).
 *
 * <p>{@link RunNotifier} opens the {@link VerdictBatcher} of a run, and closes it with the run.
 * Level-triggered: what a run was sent is compared with the cache when its batcher opens, after
 * every gap and every minute; events only make that faster. What was sent is remembered by the
 * run's chain, so a run that is started again is sent everything. One signal is under way per run:
 * a flood of signals starves a run of its own workflow tasks.
 */
public final class VerdictSender implements AutoCloseable {
  static final Duration COMPARE_EVERY = Duration.ofMinutes(1);
  private static final Duration RETRY = Duration.ofSeconds(5);
  private static final int SENDERS = 4;

  private final Runs runs;
  private final ReplicaView replicas;
  private final HubMode mode;
  private final ReplicaJudge judge;
  private final Predicate<String> available;
  private final Supplier<Instant> lastGap;
  private final WriteObserver writes;
  private final Clock clock;
  private final WorkQueue<PolicyName> queue;
  private final Map<PolicyName, OpenRun> open = new ConcurrentHashMap<>();

  /**
   * Creates a sender without open runs.
   *
   * @param replicas the cache; a handler of its events must find what the event reports
   * @param available whether a managed cluster can be reached
   * @param lastGap when this process last missed what happened on the hub
   */
  public VerdictSender(
      Runs runs,
      ReplicaView replicas,
      HubMode mode,
      Evidence evidence,
      Predicate<String> available,
      Supplier<Instant> lastGap,
      ProcessTime time) {
    this(runs, replicas, mode, evidence, available, lastGap, WriteObserver.NONE, time);
  }

  /** Does the same, and tells of the first write after the last report that a run waited for. */
  public VerdictSender(
      Runs runs,
      ReplicaView replicas,
      HubMode mode,
      Evidence evidence,
      Predicate<String> available,
      Supplier<Instant> lastGap,
      WriteObserver writes,
      ProcessTime time) {
    this.runs = runs;
    this.replicas = replicas;
    this.mode = mode;
    this.judge = new ReplicaJudge(evidence);
    this.available = available;
    this.lastGap = lastGap;
    this.writes = writes;
    this.clock = time.clock();
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

  /** The version that is rolled out, and its content on each cluster. */
  record RolledOut(VersionContent content, PolicyVersion version) {}

  /**
   * What replicas are judged by.
   *
   * @param rolledOut empty when the policy is gone
   * @param selected the clusters that should have a replica as soon as it is their turn
   * @param begun those of them whose group has begun
   * @param releases whether clusters leave the override while the run is open
   * @param shown for how many clusters the status shows a verdict before their turn
   */
  record Basis(
      Optional<RolledOut> rolledOut,
      Set<String> selected,
      Set<String> begun,
      boolean releases,
      long shown) {
    Basis {
      requireNonNull(rolledOut, "rolledOut is null");
      requireNonNull(selected, "selected is null");
      requireNonNull(begun, "begun is null");
    }
  }

  /**
   * Opens the batcher of a run, or updates what its replicas are judged by, and compares when that
   * is due.
   */
  void open(PolicyName policy, RunKey run, Basis basis) {
    OpenRun current =
        open.compute(
            policy,
            (name, former) ->
                former != null && former.run.equals(run) ? former : new OpenRun(policy, run));
    if (current.update(basis, clock.instant())) {
      queue.add(policy);
    }
  }

  /**
   * Judges clusters that the run knows as dispatched: what happened to them before this process
   * came is not among its events.
   */
  void expect(PolicyName policy, Set<String> dispatched) {
    OpenRun run = open.get(policy);
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
    OpenRun run = open.get(policy);
    if (run != null) {
      run.judge(cluster);
      sendWhenDue(policy, run);
    }
  }

  /** Does nothing while there is nothing to send, or a send is under way, which is followed. */
  private void sendWhenDue(PolicyName policy, OpenRun run) {
    Stream.of(run.batcher.dueAt(), run.nextLate())
        .flatMap(Optional::stream)
        .min(Comparator.naturalOrder())
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

  /**
   * An open run and its batcher.
   *
   * <p>A replica is read and its verdict offered under one lock: else a verdict on an older state
   * of the replica could replace that on a newer one.
   */
  private final class OpenRun {
    private final PolicyName policy;
    private final RunKey run;
    private final VerdictBatcher batcher;
    private final NextWriteClock nextWrites = new NextWriteClock();
    private Basis basis = new Basis(Optional.empty(), Set.of(), Set.of(), false, 0);
    private Set<String> withoutReplica = Set.of();

    /** Clusters that joined since the last comparison, and those of the one before. */
    private final Set<String> joining = new HashSet<>();

    private Set<String> joined = Set.of();

    private final FollowingClusters following = new FollowingClusters();

    private Optional<Instant> comparedAt = Optional.empty();

    OpenRun(PolicyName policy, RunKey run) {
      this.policy = policy;
      this.run = run;
      this.batcher = new VerdictBatcher(run.attempt());
    }

    /** Returns whether it has compared. */
    synchronized boolean update(Basis next, Instant now) {
      boolean sameVersion = version(basis).equals(version(next));
      next.selected().stream()
          .filter(cluster -> !basis.selected().contains(cluster))
          .forEach(joining::add);
      basis = next;
      boolean due =
          comparedAt
              .filter(at -> sameVersion && now.isBefore(at.plus(COMPARE_EVERY)))
              .filter(at -> at.isAfter(lastGap.get()))
              .isEmpty();
      if (due) {
        compare();
        comparedAt = Optional.of(now);
      }
      return due;
    }

    private static Optional<PolicyVersion> version(Basis basis) {
      return basis.rolledOut().map(RolledOut::version);
    }

    private void compare() {
      batcher.repeatGone();
      if (batcher.shown() > basis.shown()) {
        // The run may not have known a cluster when its verdict came.
        batcher.repeatPending(joined);
      }
      joined = Set.copyOf(joining);
      joining.clear();
      Set<String> present = replicas.replicas(policy).keySet();
      present.forEach(this::judge);
      Set<String> missing = new HashSet<>(basis.selected());
      missing.removeAll(present);
      // The cache may be behind a first write, so an unknown one has to miss twice.
      missing.stream()
          .filter(
              cluster ->
                  batcher.dispatched(cluster)
                      || basis.begun().contains(cluster) && withoutReplica.contains(cluster))
          .forEach(this::judge);
      withoutReplica = missing;
    }

    synchronized void expect(Set<String> clusters) {
      batcher.expect(clusters);
      clusters.forEach(this::judge);
    }

    synchronized Optional<Instant> nextLate() {
      return following.next();
    }

    synchronized void judgeLate(Instant now) {
      following.due(now).forEach(this::judge);
    }

    public synchronized void judge(String cluster) {
      following.forget(cluster);
      Optional<Replica> found = replicas.replica(policy, cluster).map(CachedReplica::replica);
      if (found.isPresent() && unlisted(found.get())) {
        batcher.offer(Report.replicaGone(cluster, clock.instant()), false);
      } else if (found.isPresent() && untilItsTurn(found.get())) {
        pending(found.get());
      } else if (found.isPresent()) {
        offer(found.get());
      } else if (basis.selected().contains(cluster)) {
        batcher.offer(Report.replicaGone(cluster, clock.instant()), false);
      } else {
        batcher.forget(cluster);
      }
    }

    private void offer(Replica replica) {
      Instant now = clock.instant();
      Report report = report(replica);
      boolean dispatched = dispatched(replica);
      boolean fresh = dispatched && !batcher.dispatched(report.cluster());
      Optional<Report> told =
          mode == HubMode.BESIDE ? following.judged(replica, report, now) : Optional.of(report);
      told.ifPresent(offered -> batcher.offer(offered, dispatched));
      if (dispatched) {
        // Once it is on a page, to be on none is news.
        batcher.expect(Set.of(replica.cluster()));
        nextWrites
            .judged(
                report.cluster(), fresh, report.verdict() == Verdict.POSITIVE, report.weak(), now)
            .ifPresent(last -> writes.next(policy, last, now));
      }
    }

    /**
     * Beside OCM's propagator, a cluster that was on a page and is on none any more has to be
     * listed again. One that the rollout has released is not.
     */
    private boolean unlisted(Replica replica) {
      return informsOnly(replica) && !basis.releases() && batcher.dispatched(replica.cluster());
    }

    /** Whether its reports prove nothing yet, and are shown all the same (rollout-strategy 6.3). */
    private boolean untilItsTurn(Replica replica) {
      if (mode == HubMode.BESIDE) {
        return informsOnly(replica);
      }
      boolean turned =
          dispatched(replica)
              || replica
                  .dispatch()
                  .filter(by -> by.is(run.rolloutUid(), run.attempt(), Dispatch.As.TAKEN_BACK))
                  .isPresent();
      return !turned
          && basis.rolledOut().filter(by -> by.content().asInformOn(replica)).isPresent();
    }

    private void pending(Replica replica) {
      if (batcher.dispatched(replica.cluster())) {
        // It was released.
        batcher.forget(replica.cluster());
      }
      basis
          .rolledOut()
          .map(
              by ->
                  judge.pending(
                      replica,
                      replicas.lastChange(replica),
                      by.content(),
                      by.version(),
                      clock.instant()))
          .ifPresent(report -> batcher.offer(report, false));
    }

    private boolean informsOnly(Replica replica) {
      return mode == HubMode.BESIDE && replica.dispatch().isEmpty();
    }

    private boolean dispatched(Replica replica) {
      return replica
          .dispatch()
          .filter(dispatch -> dispatch.is(run.rolloutUid(), run.attempt(), Dispatch.As.DISPATCHED))
          .isPresent();
    }

    private Report report(Replica replica) {
      boolean unreachable = !available.test(replica.cluster());
      Instant now = clock.instant();
      return basis
          .rolledOut()
          .map(
              by ->
                  judge.report(
                      replica, by.content(), by.version(), run.rolloutUid(), unreachable, now))
          .orElseGet(() -> judge.report(replica, replica.contentHash(), unreachable, now));
    }
  }

  private void send(PolicyName policy) {
    OpenRun run = open.get(policy);
    if (run == null) {
      return;
    }
    run.judgeLate(clock.instant());
    Optional<Boolean> received =
        run.batcher.deliver(clock.instant(), reports -> runs.report(policy, reports));
    if (received.isEmpty()) {
      sendWhenDue(policy, run);
    } else if (received.get()) {
      queue.add(policy);
    } else {
      // Its run was lost, or is closing; this ends when RunNotifier closes the batcher.
      queue.addAfter(policy, RETRY);
    }
  }

  @Override
  public void close() {
    queue.close();
  }
}
