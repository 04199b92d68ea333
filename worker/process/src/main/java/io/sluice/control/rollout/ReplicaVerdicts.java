package io.sluice.control.rollout;

import io.sluice.control.run.FollowingClusters;
import io.sluice.control.run.RunKey;
import io.sluice.control.run.VerdictBatcher;
import io.sluice.hub.beside.PropagatedChanges;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.replica.ReplicaJudge;
import io.sluice.hub.replica.ReplicaView;
import io.sluice.policy.Dispatch;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicyVersion;
import io.sluice.policy.Replica;
import io.sluice.policy.Verdict;
import io.sluice.rollout.Report;
import io.sluice.rollout.lifecycle.StagingWay;
import io.sluice.workflow.AttemptKey;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Judges the replicas of a policy for its open run, and collects the verdicts to be sent to it.
 *
 * <p>A replica is read and its verdict offered under one lock: otherwise a verdict on an older
 * state of the replica could replace that on a newer one.
 */
final class ReplicaVerdicts {
  static final Duration COMPARE_EVERY = Duration.ofMinutes(1);

  private final PolicyName policy;
  private final RunKey run;
  private final Sources sources;
  private final VerdictBatcher batcher;
  private final NextWriteClock nextWrites = new NextWriteClock();
  private VerdictBasis basis = VerdictBasis.NONE;
  private Set<String> withoutReplica = Set.of();

  /**
   * Clusters that joined since the last comparison; {@link #joined} holds those that had joined
   * before it.
   */
  private final Set<String> joining = new HashSet<>();

  private Set<String> joined = Set.of();

  private final FollowingClusters following = new FollowingClusters();

  private Optional<Instant> comparedAt = Optional.empty();

  ReplicaVerdicts(PolicyName policy, RunKey run, Sources sources) {
    this.policy = policy;
    this.run = run;
    this.sources = sources;
    this.batcher = new VerdictBatcher(run.attempt());
  }

  /**
   * What verdicts are made from.
   *
   * @param replicas the cache; a handler of its events must find what the event reports
   * @param changes when the content of each replica changed last
   * @param available whether a managed cluster can be reached
   * @param lastGap when this process last missed what happened on the hub
   */
  record Sources(
      ReplicaView replicas,
      PropagatedChanges changes,
      ReplicaJudge judge,
      Predicate<String> available,
      Supplier<Instant> lastGap,
      VerdictSender.WriteObserver writes,
      Clock clock) {}

  boolean of(RunKey other) {
    return run.equals(other);
  }

  AttemptKey attemptKey() {
    return run.attemptKey();
  }

  /** Returns when there is something to send, or to judge again. */
  Optional<Instant> dueAt() {
    return Stream.of(batcher.dueAt(), nextLate())
        .flatMap(Optional::stream)
        .min(Comparator.naturalOrder());
  }

  /** Judges what is late by now, and sends what is due, as {@link VerdictBatcher#deliver}. */
  Optional<Boolean> deliver(Instant now, Predicate<List<Report>> received) {
    judgeLate(now);
    return batcher.deliver(now, received);
  }

  /**
   * Takes what replicas are judged by now; compares all if that is due, and returns whether it has.
   */
  synchronized boolean update(VerdictBasis next, Instant now) {
    boolean sameVersion = version(basis).equals(version(next));
    next.selected().stream()
        .filter(cluster -> !basis.selected().contains(cluster))
        .forEach(joining::add);
    basis = next;
    boolean due =
        comparedAt
            .filter(at -> sameVersion && now.isBefore(at.plus(COMPARE_EVERY)))
            .filter(at -> at.isAfter(sources.lastGap().get()))
            .isEmpty();
    if (due) {
      compare();
      comparedAt = Optional.of(now);
    }
    return due;
  }

  private static Optional<PolicyVersion> version(VerdictBasis basis) {
    return basis.rolledOut().map(VerdictBasis.RolledOut::version);
  }

  private void compare() {
    batcher.repeatGone();
    if (batcher.shown() > basis.shown()) {
      // The run may not have known a cluster when its verdict came.
      batcher.repeatPending(joined);
    }
    joined = Set.copyOf(joining);
    joining.clear();
    Set<String> present = sources.replicas().replicas(policy).keySet();
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

  private synchronized Optional<Instant> nextLate() {
    return following.next();
  }

  private synchronized void judgeLate(Instant now) {
    following.due(now).forEach(this::judge);
  }

  synchronized void judge(String cluster) {
    following.forget(cluster);
    Optional<Replica> found =
        sources.replicas().replica(policy, cluster).map(CachedReplica::replica).map(this::given);
    if (found.isPresent() && unlisted(found.get())) {
      batcher.offer(Report.replicaGone(cluster, sources.clock().instant()), false);
    } else if (found.isPresent() && untilItsTurn(found.get())) {
      pending(found.get());
    } else if (found.isPresent()) {
      offer(found.get());
    } else if (basis.selected().contains(cluster)) {
      batcher.offer(Report.replicaGone(cluster, sources.clock().instant()), false);
    } else {
      batcher.forget(cluster);
    }
  }

  private Replica given(Replica replica) {
    return basis.way() == StagingWay.GATE
        ? basis
            .rolledOut()
            .map(
                by ->
                    sources
                        .changes()
                        .given(
                            replica, by.content(), by.version(), run.rolloutUid(), run.attempt()))
            .orElseGet(() -> replica.with(Optional.empty()))
        : replica;
  }

  private void offer(Replica replica) {
    Instant now = sources.clock().instant();
    Report report = report(replica);
    boolean dispatched = dispatched(replica);
    boolean fresh = dispatched && !batcher.dispatched(report.cluster());
    Optional<Report> told =
        basis.way() == StagingWay.OVERRIDE
            ? following.judged(replica, report, now)
            : Optional.of(report);
    told.ifPresent(offered -> batcher.offer(offered, dispatched));
    if (dispatched) {
      // From now on the run must know if the dispatch vanishes, as when the cluster is on no page
      // any more.
      batcher.expect(Set.of(replica.cluster()));
      nextWrites
          .judged(report.cluster(), fresh, report.verdict() == Verdict.POSITIVE, report.weak(), now)
          .ifPresent(last -> sources.writes().next(policy, last, now));
    }
  }

  /**
   * Beside OCM's propagator, a cluster that was on a page and is on none any more has to be listed
   * again. One that the rollout has released is not.
   */
  private boolean unlisted(Replica replica) {
    return informsOnly(replica) && !basis.releases() && batcher.dispatched(replica.cluster());
  }

  /** Whether its reports prove nothing yet, and are shown all the same (rollout-strategy 6.3). */
  private boolean untilItsTurn(Replica replica) {
    if (basis.way() == StagingWay.OVERRIDE) {
      return informsOnly(replica);
    }
    boolean turned =
        dispatched(replica)
            || replica
                .dispatch()
                .filter(by -> by.is(run.rolloutUid(), run.attempt(), Dispatch.As.TAKEN_BACK))
                .isPresent();
    return !turned && basis.rolledOut().filter(by -> by.content().asInformOn(replica)).isPresent();
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
                sources
                    .judge()
                    .pending(
                        replica,
                        sources.replicas().lastChange(replica),
                        by.content(),
                        by.version(),
                        sources.clock().instant()))
        .ifPresent(report -> batcher.offer(report, false));
  }

  private boolean informsOnly(Replica replica) {
    return basis.way() == StagingWay.OVERRIDE && replica.dispatch().isEmpty();
  }

  private boolean dispatched(Replica replica) {
    return replica
        .dispatch()
        .filter(dispatch -> dispatch.is(run.rolloutUid(), run.attempt(), Dispatch.As.DISPATCHED))
        .isPresent();
  }

  private Report report(Replica replica) {
    boolean unreachable = !sources.available().test(replica.cluster());
    Instant now = sources.clock().instant();
    return basis
        .rolledOut()
        .map(
            by ->
                sources
                    .judge()
                    .report(
                        replica, by.content(), by.version(), run.rolloutUid(), unreachable, now))
        .orElseGet(() -> sources.judge().report(replica, replica.contentHash(), unreachable, now));
  }
}
