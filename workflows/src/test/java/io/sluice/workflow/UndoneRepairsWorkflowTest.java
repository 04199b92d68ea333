package io.sluice.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fleet.UndoneRepairs;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.ClusterIssue;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyType;
import io.sluice.workflow.PolicyRolloutWorkflow.AbsentMembers;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs attempts whose clusters undo the repair of their replica (policy-propagation 8.1). */
@Timeout(300)
class UndoneRepairsWorkflowTest {
  private static final Strategy BY_GROUP =
      Strategy.of(StrategyType.PROGRESSIVE_PER_GROUP).withProgressDeadline(Duration.ofMinutes(10));
  private static final UndoneRepairs STOPPED = new UndoneRepairs(List.of("d1", "d2", "d3"), true);

  private static RolloutScenario begun(String name, RolloutSettings settings) {
    RolloutScenario scene = new RolloutScenario(name, BY_GROUP).settings(settings);
    scene.hub.policy(2);
    scene.hub.group(0, "dev", "d1", "d2", "d3");
    scene.hub.group(1, "prod", "p1");
    scene.begin(1);
    scene.awaitReached("d1", "d2", "d3");
    return scene;
  }

  private static void tell(RolloutScenario scene, UndoneRepairs undone) {
    AttemptSpec spec = scene.spec(1);
    scene
        .run()
        .signal(
            PolicyRolloutWorkflow.FLEET_CHANGED,
            null,
            new AttemptKey(spec.rolloutUid(), spec.number()),
            undone);
    scene.pass(Duration.ofSeconds(1));
  }

  private static UndoneRepairs known(RolloutScenario scene) {
    return scene.run().query(PolicyRolloutWorkflow.ABSENT, AbsentMembers.class).undone();
  }

  @Test
  void aClusterThatUndoesItsRepairsIsListedAndHoldsNobodyUp() {
    try (RolloutScenario scene = begun("undone-repair", RolloutSettings.DEFAULTS)) {
      tell(scene, new UndoneRepairs(List.of("d1"), false));
      assertThat(scene.progress().exceptions())
          .singleElement()
          .satisfies(
              issue -> {
                assertThat(issue.cluster()).isEqualTo("d1");
                assertThat(issue.reason()).isEqualTo(ClusterIssue.IssueReason.REPAIR_UNDONE);
              });
      scene.succeed("d1", "d2", "d3");
      scene.awaitReached("d1", "d2", "d3", "p1");
    }
  }

  @Test
  void noClusterStartsWhileThePolicyIsStoppedNorAfterTheRunContinuedAsNew() {
    RolloutSettings shortRuns = new RolloutSettings(true, 20, Duration.ofSeconds(5));
    try (RolloutScenario scene = begun("undone-repairs-of-all", shortRuns)) {
      tell(scene, STOPPED);
      scene.succeed("d1", "d2", "d3");
      scene.pass(Duration.ofMinutes(1));
      assertThat(known(scene)).isEqualTo(STOPPED);
      assertThat(scene.reached()).containsExactly("d1", "d2", "d3");
      assertThat(scene.progress().waitingFor())
          .contains("what is written to clusters d1, d2, d3 is changed back each time");

      tell(scene, UndoneRepairs.NONE);
      scene.awaitReached("d1", "d2", "d3", "p1");
      scene.succeed("p1");
      assertThat(scene.result().outcome()).contains(Outcome.SUCCEEDED);
    }
  }
}
