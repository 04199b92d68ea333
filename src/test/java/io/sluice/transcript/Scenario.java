package io.sluice.transcript;

import io.sluice.rollout.PendingMode;
import io.sluice.strategy.Strategy;
import io.sluice.strategy.StrategyType;
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
    Consumer<ScenarioDriver> plot) {
  static final Duration DEADLINE = Duration.ofMinutes(10);
  static final Strategy PER_GROUP = strategy(StrategyType.PROGRESSIVE_PER_GROUP);
  static final Strategy MANUAL = strategy(StrategyType.MANUAL_PER_GROUP);

  private static Strategy strategy(StrategyType type) {
    return Strategy.of(type).withProgressDeadline(DEADLINE);
  }

  /** The setting of section 6: mode K, an enforced policy, group by group. */
  static Scenario of(String name, String title, String sentence, Consumer<ScenarioDriver> plot) {
    return new Scenario(name, title, sentence, PER_GROUP, PendingMode.KEEP_PREVIOUS, false, plot);
  }

  Scenario with(Strategy other) {
    return new Scenario(name, title, sentence, other, mode, informPolicy, plot);
  }

  Scenario in(PendingMode other) {
    return new Scenario(name, title, sentence, strategy, other, informPolicy, plot);
  }

  Scenario ofAnInformPolicy() {
    return new Scenario(name, title, sentence, strategy, mode, true, plot);
  }

  /** The whole story; with a seed, every list reaches the rules in another order. */
  String tell(Optional<Long> seed) {
    ScenarioDriver story = new ScenarioDriver(strategy, mode, informPolicy, new ListShuffler(seed));
    plot.accept(story);
    return title + "\n" + sentence + "\n\n" + story.text();
  }
}
