package io.sluice.simulation;

import io.sluice.rollout.PendingMode;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyType;

/** The settings of a rollout. */
record ModelSettings(Strategy strategy, PendingMode mode) {
  boolean allAtOnce() {
    return strategy.type() == StrategyType.ALL;
  }

  @Override
  public String toString() {
    String deadline = strategy.progressDeadline().map(Object::toString).orElse("None");
    return "%s, mode %s, soak %s, deadline %s, maxFailures %s, maxConcurrency %s, mandatory %s"
        .formatted(
            strategy.type(),
            mode,
            strategy.minSuccessTime(),
            deadline,
            strategy.maxFailures(),
            strategy.maxConcurrency().map(Object::toString).orElse("absent"),
            strategy.mandatoryDecisionGroups().stream()
                .map(selector -> selector.groupName().orElse("#" + selector.groupIndex().orElse(0)))
                .toList());
  }
}
