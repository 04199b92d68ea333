package io.sluice.oracle;

import io.sluice.fleet.ClusterStatus;
import io.sluice.fleet.GroupKey;
import io.sluice.plan.tracking.ClusterClass;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyType;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Classifies a cluster by its status: not started, in flight or finished (rollout-strategy F4).
 *
 * <p>"Over" includes the exact instant: a soak of two minutes that began two minutes ago is over.
 */
final class ClusterClassifier {
  private static final String TO_APPLY = ClusterStatus.TO_APPLY.label();
  private static final String SKIP = ClusterStatus.SKIP.label();
  private static final String TIME_OUT = ClusterStatus.TIME_OUT.label();
  private static final String SUCCEEDED = ClusterStatus.SUCCEEDED.label();
  private static final String FAILED = ClusterStatus.FAILED.label();

  private final Strategy strategy;
  private final Instant now;
  private final ClusterRolloutStatus known;
  private final GroupKey group;

  private ClusterClassifier(
      Strategy strategy, Instant now, ClusterRolloutStatus known, GroupKey group) {
    this.strategy = strategy;
    this.now = now;
    this.known = known;
    this.group = group;
  }

  /**
   * Classifies one cluster.
   *
   * @param group the group that it counts in, which need not be the one of its entry
   */
  static ClassifiedCluster classify(
      Strategy strategy, Instant now, ClusterRolloutStatus known, GroupKey group) {
    return new ClusterClassifier(strategy, now, known, group).classified();
  }

  private ClassifiedCluster classified() {
    String status = known.status();
    if (status.equals(TO_APPLY)) {
      return as(ClusterClass.NOT_STARTED, Optional.of(entry(known, Optional.empty())));
    }
    if (status.equals(SKIP)) {
      return as(ClusterClass.FINISHED, Optional.empty());
    }
    if (status.equals(TIME_OUT)) {
      return as(ClusterClass.FAILED, Optional.empty());
    }
    return status.equals(SUCCEEDED) ? succeeded() : underWay();
  }

  private ClassifiedCluster succeeded() {
    Instant soaked = clock().plus(soak());
    return now.isBefore(soaked)
        ? as(ClusterClass.IN_FLIGHT, Optional.of(entry(known, Optional.of(soaked))))
        : as(ClusterClass.FINISHED, Optional.empty());
  }

  /** Any other status, {@code Failed} included: it may still succeed until the deadline. */
  private ClassifiedCluster underWay() {
    boolean failed = known.status().equals(FAILED);
    Optional<Instant> expiry = strategy.progressDeadline().map(clock()::plus);
    if (expiry.filter(end -> !now.isBefore(end)).isPresent()) {
      ResultEntry entry =
          new ResultEntry(known.cluster(), known.group(), TIME_OUT, known.since(), expiry);
      return new ClassifiedCluster(
          known.cluster(), group, ClusterClass.FAILED, true, Optional.of(entry));
    }
    return as(
        failed ? ClusterClass.FAILED_IN_FLIGHT : ClusterClass.IN_FLIGHT,
        Optional.of(entry(known, expiry)));
  }

  /** Type All does not soak: every cluster has the change already. */
  private Duration soak() {
    if (strategy.type() == StrategyType.ALL) {
      return Duration.ZERO;
    }
    Duration soak = strategy.minSuccessTime();
    return soak.compareTo(known.minSoak()) >= 0 ? soak : known.minSoak();
  }

  private Instant clock() {
    return known.since().orElse(now);
  }

  private ClassifiedCluster as(ClusterClass place, Optional<ResultEntry> entry) {
    return new ClassifiedCluster(known.cluster(), group, place, false, entry);
  }

  static ResultEntry entry(ClusterRolloutStatus known, Optional<Instant> recheckAt) {
    return new ResultEntry(
        known.cluster(), known.group(), known.status(), known.since(), recheckAt);
  }
}
