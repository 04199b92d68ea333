package io.sluice.strategy;

import static java.util.Objects.requireNonNull;

import io.sluice.fleet.GroupKey;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Says how a change travels through a fleet: the settings of a {@code rolloutStrategy}, parsed and
 * with their defaults filled in (rollout-strategy 1.5).
 *
 * @param minSuccessTime how long a success must last before it is final
 * @param progressDeadline how long after its dispatch a cluster may take to succeed; absent: for
 *     ever
 * @param maxFailures failures tolerated; per group for the per-group types
 * @param maxConcurrency clusters in flight at once, Progressive only; absent: no limit as far as
 *     the selection function goes
 * @param mandatoryDecisionGroups groups that must succeed whole before all others
 */
public record Strategy(
    StrategyType type,
    Duration minSuccessTime,
    Optional<Duration> progressDeadline,
    Amount maxFailures,
    Optional<Amount> maxConcurrency,
    List<GroupSelector> mandatoryDecisionGroups) {
  public Strategy {
    requireNonNull(type, "type is null");
    requireNonNull(minSuccessTime, "minSuccessTime is null");
    requireNonNull(progressDeadline, "progressDeadline is null");
    requireNonNull(maxFailures, "maxFailures is null");
    requireNonNull(maxConcurrency, "maxConcurrency is null");
    mandatoryDecisionGroups = List.copyOf(mandatoryDecisionGroups);
  }

  /** Everyone at once, with every setting at its default. */
  public static Strategy all() {
    return of(StrategyType.ALL);
  }

  public static Strategy of(StrategyType type) {
    return new Strategy(
        type, Duration.ZERO, Optional.empty(), Amount.NONE, Optional.empty(), List.of());
  }

  public Strategy withMinSuccessTime(Duration soak) {
    return new Strategy(
        type, soak, progressDeadline, maxFailures, maxConcurrency, mandatoryDecisionGroups);
  }

  public Strategy withProgressDeadline(Duration deadline) {
    return new Strategy(
        type,
        minSuccessTime,
        Optional.of(deadline),
        maxFailures,
        maxConcurrency,
        mandatoryDecisionGroups);
  }

  public Strategy withMaxFailures(Amount failures) {
    return new Strategy(
        type, minSuccessTime, progressDeadline, failures, maxConcurrency, mandatoryDecisionGroups);
  }

  public Strategy withMaxConcurrency(Amount limit) {
    return new Strategy(
        type,
        minSuccessTime,
        progressDeadline,
        maxFailures,
        Optional.of(limit),
        mandatoryDecisionGroups);
  }

  public Strategy withMandatory(GroupSelector... groups) {
    return new Strategy(
        type, minSuccessTime, progressDeadline, maxFailures, maxConcurrency, List.of(groups));
  }

  /** Everyone at once, with this deadline and tolerance (rollout-strategy 3.8). */
  public Strategy asAll() {
    return new Strategy(
        StrategyType.ALL,
        Duration.ZERO,
        progressDeadline,
        maxFailures,
        Optional.empty(),
        List.of());
  }

  /** True when failures are counted group by group. */
  public boolean perGroup() {
    return type == StrategyType.PROGRESSIVE_PER_GROUP || type == StrategyType.MANUAL_PER_GROUP;
  }

  /** True when some selector makes this group mandatory. */
  public boolean mandatory(GroupKey group) {
    for (GroupSelector selector : mandatoryDecisionGroups) {
      if (selector.selects(group)) {
        return true;
      }
    }
    return false;
  }
}
