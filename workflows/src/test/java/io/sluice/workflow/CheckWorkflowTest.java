package io.sluice.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.check.CheckReply;
import io.sluice.check.CheckResult;
import io.sluice.check.CheckRule;
import io.sluice.check.FailureEffect;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Phase;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyType;
import io.temporal.client.WorkflowFailedException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Has runs ask for evidence from elsewhere (between-waves 3, K4). */
@Timeout(300)
class CheckWorkflowTest {
  private static final Strategy PER_GROUP =
      Strategy.of(StrategyType.PROGRESSIVE_PER_GROUP).withProgressDeadline(Duration.ofMinutes(10));

  private static CheckRule rule(String name, FailureEffect effect) {
    return new CheckRule(
        name,
        Optional.empty(),
        List.of("dev"),
        Duration.ofMinutes(1),
        Duration.ofSeconds(10),
        3,
        Optional.empty(),
        effect,
        List.of(),
        "h-" + name);
  }

  private static RolloutScenario scene(String name, CheckRule... rules) {
    RolloutScenario scene = new RolloutScenario(name, PER_GROUP);
    scene.hub.policy(1);
    scene.hub.group(0, "dev", "d1");
    scene.hub.group(1, "prod", "p1");
    scene.hub.checks(rules);
    return scene;
  }

  @Test
  void aGroupStartsOnceItsCheckHasPassed() {
    try (RolloutScenario scene = scene("check-passes", rule("budget", FailureEffect.HOLD))) {
      scene.begin(1);
      scene.succeed("d1");
      scene.awaitWaitingFor("Waiting for check budget before group prod: no answer says");
      scene.awaitReached("d1");
      scene.pass(Duration.ofMinutes(10));
      scene.awaitReached("d1");
      int asked = scene.checks.asked().size();
      assertThat(asked).as("once a minute, during the soak and before prod").isBetween(8, 15);

      scene.checks.answers(CheckResult.PASSED);
      scene.pass(Duration.ofMinutes(1));
      scene.succeed("p1");
      assertThat(scene.result().outcome()).contains(Outcome.SUCCEEDED);
      assertThat(scene.published().checks()).extracting(check -> check.group()).contains("prod");
      assertThat(scene.summaries()).contains("ask budget before prod", "ask budget during dev");
    }
  }

  @Test
  void aQuestionThatHangsHoldsNothingElseUp() {
    try (RolloutScenario scene = scene("check-hangs", rule("budget", FailureEffect.HOLD))) {
      scene.checks.answers(
          question -> {
            throw new IllegalStateException("out of order");
          });
      scene.begin(1);
      scene.succeed("d1");
      scene.awaitWaitingFor("the question failed: ");

      scene.checks.answers(CheckResult.PASSED);
      scene.pass(Duration.ofMinutes(2));
      scene.awaitReached("d1", "p1");
    }
  }

  @Test
  void aFailedCheckHaltsTheRun() {
    try (RolloutScenario scene = scene("check-halts", rule("budget", FailureEffect.HALT))) {
      scene.checks.answers(CheckResult.FAILED);
      scene.begin(1);
      scene.succeed("d1");
      scene.pass(Duration.ofMinutes(5));

      Assertions.assertThatThrownBy(scene::result)
          .isInstanceOf(WorkflowFailedException.class)
          .rootCause()
          .hasMessageContaining("check budget failed");
      assertThat(scene.published().phase()).isEqualTo(Phase.HALTED);
      assertThat(scene.hub.contents()).doesNotContainEntry("p1", scene.hub.version().contentHash());
    }
  }

  @Test
  void manyChecksAreAskedFourAtATimeAndAllOfThem() {
    CheckRule[] rules =
        IntStream.range(0, 11)
            .mapToObj(i -> rule("check-" + i, FailureEffect.HOLD))
            .toArray(CheckRule[]::new);
    try (RolloutScenario scene = scene("check-many", rules)) {
      scene.checks.answers(
          question -> new CheckReply(CheckResult.PASSED, question.key().check(), ""));
      scene.begin(1);
      scene.succeed("d1");
      scene.awaitReached("d1", "p1");
      assertThat(scene.checks.asked())
          .extracting(question -> question.key().check())
          .contains("check-0", "check-10");
    }
  }

  @Test
  void whatIsKnownGoesOnInTheNextRun() {
    try (RolloutScenario scene = scene("check-continues", rule("budget", FailureEffect.HOLD))) {
      scene.settings(new RolloutSettings(false, 60, Duration.ofSeconds(2)));
      scene.checks.answers(CheckResult.FAILED);
      scene.begin(1);
      scene.succeed("d1");
      scene.pass(Duration.ofMinutes(20));
      scene.awaitWaitingFor("it has failed (rate is 7)");
      assertThat(scene.continuedRuns()).isPositive();

      scene.checks.answers(CheckResult.PASSED);
      scene.pass(Duration.ofMinutes(2));
      scene.succeed("p1");
      assertThat(scene.result().outcome()).contains(Outcome.SUCCEEDED);
    }
  }
}
