package io.sluice.workflow;

import static io.sluice.workflow.WorkflowPatience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.rollout.ApprovalRequest;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Phase;
import io.sluice.rollout.Progress;
import io.sluice.rollout.Request;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyType;
import io.sluice.workflow.HubActivities.StatusUpdate;
import io.sluice.workflow.PolicyRolloutWorkflow.RequestAnswer;
import io.sluice.workflow.PolicyRolloutWorkflow.RunStatus;
import io.temporal.client.WorkflowUpdateException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sends users' requests to a run (rollout-strategy A5 to A7, 5). */
@Timeout(300)
class RequestsWorkflowTest {
  private static final Strategy PER_GROUP =
      Strategy.of(StrategyType.PROGRESSIVE_PER_GROUP).withProgressDeadline(Duration.ofMinutes(10));
  private static final Strategy MANUAL =
      Strategy.of(StrategyType.MANUAL_PER_GROUP).withProgressDeadline(Duration.ofMinutes(10));

  private static RolloutScenario scene(String name, Strategy strategy) {
    return scene(new RolloutScenario(name, strategy));
  }

  private static RolloutScenario scene(RolloutScenario scene) {
    scene.hub.policy(1);
    scene.hub.group(0, "dev", "d1");
    scene.hub.group(1, "prod", "p1");
    return scene;
  }

  private static String ask(RolloutScenario scene, String update, Object request) {
    RequestAnswer answer = scene.run().update(update, RequestAnswer.class, request);
    scene.pass(Duration.ofMillis(100));
    return answer.message();
  }

  private static void assertRefused(
      RolloutScenario scene, String update, Object request, String message) {
    assertThatThrownBy(() -> ask(scene, update, request))
        .isInstanceOf(WorkflowUpdateException.class)
        .cause()
        .hasMessageContaining(message);
  }

  private static void signal(RolloutScenario scene, String name, Object request) {
    scene.run().signal(name, request);
    scene.pass(Duration.ofMillis(100));
  }

  @Test
  void aRevokedApprovalStopsWhatHasNotStarted() {
    try (RolloutScenario scene = scene("revoked-by-update", MANUAL)) {
      scene.begin(1);
      ask(scene, "approve", ApprovalRequest.of("dev", "ann"));
      ask(scene, "approve", ApprovalRequest.of("prod", "ann"));
      scene.awaitReached("d1");
      assertThat(ask(scene, "revoke", ApprovalRequest.of("prod", "bob")))
          .isEqualTo("Group prod is not approved by message any more.");
      scene.succeed("d1");
      scene.awaitPhase(Phase.WAITING_FOR_APPROVAL);
      scene.awaitReached("d1");
      assertThat(scene.published().approvals())
          .extracting(Progress.Approval::groupName)
          .containsExactly(Optional.of("dev"));

      ask(scene, "approve", ApprovalRequest.of("prod", "ann"));
      scene.succeed("p1");
      assertThat(scene.result().outcome()).contains(Outcome.SUCCEEDED);
    }
  }

  @Test
  void aGroupThatTheSpecApprovesOrThatIsUnknownCannotBeRevokedByMessage() {
    try (RolloutScenario scene = scene("revoke-refused", MANUAL)) {
      scene.hub.approveInSpec("prod");
      scene.begin(1);
      assertRefused(
          scene,
          "revoke",
          ApprovalRequest.of("prod", "ann"),
          "Cannot revoke the approval of group prod: Rollout policies/policy-web-tls approves it."
              + " Set rolloutApproved to false for it in spec.approvals.");
      assertRefused(
          scene,
          "approve",
          ApprovalRequest.of("qa", "ann"),
          "Cannot approve group qa of policy policies/web-tls: no such group. Groups are dev, prod"
              + " and ungrouped.");
      ask(scene, "abort", Request.by("ann"));
      assertThat(scene.result().outcome()).contains(Outcome.ABORTED);
    }
  }

  @Test
  void everyRefusedSignalIsReportedAcrossContinueAsNew() {
    RolloutSettings shortRuns = new RolloutSettings(true, 60, Duration.ofSeconds(2));
    try (RolloutScenario scene =
        scene(new RolloutScenario("refused-across-runs", MANUAL).settings(shortRuns))) {
      scene.begin(1);
      List<String> refused = IntStream.range(10, 40).mapToObj(i -> "none-" + i).toList();
      refused.forEach(group -> signal(scene, "revokeGroup", ApprovalRequest.of(group, "ann")));
      await()
          .untilAsserted(
              () ->
                  assertThat(
                          scene.hub.published().stream()
                              .flatMap(update -> update.warnings().stream())
                              .map(text -> text.replaceAll(".*group (none-..).*", "$1")))
                      .containsExactlyElementsOf(refused));
      ask(scene, "abort", Request.by("ann"));
      assertThat(scene.result().outcome()).contains(Outcome.ABORTED);
      assertThat(scene.continuedRuns()).isGreaterThanOrEqualTo(1);
    }
  }

  @Test
  void aRevocationBySignalCountsAndARefusedOneIsReported() {
    try (RolloutScenario scene = scene("revoked-by-signal", MANUAL)) {
      scene.hub.approveInSpec("dev");
      scene.begin(1);
      signal(scene, "approveGroup", ApprovalRequest.of("prod", "ann"));
      signal(scene, "revokeGroup", ApprovalRequest.of("prod", "ann"));
      signal(scene, "revokeGroup", ApprovalRequest.of("dev", "ann"));
      scene.succeed("d1");
      scene.awaitPhase(Phase.WAITING_FOR_APPROVAL);
      scene.awaitReached("d1");
      String refusal = "Cannot revoke the approval of group dev: Rollout policies/policy-web-tls";
      assertThat(scene.run().query("status", RunStatus.class).refusals())
          .singleElement()
          .asString()
          .startsWith(refusal);
      // The write that carries it may come after the run already answers with it.
      await()
          .untilAsserted(
              () ->
                  assertThat(scene.hub.published())
                      .flatExtracting(StatusUpdate::warnings)
                      .singleElement()
                      .asString()
                      .startsWith(refusal));
      ask(scene, "abort", Request.by("ann"));
      assertThat(scene.result().outcome()).contains(Outcome.ABORTED);
    }
  }

  @Test
  void aPausedRunStartsNoClusterAndContinuesWhenItIsResumed() {
    try (RolloutScenario scene = scene("paused-and-resumed", PER_GROUP)) {
      scene.begin(1);
      assertThat(ask(scene, "pause", Request.by("ann"))).isEqualTo("Paused by ann.");
      scene.awaitPhase(Phase.PAUSED);
      WorkflowPatience.await().until(() -> scene.published().paused());
      scene.succeed("d1");
      scene.awaitReached("d1");

      scene.hub.pauseInSpec(true);
      scene.rolloutChanged();
      scene.awaitWaitingFor("also paused in spec.paused");
      assertRefused(
          scene,
          "resume",
          Request.by("ann"),
          "Cannot resume the rollout of policy policies/web-tls: Rollout policies/policy-web-tls"
              + " pauses it in spec.paused. Set spec.paused to false there.");
      scene.hub.pauseInSpec(false);
      scene.rolloutChanged();
      scene.awaitWaitingFor("Z. Send the update resume.");

      assertThat(ask(scene, "resume", Request.by("ann"))).isEqualTo("Resumed by ann.");
      scene.succeed("p1");
      assertThat(scene.result().outcome()).contains(Outcome.SUCCEEDED);
      assertThat(scene.published().paused()).isFalse();
    }
  }

  @Test
  void anArgumentOfTheWrongShapeIsAnsweredWithAnExample() {
    try (RolloutScenario scene = scene("wrong-arguments", MANUAL)) {
      scene.begin(1);
      assertRefused(
          scene,
          "approve",
          "dev",
          "Cannot approve a group of policy policies/web-tls: the argument is \"dev\", not an"
              + " object. Send {\"group\":\"prod\",\"by\":\"your name\"}.");
      assertRefused(
          scene,
          "pause",
          Map.of("by", 7),
          "Cannot pause the rollout of policy policies/web-tls: by is 7, not a text. Send"
              + " {\"by\":\"your name\"}.");
      assertRefused(scene, "resume", null, "the request is empty. Send");
      signal(scene, "approveGroup", "dev");
      await()
          .untilAsserted(
              () ->
                  assertThat(scene.run().query("status", RunStatus.class).refusals())
                      .singleElement()
                      .asString()
                      .startsWith(
                          "Cannot approve a group of policy policies/web-tls: the argument"));
      ask(scene, "abort", Request.by("ann"));
      assertThat(scene.result().outcome()).contains(Outcome.ABORTED);
    }
  }

  @Test
  void whetherApprovalsByMessageCountIsReadWhenSomeoneAsks() {
    try (RolloutScenario scene =
        scene(new RolloutScenario("approvals-refused", MANUAL, ApprovalSetting.REFUSED))
            .settings(RolloutSettings.DEFAULTS.withMessageApprovals(true))) {
      scene.begin(1);
      String refusal =
          "Cannot approve group dev of policy policies/web-tls: approvals by message are refused"
              + " here. Use sluice approve, or start the worker with --approvals-temporal Allowed.";
      assertRefused(scene, "approve", ApprovalRequest.of("dev", "ann"), refusal);
      signal(scene, "approveGroup", ApprovalRequest.of("dev", "ann"));
      await()
          .untilAsserted(
              () ->
                  assertThat(scene.run().query("status", RunStatus.class).refusals())
                      .containsExactly(refusal));
      ask(scene, "abort", Request.by("ann"));
      assertThat(scene.result().outcome()).contains(Outcome.ABORTED);
      assertThat(scene.hub.writes()).isEmpty();
    }
  }

  @Test
  void aRequestDuringTheLastWriteIsRefusedInsteadOfLost() {
    try (RolloutScenario scene = scene("asked-during-the-last-write", PER_GROUP)) {
      scene.begin(1);
      scene.awaitReached("d1");
      await().until(scene.hub::statusWritten);
      scene.hub.holdStatus();
      scene.run().update("abort", RequestAnswer.class, Request.by("ann"));
      await().until(scene.hub::closing);
      assertRefused(
          scene,
          "pause",
          Request.by("bob"),
          "Cannot pause the rollout of policy policies/web-tls: its run is ending as Aborted. Look"
              + " again with sluice status web-tls -n policies.");
      scene.hub.release();
      assertThat(scene.result().outcome()).contains(Outcome.ABORTED);
    }
  }

  @Test
  void anAbortedRunCompletesAndLeavesEveryClusterAsItIs() {
    try (RolloutScenario scene = scene("aborted", PER_GROUP)) {
      scene.begin(1);
      scene.awaitReached("d1");
      assertThat(ask(scene, "abort", Request.by("ann"))).isEqualTo("Aborted by ann.");
      RolloutResult result = scene.result();
      assertThat(result.outcome()).contains(Outcome.ABORTED);
      assertThat(result.because()).isEqualTo("unverified:ann aborted it");
      assertThat(scene.published().outcome()).contains(Outcome.ABORTED);
      assertThat(scene.hub.runOpen()).isFalse();
      scene.awaitReached("d1");
    }
  }
}
