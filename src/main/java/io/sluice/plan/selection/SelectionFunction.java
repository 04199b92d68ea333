package io.sluice.plan.selection;

import io.sluice.plan.selection.Selection.Excess;
import io.sluice.plan.strategy.Amount;
import io.sluice.plan.strategy.Strategy;
import io.sluice.plan.strategy.StrategyReader;
import io.sluice.plan.strategy.StrategyType;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Selects the clusters to act on or to wait for (rollout-strategy section 2).
 *
 * <p>A function: equal inputs in any order give equal answers, no argument is modified, and no
 * clock is read. F1 is {@link StrategyReader}'s, F2 {@link Roster}'s, F3 and F5 {@link Muster}'s,
 * F4 {@link Classification}'s, F6 {@link Amount}'s and {@link Scope}'s, F7 to F11 {@link Walk}'s;
 * F12 to F14 are here. Stamping, latching and dispatching belong to the policy layer.
 */
public final class SelectionFunction {
  private SelectionFunction() {}

  public static Selection select(
      Strategy strategy, List<Candidates> groups, List<Known> known, Instant now) {
    Muster muster = Muster.of(strategy, groups, known, now);
    List<Selected> inFlight = muster.inFlight();
    Walk.End end = new Walk(strategy, muster, inFlight.size()).end();
    // F14: in flight first, so that a limit always counts them, then the new ones.
    List<Selected> rollout = new ArrayList<>(inFlight);
    rollout.addAll(end.starts());
    return new Selection(
        rollout,
        muster.timedOut(),
        muster.removed(),
        end.breach(),
        recheckAfter(inFlight, now),
        overTolerance(strategy, muster));
  }

  /** F12: the next change that time alone can bring; those to be started wait for no instant. */
  private static Optional<Duration> recheckAfter(List<Selected> inFlight, Instant now) {
    return inFlight.stream()
        .flatMap(entry -> entry.recheckAt().stream())
        .filter(now::isBefore)
        .min(Instant::compareTo)
        .map(next -> Duration.between(now, next));
  }

  /** F13: every scope, also those the walk did not reach; groups in order, then the fleet. */
  private static List<Excess> overTolerance(Strategy strategy, Muster muster) {
    Stream<Excess> groups = muster.scopes().stream().flatMap(scope -> scope.excess().stream());
    return Stream.concat(groups, fleetExcess(strategy, muster).stream()).toList();
  }

  private static Optional<Excess> fleetExcess(Strategy strategy, Muster muster) {
    long failures = muster.failures();
    long tolerated = strategy.maxFailures().toleranceOf(muster.members().size());
    return strategy.type() == StrategyType.PROGRESSIVE && failures > tolerated
        ? Optional.of(new Excess(Optional.empty(), failures, tolerated))
        : Optional.empty();
  }
}
