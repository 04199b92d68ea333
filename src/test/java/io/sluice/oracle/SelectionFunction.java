package io.sluice.oracle;

import io.sluice.plan.StartDecision;
import io.sluice.plan.StartPlanner;
import io.sluice.strategy.Strategy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Selects the clusters to act on or to wait for (rollout-strategy section 2).
 *
 * <p>A function: equal inputs in any order give equal answers, no argument is modified, and no
 * clock is read. F1 is {@code StrategyReader}'s, F2 {@link GroupAssignment}'s, F3 and F5 {@link
 * ClassifiedFleet}'s, F4 {@link ClusterClassifier}'s, F6 {@code Amount}'s, F7 to F11 and F13 {@link
 * StartPlanner}'s; F12 and F14 are here. Stamping, latching and dispatching belong to the policy
 * layer, which keeps its clusters in order and counted, and so enters at the {@link StartPlanner}.
 */
public final class SelectionFunction {
  private SelectionFunction() {}

  public static SelectionResult select(
      Strategy strategy, List<ClusterGroup> groups, List<ClusterRolloutStatus> known, Instant now) {
    ClassifiedFleet muster = ClassifiedFleet.of(strategy, groups, known, now);
    StartDecision opening = StartPlanner.through(strategy, muster.scopes());
    List<ResultEntry> inFlight = muster.inFlight();
    // F14: in flight first, so that a limit always counts them, then the new ones.
    List<ResultEntry> rollout = new ArrayList<>(inFlight);
    rollout.addAll(muster.starts(opening));
    return new SelectionResult(
        rollout,
        muster.timedOut(),
        muster.removed(),
        opening.breach(),
        recheckAfter(inFlight, now),
        opening.overTolerance());
  }

  /** F12: the next change that time alone can bring; those to be started wait for no instant. */
  private static Optional<Duration> recheckAfter(List<ResultEntry> inFlight, Instant now) {
    return inFlight.stream()
        .flatMap(entry -> entry.recheckAt().stream())
        .filter(now::isBefore)
        .min(Instant::compareTo)
        .map(next -> Duration.between(now, next));
  }
}
