package io.sluice.transcript;

import io.sluice.rollout.PendingMode;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyType;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * One scenario of rollout-strategy section 6.
 *
 * @param name of its transcript
 * @param sentence the scenario in one sentence
 * @param informPolicy whether the policy only informs
 */
record Scenario(
    String name,
    String title,
    String sentence,
    Strategy strategy,
    PendingMode mode,
    boolean informPolicy,
    Consumer<ScenarioDriver> events) {
  private static final String LEGEND =
      """
      Row: each group | rollout status | phase, outcome
      T ToApply, P Progressing, S Succeeded, F Failed, O TimeOut, N NewCluster
      v1 version of the replica, - no version, e enforced, i as inform
      -> action and its reason, ! cluster that needs attention
      """;

  static final Duration DEADLINE = Duration.ofMinutes(10);
  static final Strategy PER_GROUP = strategy(StrategyType.PROGRESSIVE_PER_GROUP);
  static final Strategy MANUAL = strategy(StrategyType.MANUAL_PER_GROUP);

  private static Strategy strategy(StrategyType type) {
    return Strategy.of(type).withProgressDeadline(DEADLINE);
  }

  /** Creates a scenario of section 6: {@code KeepPrevious}, enforced, group by group. */
  static Scenario of(String name, String title, String sentence, Consumer<ScenarioDriver> events) {
    return new Scenario(name, title, sentence, PER_GROUP, PendingMode.KEEP_PREVIOUS, false, events);
  }

  Scenario with(Strategy other) {
    return new Scenario(name, title, sentence, other, mode, informPolicy, events);
  }

  Scenario in(PendingMode other) {
    return new Scenario(name, title, sentence, strategy, other, informPolicy, events);
  }

  Scenario ofAnInformPolicy() {
    return new Scenario(name, title, sentence, strategy, mode, true, events);
  }

  /** Returns the transcript; with a seed, every list reaches the planner in another order. */
  String transcript(Optional<Long> seed) {
    ScenarioDriver driver =
        new ScenarioDriver(strategy, mode, informPolicy, new ListShuffler(seed));
    events.accept(driver);
    return title + "\n" + sentence + "\n\n" + LEGEND + "\n" + driver.text();
  }
}
