package io.sluice.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.policy.BindingName;
import io.sluice.policy.Verdict;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Phase;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyType;
import io.temporal.client.WorkflowFailedException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Rolls out bindings of templates (lazy-activation 3) with the workflow of policies. */
@Timeout(300)
class BindingRolloutWorkflowTest {
  private static final BindingName WEB = BindingName.of("shop", "web-deployment", "sluice-system");
  private static final Strategy PER_GROUP =
      Strategy.of(StrategyType.PROGRESSIVE_PER_GROUP).withProgressDeadline(Duration.ofMinutes(10));

  private static RolloutScenario scene(String name) {
    RolloutScenario scene = new RolloutScenario(name, PER_GROUP).of(WEB);
    scene.hub.policy(1);
    scene.hub.group(0, "canary", "member2");
    scene.hub.group(1, "", "member1", "member3");
    scene.hub.succeededBefore("content-0", "member1", "member2", "member3");
    return scene;
  }

  @Test
  void aBindingGoesGroupByGroupAndWhoJoinsHasTheFormerVersionUntilItsTurn() {
    try (RolloutScenario scene = scene("binding-group-by-group")) {
      scene.begin(1);
      scene.awaitReached("member2");
      scene.report(Verdict.NEGATIVE, "member2");
      assertThat(scene.progress().waitingFor()).contains("to become healthy: member2");

      scene.hub.join("member4");
      scene.run().signal(PolicyRolloutWorkflow.POLICY_CHANGED);
      scene.pass(Duration.ofSeconds(1));
      assertThat(scene.hub.contents()).containsEntry("member4", "content-0");

      scene.succeed("member2");
      scene.succeed("member1", "member3", "member4");
      assertThat(scene.result().outcome()).contains(Outcome.SUCCEEDED);
      assertThat(scene.hub.writes())
          .containsExactly(
              "member2 content-1",
              "member4 content-0",
              "member1 content-1",
              "member3 content-1",
              "member4 content-1");
    }
  }

  @Test
  void anActivationSupersedesAndAnUnhealthyCanaryHalts() {
    try (RolloutScenario scene = scene("binding-superseded-and-halted")) {
      scene.begin(1);
      scene.succeed("member2");
      scene.awaitReached("member1", "member2", "member3");

      scene.hub.policy(2);
      scene.run().signal(PolicyRolloutWorkflow.POLICY_CHANGED);
      scene.pass(Duration.ofSeconds(1));
      assertThat(scene.result().outcome()).contains(Outcome.SUPERSEDED);

      scene.begin(2);
      scene.report(Verdict.NEGATIVE, "member2");
      scene.pass(Duration.ofMinutes(11));
      assertThatThrownBy(scene::result)
          .isInstanceOf(WorkflowFailedException.class)
          .cause()
          .hasMessageContaining("1 failed > 0 tolerated in group canary");
      assertThat(scene.published().phase()).isEqualTo(Phase.HALTED);
      assertThat(scene.hub.contents())
          .containsEntry("member1", "content-1")
          .containsEntry("member2", "content-2");
    }
  }
}
