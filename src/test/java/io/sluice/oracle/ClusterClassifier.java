package io.sluice.oracle;

import io.sluice.fleet.ClusterStatus;
import io.sluice.oracle.ClusterClass.Stage;
import io.sluice.strategy.Strategy;
import io.sluice.strategy.StrategyType;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Classifies what is known of each cluster: not started, in flight or finished (rollout-strategy
 * F4).
 *
 * <p>"Over" includes the exact instant: a soak of two minutes that began two minutes ago is over.
 */
final class ClusterClassifier {
  private static final String TO_APPLY = ClusterStatus.TO_APPLY.label();
  private static final String SKIP = ClusterStatus.SKIP.label();
  private static final String TIME_OUT = ClusterStatus.TIME_OUT.label();
  private static final String SUCCEEDED = ClusterStatus.SUCCEEDED.label();
  private static final String FAILED = ClusterStatus.FAILED.label();
  private static final ClusterClass FINISHED =
      new ClusterClass(Stage.FINISHED, false, Optional.empty());
  private static final ClusterClass TIMED_OUT_BEFORE =
      new ClusterClass(Stage.FINISHED, true, Optional.empty());

  private final Strategy strategy;
  private final Instant now;

  ClusterClassifier(Strategy strategy, Instant now) {
    this.strategy = strategy;
    this.now = now;
  }

  ClusterClass of(ClusterRolloutStatus known) {
    String status = known.status();
    if (status.equals(TO_APPLY)) {
      return new ClusterClass(
          Stage.NOT_STARTED, false, Optional.of(entry(known, Optional.empty())));
    }
    if (status.equals(SKIP)) {
      return FINISHED;
    }
    if (status.equals(TIME_OUT)) {
      return TIMED_OUT_BEFORE;
    }
    return status.equals(SUCCEEDED) ? succeeded(known) : underWay(known);
  }

  private ClusterClass succeeded(ClusterRolloutStatus known) {
    Instant soaked = clockOf(known).plus(soakOf(known));
    return now.isBefore(soaked) ? inFlight(known, false, Optional.of(soaked)) : FINISHED;
  }

  /** Any other word, {@code Failed} included: it may still succeed until the deadline. */
  private ClusterClass underWay(ClusterRolloutStatus known) {
    boolean failed = known.status().equals(FAILED);
    if (strategy.progressDeadline().isEmpty()) {
      return inFlight(known, failed, Optional.empty());
    }
    Instant expiry = clockOf(known).plus(strategy.progressDeadline().get());
    if (now.isBefore(expiry)) {
      return inFlight(known, failed, Optional.of(expiry));
    }
    ResultEntry entry =
        new ResultEntry(
            known.cluster(), known.group(), TIME_OUT, known.since(), Optional.of(expiry));
    return new ClusterClass(Stage.EXPIRED, true, Optional.of(entry));
  }

  /** Type All does not soak: everybody has the change already. */
  private Duration soakOf(ClusterRolloutStatus known) {
    if (strategy.type() == StrategyType.ALL) {
      return Duration.ZERO;
    }
    Duration soak = strategy.minSuccessTime();
    return soak.compareTo(known.minSoak()) >= 0 ? soak : known.minSoak();
  }

  private Instant clockOf(ClusterRolloutStatus known) {
    return known.since().orElse(now);
  }

  private static ClusterClass inFlight(
      ClusterRolloutStatus known, boolean failed, Optional<Instant> recheckAt) {
    return new ClusterClass(Stage.IN_FLIGHT, failed, Optional.of(entry(known, recheckAt)));
  }

  static ResultEntry entry(ClusterRolloutStatus known, Optional<Instant> recheckAt) {
    return new ResultEntry(
        known.cluster(), known.group(), known.status(), known.since(), recheckAt);
  }
}
