package io.sluice.tools.lint;

import io.sluice.rollout.Wording;
import io.sluice.rollout.strategy.DeclaredGroups;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyReader;
import io.sluice.rollout.strategy.StrategyType;
import java.time.Duration;
import java.util.Optional;

/**
 * Finds soaks that end before the hub notices that a cluster is gone (rollout-strategy 3.4).
 *
 * <p>A soak does not end while its cluster is not Available, but OCM says so only five to six
 * minutes after its last sign of life.
 */
final class SoakLinter {
  static final String REASON = "ShortSoak";
  private static final Duration NOTICED = Duration.ofMinutes(6);

  private SoakLinter() {}

  /**
   * Returns the warning of a strategy.
   *
   * @param path of the strategy
   */
  static Optional<String> warning(Object strategy, String path) {
    return StrategyReader.strict(strategy, path, DeclaredGroups.unknown())
        .match(accepted -> Optional.of(accepted.strategy()), refused -> Optional.<Strategy>empty())
        .filter(read -> read.type() != StrategyType.ALL)
        .filter(read -> read.minSuccessTime().compareTo(NOTICED) < 0)
        .map(read -> message(read, path));
  }

  private static String message(Strategy read, String path) {
    return "%s.%s.minSuccessTime is %s, and OCM needs five to six minutes to notice that a cluster is gone: a version that cuts clusters off may pass. Set it to 6m or more."
        .formatted(
            path,
            read.type().field(),
            read.minSuccessTime().isZero() ? "0" : Wording.of(read.minSuccessTime()));
  }
}
