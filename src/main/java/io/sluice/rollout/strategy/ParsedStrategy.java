package io.sluice.rollout.strategy;

import static java.util.Objects.requireNonNull;

import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.LabelSelector;
import io.sluice.policy.Problem;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Holds the result of {@link StrategyReader}: all settings, or all their problems. */
public sealed interface ParsedStrategy {

  /** Calls the branch of this kind; a new kind breaks every caller. */
  <R> R match(Function<Accepted, R> accepted, Function<Refused, R> refused);

  /**
   * Holds valid settings.
   *
   * @param pendingClusters as written; what an absent value means depends on the mode
   * @param ignored selects the clusters whose reports delay and fail nothing
   * @param warnings settings that are legal but not what they seem, one or two sentences each
   */
  record Accepted(
      Strategy strategy,
      Optional<PendingClusters> pendingClusters,
      Optional<LabelSelector> ignored,
      List<String> warnings)
      implements ParsedStrategy {
    public Accepted {
      requireNonNull(strategy, "strategy is null");
      requireNonNull(pendingClusters, "pendingClusters is null");
      requireNonNull(ignored, "ignored is null");
      warnings = List.copyOf(warnings);
    }

    @Override
    public <R> R match(Function<Accepted, R> accepted, Function<Refused, R> refused) {
      return accepted.apply(this);
    }
  }

  /** Holds all problems of the settings, sorted by path; {@link Refusal} formats them. */
  record Refused(List<Problem> problems) implements ParsedStrategy {
    public Refused {
      problems = Problem.sorted(problems);
    }

    @Override
    public <R> R match(Function<Accepted, R> accepted, Function<Refused, R> refused) {
      return refused.apply(this);
    }
  }

  /**
   * Describes settings that are legal but not what they seem: a Warning event when the attempt
   * starts.
   *
   * @param reason the event's reason
   * @param note its sentences
   */
  record Warning(String reason, String note) {
    private static final String ODD_SETTING = "OddSetting";
    private static final String NO_LIMIT = "NoLimit";

    public Warning {
      requireNonNull(reason, "reason is null");
      requireNonNull(note, "note is null");
    }

    /** Returns whether it names a setting that has no effect. */
    public boolean odd() {
      return reason.equals(ODD_SETTING);
    }

    /** Reports what {@link Accepted#warnings} names. */
    public static Warning oddSetting(String note) {
      return new Warning(ODD_SETTING, note);
    }

    /**
     * Reports that a Progressive strategy has no limit, so that all clusters start at once;
     * clusters of mandatory groups go first and do not count (rollout-strategy 1.5).
     *
     * @param path of the strategy
     */
    public static Optional<Warning> noLimit(
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
                      NO_LIMIT,
                      "%s.progressive.maxConcurrency is %s, which means no limit: %s. Write 1 or more to limit that."
                          .formatted(
                              path,
                              limit.percentage() ? "\"0%\"" : "0",
                              clusters == 1
                                  ? "1 cluster starts at once"
                                  : clusters + " clusters start at once")));
    }
  }
}
