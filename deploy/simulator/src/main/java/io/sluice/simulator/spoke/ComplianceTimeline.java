package io.sluice.simulator.spoke;

import static io.sluice.simulator.spoke.SpokeState.COMPLIANT;
import static io.sluice.simulator.spoke.SpokeState.NON_COMPLIANT;

import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * Computes the verdicts on one content, counted from its first (policy-propagation 13.5).
 *
 * @param correctedAfter NonCompliant until then, seen by the controller as it works
 * @param turnsAfter NonCompliant from then on, once the controller looks
 * @param flapsEvery Compliant and NonCompliant in turn
 */
record ComplianceTimeline(
    SpokeState otherwise,
    Duration correctedAfter,
    Optional<Duration> turnsAfter,
    Optional<Duration> flapsEvery) {

  /**
   * Computes it.
   *
   * @param informs whether the controller may only inform
   * @param applied whether this content was enforced before
   * @param changed whether a former content was judged
   */
  static ComplianceTimeline of(
      SpokeBehaviour behaviour,
      boolean informs,
      boolean applied,
      boolean changed,
      RandomGenerator random) {
    boolean bad =
        behaviour.is(SpokeAnomaly.NEVER_COMPLIANT)
            || informs && behaviour.is(SpokeAnomaly.NON_COMPLIANT_UNDER_INFORM)
            || informs && !applied && behaviour.is(SpokeAnomaly.NON_COMPLIANT_UNTIL_ENFORCED);
    Duration corrected =
        behaviour.is(SpokeAnomaly.NON_COMPLIANT_FIRST)
            ? SpokeDelays.Span.ofMillis(200, 900).draw(random)
            : Duration.ZERO;
    return new ComplianceTimeline(
        bad ? NON_COMPLIANT : COMPLIANT,
        changed ? behaviour.time(SpokeAnomaly.NON_COMPLIANT_FOR).orElse(corrected) : corrected,
        behaviour.time(SpokeAnomaly.TURNS_NON_COMPLIANT),
        behaviour.time(SpokeAnomaly.FLAPS));
  }

  /** Drops what only happens around a first verdict: for a content that was judged before. */
  ComplianceTimeline corrected() {
    return new ComplianceTimeline(otherwise, Duration.ZERO, turnsAfter, flapsEvery);
  }

  SpokeState at(Duration since) {
    boolean bad =
        since.compareTo(correctedAfter) < 0
            || turnsAfter.filter(turn -> since.compareTo(turn) >= 0).isPresent()
            || flapsEvery.filter(every -> since.dividedBy(every) % 2 == 1).isPresent();
    return bad ? NON_COMPLIANT : otherwise;
  }

  /** Returns when the controller itself brings about another verdict. */
  Optional<Duration> corrects(Duration since) {
    return Optional.of(correctedAfter).filter(end -> end.compareTo(since) > 0);
  }

  /** Returns when the next verdict changes by what happens on the cluster. */
  Optional<Duration> happens(Duration since) {
    Optional<Duration> turn = turnsAfter.filter(after -> after.compareTo(since) > 0);
    Optional<Duration> flap =
        flapsEvery.map(every -> every.multipliedBy(since.dividedBy(every) + 1));
    return Stream.of(turn, flap).flatMap(Optional::stream).min(Duration::compareTo);
  }
}
