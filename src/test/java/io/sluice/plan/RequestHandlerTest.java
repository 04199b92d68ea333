package io.sluice.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fleet.GroupKey;
import io.sluice.rollout.ApprovalRequest;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.Intent;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Phase;
import io.sluice.rollout.Request;
import io.sluice.rollout.Stage;
import io.sluice.rollout.strategy.GroupSelector;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests requests by message: rollout-strategy A5 to A9 and 5. */
class RequestHandlerTest {
  private static final List<GroupKey> GROUPS =
      List.of(new GroupKey("placement", "dev", 0), new GroupKey("placement", "prod", 1));
  private final PlannerFixture scene = PlannerFixture.three(PlannerFixture.manual()).settle();

  private RequestValidator objections(Intent intent) {
    return new RequestValidator(scene.state(), GROUPS, intent, List.of());
  }

  private static Intent approving(String... names) {
    return new Intent(
        List.of(names).stream().map(name -> new Intent.GroupApproval(name, true)).toList(),
        false,
        Optional.empty(),
        false);
  }

  @Test
  void aRevokedGroupStartsNoClusterButThoseInFlightGoOn() {
    scene.approveByMessage("dev").settle();
    scene.revokeByMessage("dev").group("dev", "d1", "d2", "d3").settle();
    assertThat(scene.written()).containsExactly("d1", "d2");
    scene.positive("d1", "d2").settle().after(PlannerFixture.FLOOR).settle();
    assertThat(scene.stage("d1")).isEqualTo(Stage.SUCCEEDED);
    assertThat(scene.progress().phase()).isEqualTo(Phase.WAITING_FOR_APPROVAL);
  }

  @Test
  void takingTheApprovalInTheSpecBackWithdrawsAnEarlierMessageToo() {
    scene.approveByMessage("prod").paused(true).settle();
    scene.intent(approving("prod")).paused(true).settle();
    scene.intent(denying("prod")).settle();
    assertThat(scene.state().requests().approvals()).isEmpty();
    assertThat(scene.written()).isEmpty();
  }

  @Test
  void aNoFromTheBeginningDoesNotVetoAMessage() {
    scene.intent(denying("prod")).settle().approveByMessage("prod").settle();
    assertThat(scene.written()).containsExactly("p1", "p2");
  }

  @Test
  void aMessageAfterTheSpecTookItsApprovalBackCounts() {
    scene.intent(approving("prod")).paused(true).settle();
    scene.intent(denying("prod")).settle().approveByMessage("prod").settle();
    assertThat(scene.written()).containsExactly("p1", "p2");
  }

  private static Intent denying(String name) {
    return new Intent(
        List.of(new Intent.GroupApproval(name, false)), false, Optional.empty(), false);
  }

  @Test
  void whatTheSpecApprovesCannotBeRevokedByMessage() {
    assertThat(objections(approving("dev")).checkRevocation(ApprovalRequest.of("dev", "ann")))
        .contains(
            "Cannot revoke the approval of group dev: Rollout policies/policy-web approves it."
                + " Set rolloutApproved to false for it in spec.approvals.");
    assertThat(objections(Intent.NONE).checkRevocation(ApprovalRequest.of("dev", "ann"))).isEmpty();
  }

  @Test
  void theUngroupedAreRevokedLikewise() {
    Intent intent = new Intent(List.of(), true, Optional.empty(), false);
    ApprovalRequest request = new ApprovalRequest("", true, "ann", Optional.empty());
    assertThat(objections(intent).checkRevocation(request))
        .contains(
            "Cannot revoke the approval of the ungrouped clusters: Rollout policies/policy-web"
                + " approves them. Set rolloutApproved to false for _ungrouped in spec.approvals.");
  }

  @Test
  void aMandatoryGroupIsApprovedAlways() {
    AttemptSpec spec =
        PlannerFixture.spec(PlannerFixture.manual().withMandatory(GroupSelector.named("dev")));
    RequestValidator objections =
        new RequestValidator(
            AttemptState.begin(spec, PlannerFixture.START), GROUPS, Intent.NONE, List.of());
    assertThat(objections.checkRevocation(ApprovalRequest.of("dev", "ann")).orElseThrow())
        .startsWith("Cannot revoke the approval of group dev: it is in mandatoryDecisionGroups");
  }

  @Test
  void anUnknownGroupCannotBeRevoked() {
    assertThat(objections(Intent.NONE).checkRevocation(ApprovalRequest.of("qa", "ann")))
        .contains(
            "Cannot revoke the approval of group qa of policy policies/web: no such group."
                + " Groups are dev, prod and ungrouped.");
  }

  @Test
  void aPauseByMessageStartsNoClusterUntilItIsResumed() {
    scene.pauseByMessage().approve("dev").settle();
    assertThat(scene.written()).isEmpty();
    assertThat(scene.progress().phase()).isEqualTo(Phase.PAUSED);
    assertThat(scene.progress().paused()).isTrue();
    assertThat(scene.progress().waitingFor())
        .isEqualTo("Paused by unverified:ann at 10:00:00Z. Send the update resume.");
    scene.resumeByMessage().settle();
    assertThat(scene.progress().requests())
        .extracting(request -> request.what() + " " + request.byWhom(scene.now()))
        .containsExactly(
            "paused by unverified:ann at 10:00:00Z", "resumed by unverified:ann at 10:00:00Z");
    assertThat(scene.written()).containsExactly("d1", "d2");
  }

  @Test
  void aPauseInTheSpecCannotBeResumedByMessage() {
    Intent paused = new Intent(List.of(), false, Optional.empty(), true);
    assertThat(objections(paused).checkResume(Request.by("ann")))
        .contains(
            "Cannot resume the rollout of policy policies/web: Rollout policies/policy-web pauses"
                + " it in spec.paused. Set spec.paused to false there.");
    assertThat(objections(Intent.NONE).checkResume(Request.by("ann"))).isEmpty();
  }

  @Test
  void aRequestWithoutANameIsRefused() {
    assertThat(objections(Intent.NONE).checkPause(Request.by(" ")))
        .contains(
            "Cannot pause the rollout of policy policies/web: by is empty."
                + " Say who asks: {\"by\":\"your name\"}.");
  }

  @Test
  void aRequestUnderANameThatWouldFillTheStatusIsRefused() {
    assertThat(objections(Intent.NONE).checkPause(Request.by("a".repeat(253)))).isEmpty();
    assertThat(objections(Intent.NONE).checkPause(Request.by("a".repeat(254))))
        .contains(
            "Cannot pause the rollout of policy policies/web: by is longer than 253 characters."
                + " Shorten it.");
  }

  @Test
  void whatHasEndedCannotBeAborted() {
    scene.abort("ann").settle();
    assertThat(scene.progress().outcome()).contains(Outcome.ABORTED);
    assertThat(objections(Intent.NONE).checkAbort(Request.by("bob")))
        .contains(
            "Cannot abort the rollout of policy policies/web: its outcome is already Aborted."
                + " Change the policy, or retry it if it failed.");
  }

  @Test
  void aNameThatNoPlacementDeclaresIsHarmless() {
    scene.approve("qa", "dev").settle();
    assertThat(scene.written()).containsExactly("d1", "d2");
  }

  @Test
  void theManagerOfTheFieldIsReportedAsTheApproverAndWhenItWrote() {
    scene.intent(
        new Intent(
            List.of(
                new Intent.GroupApproval(
                    "dev", true, Optional.of("kubectl-edit"), Optional.of(PlannerFixture.START))),
            true,
            Optional.of("argocd"),
            Optional.empty(),
            Optional.empty(),
            false,
            0));
    scene.settle();
    assertThat(scene.progress().approvals())
        .extracting(approval -> approval.by() + " at " + approval.at().orElseThrow())
        .containsExactly("kubectl-edit at 2026-01-01T10:00:00Z");
  }
}
