package io.sluice.strategy;

import io.sluice.fleet.DecisionGroup;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Settles how many clusters a Progressive rollout has in flight (rollout-strategy 1.5). */
public final class ConcurrencyDefaults {
  private ConcurrencyDefaults() {}

  /**
   * The strategy with its limit filled in: the smallest size of a group that a bound placement sets
   * explicitly, else one cluster at a time.
   *
   * @param groupSizes the explicit {@code clustersPerDecisionGroup} of the bound placements, each
   *     resolved against the clusters of its placement
   */
  public static Strategy limited(Strategy strategy, Collection<Long> groupSizes) {
    if (strategy.type() != StrategyType.PROGRESSIVE || strategy.maxConcurrency().isPresent()) {
      return strategy;
    }
    // sizes 10, 25 -> 10; none set -> 1
    long limit = groupSizes.stream().mapToLong(Long::longValue).min().orElse(1);
    return strategy.withMaxConcurrency(Amount.count(limit));
  }

  /**
   * The warning that Progressive starts everybody at once; mandatory groups go first, whole, and do
   * not count.
   *
   * @param path of the strategy
   */
  public static Optional<Warning> unlimited(
      Strategy strategy, String path, List<DecisionGroup> groups) {
    long clusters =
        groups.stream()
            .filter(group -> !strategy.mandatory(group.key()))
            .flatMap(group -> group.clusters().stream())
            .distinct()
            .count();
    return strategy
        .maxConcurrency()
        .filter(limit -> strategy.type() == StrategyType.PROGRESSIVE && limit.value() == 0)
        .filter(limit -> clusters > 0)
        .map(
            limit ->
                new Warning(
                    Warning.NO_LIMIT,
                    "%s.progressive.maxConcurrency is %s, which means no limit: %s. Write 1 or more to limit that."
                        .formatted(
                            path,
                            limit.percentage() ? "\"0%\"" : "0",
                            clusters == 1
                                ? "1 cluster starts at once"
                                : clusters + " clusters start at once")));
  }
}
