package io.sluice.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fleet.Departures;
import io.sluice.policy.Verdict;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.ClusterIssue;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Phase;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyType;
import io.sluice.workflow.PolicyRolloutWorkflow.AbsentMembers;
import io.sluice.workflow.PolicyRolloutWorkflow.ReportBatch;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs attempts whose members are not selected any more (rollout-strategy 3.7). */
@Timeout(300)
class DepartureWorkflowTest {
  private static final Strategy MANUAL =
      Strategy.of(StrategyType.MANUAL_PER_GROUP).withProgressDeadline(Duration.ofMinutes(10));

  private static RolloutScenario waiting(String name) {
    RolloutScenario scene = new RolloutScenario(name, MANUAL);
    scene.hub.policy(2);
    scene.hub.group(0, "dev", "d1");
    scene.hub.group(1, "prod", "p1");
    scene.hub.approveInSpec("dev");
    scene.begin(1);
    scene.awaitReached("d1");
    scene.succeed("d1");
    return scene;
  }

  private static List<String> absent(RolloutScenario scene) {
    return scene.run().query(PolicyRolloutWorkflow.ABSENT, AbsentMembers.class).clusters();
  }

  @Test
  void aClusterThatIsNotSelectedCountsUntilTheRunIsToldThatItLeft() {
    try (RolloutScenario scene = waiting("departure")) {
      scene.hub.leave("p1");
      scene.run().signal(PolicyRolloutWorkflow.FLEET_CHANGED);
      scene.pass(Duration.ofSeconds(30));
      assertThat(scene.phase()).isEqualTo(Phase.WAITING_FOR_APPROVAL);
      assertThat(absent(scene)).containsExactly("p1");

      scene
          .run()
          .signal(
              PolicyRolloutWorkflow.FLEET_CHANGED,
              new Departures(List.of(), List.of("p1"), List.of()));
      assertThat(scene.result().outcome()).contains(Outcome.SUCCEEDED);
    }
  }

  /** A signal that was held up on its way to a former attempt of the policy. */
  @Test
  void whatIsForAnotherAttemptIsDropped() {
    try (RolloutScenario scene = waiting("departure-of-another-attempt")) {
      scene.hub.leave("p1");
      Departures left = new Departures(List.of(), List.of("p1"), List.of());
      AttemptSpec spec = scene.spec(1);
      AttemptKey own = new AttemptKey(spec.rolloutUid(), spec.number());
      for (AttemptKey other :
          List.of(
              new AttemptKey("former", own.attempt()),
              new AttemptKey(own.rolloutUid(), own.attempt() + 1))) {
        scene.run().signal(PolicyRolloutWorkflow.FLEET_CHANGED, left, other);
        scene.run().signal(PolicyRolloutWorkflow.CLUSTERS_REPORTED, contradiction(scene), other);
      }
      scene.pass(Duration.ofSeconds(30));
      assertThat(absent(scene)).containsExactly("p1");
      assertThat(issues(scene, "d1")).isEmpty();

      scene.run().signal(PolicyRolloutWorkflow.CLUSTERS_REPORTED, contradiction(scene), own);
      scene.pass(Duration.ofSeconds(30));
      assertThat(issues(scene, "d1")).hasSize(1);
      scene.run().signal(PolicyRolloutWorkflow.FLEET_CHANGED, left, own);
      assertThat(scene.result().outcome()).contains(Outcome.SUCCEEDED);
    }
  }

  private static List<ClusterIssue> issues(RolloutScenario scene, String cluster) {
    return scene.progress().exceptions().stream()
        .filter(issue -> issue.cluster().equals(cluster))
        .toList();
  }

  /** A final success shows a report of the contrary. */
  private static ReportBatch contradiction(RolloutScenario scene) {
    return new ReportBatch(List.of(scene.hub.answer("d1", Verdict.NEGATIVE)));
  }

  /** It was told before the run had seen that the cluster is gone from the snapshot. */
  @Test
  void whatIsToldEarlyCountsWithTheNextObservation() {
    try (RolloutScenario scene = waiting("departure-told-early")) {
      scene.hub.leave("p1");
      scene
          .run()
          .signal(
              PolicyRolloutWorkflow.FLEET_CHANGED,
              new Departures(List.of(), List.of("p1"), List.of()));
      assertThat(scene.result().outcome()).contains(Outcome.SUCCEEDED);
    }
  }
}
