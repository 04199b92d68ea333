package io.sluice.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.policy.Verdict;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Phase;
import io.sluice.rollout.Report;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyType;
import io.sluice.workflow.PolicyRolloutWorkflow.RequestAnswer;
import io.temporal.client.WorkflowFailedException;
import io.temporal.client.WorkflowStub;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class PolicyRolloutWorkflowTest {
  private static final Strategy PER_GROUP =
      Strategy.of(StrategyType.PROGRESSIVE_PER_GROUP).withProgressDeadline(Duration.ofMinutes(10));
  private static final Strategy MANUAL =
      Strategy.of(StrategyType.MANUAL_PER_GROUP).withProgressDeadline(Duration.ofMinutes(10));

  private static RolloutScenario scene(String name, Strategy strategy) {
    RolloutScenario scene = new RolloutScenario(name, strategy);
    scene.hub.policy(1);
    scene.hub.group(0, "dev", "d1", "d2");
    scene.hub.group(1, "stage", "s1", "s2");
    scene.hub.group(2, "prod", "p1", "p2");
    return scene;
  }

  @Test
  void aNewPolicyGoesGroupByGroupAndSucceeds() {
    try (RolloutScenario scene = scene("new-policy-succeeds", PER_GROUP)) {
      scene.begin(1);
      scene.awaitReached("d1", "d2");
      scene.awaitPhase(Phase.PROGRESSING);

      scene.report(Verdict.POSITIVE, "d1", "d2");
      scene.awaitPhase(Phase.SOAKING);
      scene.awaitReached("d1", "d2");

      scene.pass(Duration.ofSeconds(11));
      scene.awaitReached("d1", "d2", "s1", "s2");
      scene.succeed("s1", "s2");
      scene.succeed("p1", "p2");

      assertThat(scene.result().outcome()).contains(Outcome.SUCCEEDED);
      assertThat(scene.published().phase()).isEqualTo(Phase.DONE);
      assertThat(scene.hub.published())
          .filteredOn(update -> update.progress().counts().begun())
          .allSatisfy(update -> assertThat(update.because()).isPresent());
      assertThat(scene.hub.runOpen()).isFalse();
      assertThat(scene.hub.writes()).hasSize(6);
    }
  }

  @Test
  void aClusterThatStaysNonCompliantHaltsTheRolloutAtItsDeadline() {
    try (RolloutScenario scene = scene("fails-at-deadline", PER_GROUP)) {
      scene.begin(1);
      scene.succeed("d1", "d2");
      scene.succeed("s1");
      scene.report(Verdict.NEGATIVE, "s2");
      scene.awaitPhase(Phase.PROGRESSING);

      scene.pass(Duration.ofMinutes(11));

      assertThatThrownBy(scene::result)
          .isInstanceOf(WorkflowFailedException.class)
          .cause()
          .isInstanceOf(ApplicationFailure.class)
          .hasMessageContaining("1 failed > 0 tolerated in group stage");
      assertThat(scene.published().phase()).isEqualTo(Phase.HALTED);
      assertThat(scene.published().waitingFor())
          .startsWith("Halted: 1 cluster of group stage failed, 0 are tolerated: s2 Failed.");
      scene.awaitReached("d1", "d2", "s1", "s2");
    }
  }

  @Test
  void groupsApprovedInOrderGoInOrder() {
    try (RolloutScenario scene = scene("manual-in-order", MANUAL)) {
      scene.begin(1);
      scene.awaitPhase(Phase.WAITING_FOR_APPROVAL);
      assertThat(scene.hub.writes()).isEmpty();

      scene.hub.approveInSpec("dev");
      scene.rolloutChanged();
      scene.succeed("d1", "d2");
      scene.awaitPhase(Phase.WAITING_FOR_APPROVAL);

      scene.hub.approveInSpec("dev", "stage");
      scene.rolloutChanged();
      scene.succeed("s1", "s2");

      RequestAnswer answer = ApprovalSender.approve(scene, "prod");
      assertThat(answer.message()).isEqualTo("Group prod is approved by ann.");
      scene.succeed("p1", "p2");

      assertThat(scene.result().outcome()).contains(Outcome.SUCCEEDED);
      assertThat(scene.published().approvals())
          .extracting(approval -> approval.groupName().orElse("") + " " + approval.how())
          .containsExactly("dev Spec", "stage Spec", "prod Signal");
    }
  }

  @Test
  void groupsApprovedOutOfOrderGoAsApproved() {
    try (RolloutScenario scene = scene("manual-out-of-order", MANUAL)) {
      scene.begin(1);
      ApprovalSender.signal(scene, "stage");
      scene.awaitReached("s1", "s2");
      scene.succeed("s1", "s2");
      scene.awaitPhase(Phase.WAITING_FOR_APPROVAL);

      ApprovalSender.signal(scene, "prod");
      scene.succeed("p1", "p2");
      ApprovalSender.signal(scene, "dev");
      scene.succeed("d1", "d2");

      assertThat(scene.result().outcome()).contains(Outcome.SUCCEEDED);
      assertThat(scene.hub.writes())
          .extracting(write -> write.substring(0, 2))
          .containsExactly("s1", "s2", "p1", "p2", "d1", "d2");
    }
  }

  @Test
  void anEditSupersedesTheAttemptAndLateVerdictsOnTheFormerVersionDoNotCount() {
    try (RolloutScenario scene = scene("edited-mid-rollout", PER_GROUP)) {
      scene.begin(1);
      scene.succeed("d1", "d2");
      Report late = scene.hub.answer("s1", Verdict.POSITIVE);
      scene.awaitReached("d1", "d2", "s1", "s2");

      scene.hub.policy(2);
      scene.run().signal(PolicyRolloutWorkflow.POLICY_CHANGED);
      scene.pass(Duration.ofSeconds(1));
      assertThat(scene.result().outcome()).contains(Outcome.SUPERSEDED);
      assertThat(scene.hub.runOpen()).isFalse();

      scene.begin(2);
      assertThat(scene.hub.runOpen()).isTrue();
      scene.succeed("d1", "d2");
      scene.awaitReached("d1", "d2", "s1", "s2");
      scene.signal(List.of(late));
      scene.pass(Duration.ofSeconds(30));
      assertThat(scene.reached()).doesNotContain("p1", "p2");
      assertThat(scene.progress().counts().soaking()).isZero();

      scene.succeed("s1", "s2");
      scene.succeed("p1", "p2");
      assertThat(scene.result().outcome()).contains(Outcome.SUCCEEDED);
    }
  }

  @Test
  void approvalsADeadlineAndASoakCrossContinueAsNew() {
    try (RolloutScenario scene =
        scene(
                "continues-as-new",
                MANUAL.withMaxFailures(io.sluice.rollout.strategy.Amount.count(1)))
            .settings(new RolloutSettings(true, 60, Duration.ofSeconds(2)))) {
      scene.begin(1);
      ApprovalSender.approve(scene, "dev");
      ApprovalSender.approve(scene, "prod");
      scene.report(Verdict.NEGATIVE, "d2");
      for (int flap = 0; flap < 12; flap++) {
        scene.report(flap % 2 == 0 ? Verdict.POSITIVE : Verdict.NEGATIVE, "d1");
      }
      scene.report(Verdict.POSITIVE, "d1");
      scene.awaitReached("d1", "d2");
      scene.pass(Duration.ofMinutes(11));
      assertThat(scene.progress().counts().failed()).isEqualTo(1);
      scene.awaitReached("d1", "d2", "p1", "p2");

      scene.report(Verdict.POSITIVE, "p1");
      for (int flap = 0; flap < 12; flap++) {
        scene.report(flap % 2 == 0 ? Verdict.NEGATIVE : Verdict.POSITIVE, "p2");
      }
      scene.pass(Duration.ofSeconds(11));
      ApprovalSender.approve(scene, "stage");
      scene.succeed("s1", "s2");

      assertThat(scene.result().outcome()).contains(Outcome.SUCCEEDED);
      assertThat(scene.continuedRuns()).isGreaterThanOrEqualTo(2);
      assertThat(scene.owned()).as("memo and search attribute of the last run").isTrue();
      assertThat(scene.hub.writes()).hasSize(6);
      assertThat(scene.published().counts().failed()).isEqualTo(1);
    }
  }

  @Test
  void ofTwoRunsThatRaceForOneClaimOneClosesWithoutAWrite() {
    try (RolloutScenario scene = scene("race-for-a-claim", PER_GROUP)) {
      scene.begin(1);
      WorkflowStub rival = RivalRun.second(scene);
      scene.succeed("d1", "d2");
      scene.succeed("s1", "s2");
      scene.succeed("p1", "p2");
      assertThat(scene.result().outcome()).contains(Outcome.SUCCEEDED);
      assertThat(scene.hub.writes()).hasSize(6);
      RivalRun.assertLost(rival);
    }
  }

  @Test
  void aCanceledRunEndsTheAttemptAsAborted() {
    try (RolloutScenario scene = scene("canceled", PER_GROUP)) {
      scene.begin(1);
      scene.run().cancel();
      scene.pass(Duration.ofSeconds(1));
      assertThatThrownBy(scene::result)
          .isInstanceOf(WorkflowFailedException.class)
          .hasCauseInstanceOf(io.temporal.failure.CanceledFailure.class);
      assertThat(scene.published().outcome()).contains(Outcome.ABORTED);
      assertThat(scene.hub.runOpen()).isFalse();
    }
  }
}
