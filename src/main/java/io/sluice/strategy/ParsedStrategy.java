package io.sluice.strategy;

import static java.util.Objects.requireNonNull;

import io.sluice.fleet.LabelSelector;
import io.sluice.policy.Problem;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Answers what {@link StrategyReader} made of a strategy: all of it, or nothing. */
public sealed interface ParsedStrategy {

  /** Calls the branch of this kind; a new kind breaks every caller. */
  <R> R match(Function<Accepted, R> accepted, Function<Refused, R> refused);

  /**
   * Holds valid settings.
   *
   * @param pendingClusters as written; what an absent word means depends on the mode
   * @param ignored selects the clusters whose reports hold up and fail nothing
   * @param warnings settings that are legal but not what they seem, one sentence or two each
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

  /** Holds everything that is wrong with the settings, sorted by path; {@link Refusal} words it. */
  record Refused(List<Problem> problems) implements ParsedStrategy {
    public Refused {
      problems = Problem.sorted(problems);
    }

    @Override
    public <R> R match(Function<Accepted, R> accepted, Function<Refused, R> refused) {
      return refused.apply(this);
    }
  }
}
