package io.sluice.rollout.strategy;

import static java.util.Objects.requireNonNull;

import io.sluice.fleet.GroupKey;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Holds the settings of a {@code rolloutStrategy}, parsed and with their defaults (rollout-strategy
 * 1.5).
 *
 * @param minSuccessTime how long a success must last before it is final
 * @param progressDeadline how long after its dispatch a cluster may take to succeed; absent: no
 *     deadline
 * @param maxFailures failures tolerated; per group for the per-group types
 * @param maxConcurrency clusters in flight at once, Progressive only; absent: no limit for the
 *     selection function, see {@link #withDefaultConcurrency}
 * @param mandatoryDecisionGroups groups that must succeed completely before all others
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

  /** All clusters at once, with every setting at its default. */
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

  /**
   * This strategy with the default of {@code maxConcurrency} for Progressive: the smallest group
   * size that a bound placement sets, else one cluster at a time (rollout-strategy 1.5).
   *
   * @param groupSizes the explicit {@code clustersPerDecisionGroup} of the bound placements, each
   *     resolved against the clusters of its placement
   */
  public Strategy withDefaultConcurrency(Collection<Long> groupSizes) {
    if (type != StrategyType.PROGRESSIVE || maxConcurrency.isPresent()) {
      return this;
    }
    // sizes 10, 25 -> 10; none set -> 1
    long limit = groupSizes.stream().mapToLong(Long::longValue).min().orElse(1);
    return withMaxConcurrency(Amount.count(limit));
  }

  public Strategy withMandatory(GroupSelector... groups) {
    return new Strategy(
        type, minSuccessTime, progressDeadline, maxFailures, maxConcurrency, List.of(groups));
  }

  /** All clusters at once, with this deadline and tolerance (rollout-strategy 3.8). */
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

  /** True when a selector makes this group mandatory; type All has no mandatory groups. */
  public boolean mandatory(GroupKey group) {
    if (type == StrategyType.ALL) {
      return false;
    }
    for (GroupSelector selector : mandatoryDecisionGroups) {
      if (selector.selects(group)) {
        return true;
      }
    }
    return false;
  }

  /**
   * The number of failed clusters that a group tolerates: none if it is mandatory, else {@code
   * maxFailures} (rollout-strategy F6).
   *
   * @param members how many clusters the group has
   */
  public long tolerance(GroupKey group, long members) {
    // maxFailures 10%: 40 clusters -> 4; the same 40 as a mandatory group -> 0
    return mandatory(group) ? 0 : maxFailures.toleranceOf(members);
  }
}
