package io.sluice.plan.selection;

import io.sluice.plan.strategy.Amount;
import io.sluice.plan.strategy.Strategy;
import io.sluice.plan.strategy.StrategyReader;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Selects the clusters to act on or to wait for (rollout-strategy section 2).
 *
 * <p>A function: equal inputs in any order give equal answers, no argument is modified, and no
 * clock is read. F1 is {@link StrategyReader}'s, F2 {@link Roster}'s, F3 and F5 {@link Muster}'s,
 * F4 {@link Classification}'s, F6 {@link Amount}'s, F7 to F11 and F13 {@link Walk}'s; F12 and F14
 * are here. Stamping, latching and dispatching belong to the policy layer, which keeps its clusters
 * in order and counted, and so enters at the {@link Walk}.
 */
public final class SelectionFunction {
  private SelectionFunction() {}

  public static Selection select(
      Strategy strategy, List<Candidates> groups, List<Known> known, Instant now) {
    Muster muster = Muster.of(strategy, groups, known, now);
    Opening opening = Walk.through(strategy, muster.scopes());
    List<Selected> inFlight = muster.inFlight();
    // F14: in flight first, so that a limit always counts them, then the new ones.
    List<Selected> rollout = new ArrayList<>(inFlight);
    rollout.addAll(muster.starts(opening));
    return new Selection(
        rollout,
        muster.timedOut(),
        muster.removed(),
        opening.breach(),
        recheckAfter(inFlight, now),
        opening.overTolerance());
  }

  /** F12: the next change that time alone can bring; those to be started wait for no instant. */
  private static Optional<Duration> recheckAfter(List<Selected> inFlight, Instant now) {
    return inFlight.stream()
        .flatMap(entry -> entry.recheckAt().stream())
        .filter(now::isBefore)
        .min(Instant::compareTo)
        .map(next -> Duration.between(now, next));
  }
}
