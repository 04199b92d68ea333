package io.sluice.story;

import io.sluice.plan.Mode;
import io.sluice.plan.strategy.Strategy;
import io.sluice.plan.strategy.StrategyType;
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
    Mode mode,
    boolean informPolicy,
    Consumer<Story> plot) {
  static final Duration DEADLINE = Duration.ofMinutes(10);
  static final Strategy PER_GROUP = strategy(StrategyType.PROGRESSIVE_PER_GROUP);
  static final Strategy MANUAL = strategy(StrategyType.MANUAL_PER_GROUP);

  private static Strategy strategy(StrategyType type) {
    return Strategy.of(type).withProgressDeadline(DEADLINE);
  }

  /** The setting of section 6: mode K, an enforced policy, group by group. */
  static Scenario of(String name, String title, String sentence, Consumer<Story> plot) {
    return new Scenario(name, title, sentence, PER_GROUP, Mode.KEEP_PREVIOUS, false, plot);
  }

  Scenario with(Strategy other) {
    return new Scenario(name, title, sentence, other, mode, informPolicy, plot);
  }

  Scenario in(Mode other) {
    return new Scenario(name, title, sentence, strategy, other, informPolicy, plot);
  }

  Scenario ofAnInformPolicy() {
    return new Scenario(name, title, sentence, strategy, mode, true, plot);
  }

  /** The whole story; with a seed, every list reaches the rules in another order. */
  String tell(Optional<Long> seed) {
    Story story = new Story(strategy, mode, informPolicy, new Disorder(seed));
    plot.accept(story);
    return title + "\n" + sentence + "\n\n" + story.text();
  }
}
