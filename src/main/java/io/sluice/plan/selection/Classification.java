package io.sluice.plan.selection;

import io.sluice.fleet.ClusterStatus;
import io.sluice.plan.selection.Standing.Stage;
import io.sluice.plan.strategy.Strategy;
import io.sluice.plan.strategy.StrategyType;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Classifies what is known of each cluster: not started, in flight or finished (rollout-strategy
 * F4).
 *
 * <p>"Over" includes the exact instant: a soak of two minutes that began two minutes ago is over.
 */
final class Classification {
  private static final String TO_APPLY = ClusterStatus.TO_APPLY.word();
  private static final String SKIP = ClusterStatus.SKIP.word();
  private static final String TIME_OUT = ClusterStatus.TIME_OUT.word();
  private static final String SUCCEEDED = ClusterStatus.SUCCEEDED.word();
  private static final String FAILED = ClusterStatus.FAILED.word();
  private static final Standing FINISHED = new Standing(Stage.FINISHED, false, Optional.empty());
  private static final Standing TIMED_OUT_BEFORE =
      new Standing(Stage.FINISHED, true, Optional.empty());

  private final Strategy strategy;
  private final Instant now;

  Classification(Strategy strategy, Instant now) {
    this.strategy = strategy;
    this.now = now;
  }

  Standing of(Known known) {
    String status = known.status();
    if (status.equals(TO_APPLY)) {
      return new Standing(Stage.NOT_STARTED, false, Optional.of(entry(known, Optional.empty())));
    }
    if (status.equals(SKIP)) {
      return FINISHED;
    }
    if (status.equals(TIME_OUT)) {
      return TIMED_OUT_BEFORE;
    }
    return status.equals(SUCCEEDED) ? succeeded(known) : underWay(known);
  }

  private Standing succeeded(Known known) {
    Instant soaked = clockOf(known).plus(soakOf(known));
    return now.isBefore(soaked) ? inFlight(known, false, Optional.of(soaked)) : FINISHED;
  }

  /** Any other word, {@code Failed} included: it may still succeed until the deadline. */
  private Standing underWay(Known known) {
    boolean failed = known.status().equals(FAILED);
    if (strategy.progressDeadline().isEmpty()) {
      return inFlight(known, failed, Optional.empty());
    }
    Instant expiry = clockOf(known).plus(strategy.progressDeadline().get());
    if (now.isBefore(expiry)) {
      return inFlight(known, failed, Optional.of(expiry));
    }
    Selected entry =
        new Selected(known.cluster(), known.group(), TIME_OUT, known.since(), Optional.of(expiry));
    return new Standing(Stage.EXPIRED, true, Optional.of(entry));
  }

  /** Type All does not soak: everybody has the change already. */
  private Duration soakOf(Known known) {
    if (strategy.type() == StrategyType.ALL) {
      return Duration.ZERO;
    }
    Duration soak = strategy.minSuccessTime();
    return soak.compareTo(known.minSoak()) >= 0 ? soak : known.minSoak();
  }

  private Instant clockOf(Known known) {
    return known.since().orElse(now);
  }

  private static Standing inFlight(Known known, boolean failed, Optional<Instant> recheckAt) {
    return new Standing(Stage.IN_FLIGHT, failed, Optional.of(entry(known, recheckAt)));
  }

  static Selected entry(Known known, Optional<Instant> recheckAt) {
    return new Selected(known.cluster(), known.group(), known.status(), known.since(), recheckAt);
  }
}
