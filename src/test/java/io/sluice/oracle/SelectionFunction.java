package io.sluice.oracle;

import io.sluice.plan.StartDecision;
import io.sluice.plan.StartPlanner;
import io.sluice.rollout.strategy.Strategy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Selects the clusters to act on or to wait for, given the status of every cluster by name
 * (rollout-strategy section 2).
 *
 * <p>It is the oracle of the conformance cases and of the simulation. Only what a step does another
 * way is its own: F2 is {@link GroupAssignment}'s, F3 {@link ClassifiedFleet}'s, F4 {@link
 * ClusterClassifier}'s, F12 and F14 are here. The rest is the product's: F1 {@code
 * StrategyReader}'s, F5 {@code GroupCounter}'s, F6 {@code Amount}'s, F7 to F11 and F13 {@link
 * StartPlanner}'s. Equal inputs in any order give equal answers.
 */
public final class SelectionFunction {
  private SelectionFunction() {}

  public static SelectionResult select(
      Strategy strategy, List<ClusterGroup> groups, List<ClusterRolloutStatus> known, Instant now) {
    ClassifiedFleet fleet = ClassifiedFleet.of(strategy, groups, known, now);
    StartDecision decision = StartPlanner.plan(strategy, fleet.counts());
    List<ResultEntry> inFlight = fleet.inFlight();
    // F14: in flight first, so that a limit always counts them, then the new ones.
    List<ResultEntry> rollout = new ArrayList<>(inFlight);
    rollout.addAll(fleet.starts(strategy, decision));
    return new SelectionResult(
        rollout,
        fleet.timedOut(),
        fleet.removed(),
        decision.breach(),
        recheckAfter(inFlight, now),
        decision.overTolerance());
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
