package io.sluice.plan.tracking;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.plan.PlannerFixture;
import io.sluice.plan.RequestHandler;
import io.sluice.rollout.ApprovalRequest;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.Intent;
import io.sluice.rollout.Phase;
import io.sluice.rollout.Progress;
import io.sluice.rollout.RequestedApproval;
import io.sluice.rollout.RootView;
import io.sluice.rollout.Stage;
import io.sluice.rollout.strategy.GroupSelector;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests approvals (rollout-strategy 4). */
class ApprovalsTest {
  private final PlannerFixture scene =
      PlannerFixture.three(PlannerFixture.manual()).group("", "u1").group("", "u2");

  private static Optional<RootView> version(String annotation) {
    return Optional.of(
        new RootView(
            PlannerFixture.VERSION,
            false,
            false,
            true,
            "strategy",
            Optional.ofNullable(annotation)));
  }

  private static Intent gated(String version) {
    return new Intent(
        List.of(new Intent.GroupApproval("dev", true)), true, Optional.of(version), false);
  }

  @Test
  void withoutAnApprovalNoClusterStarts() {
    scene.settle();
    assertThat(scene.written()).isEmpty();
    assertThat(scene.progress().phase()).isEqualTo(Phase.WAITING_FOR_APPROVAL);
    assertThat(scene.progress().rolloutStatus()).contains("ToApply");
  }

  @Test
  void anEntryApprovesItsGroup() {
    scene.approve("stage").settle();
    assertThat(scene.written()).containsExactly("s1", "s2");
  }

  @Test
  void anEntryThatSaysFalseApprovesNothing() {
    scene
        .intent(
            new Intent(
                List.of(new Intent.GroupApproval("dev", false)), false, Optional.empty(), false))
        .settle();
    assertThat(scene.written()).isEmpty();
  }

  @Test
  void theUngroupedClustersAreApprovedTogether() {
    scene.intent(new Intent(List.of(), true, Optional.empty(), false)).settle();
    assertThat(scene.written()).containsExactly("u1");
    scene.positive("u1").settle().after(PlannerFixture.FLOOR).settle();
    assertThat(scene.written()).containsExactly("u1", "u2");
  }

  @Test
  void aMandatoryGroupNeedsNoApproval() {
    PlannerFixture scene =
        PlannerFixture.three(PlannerFixture.manual().withMandatory(GroupSelector.named("stage")));
    scene.settle();
    assertThat(scene.written()).containsExactly("s1", "s2");
  }

  @Test
  void anotherVersionClosesTheGate() {
    scene.intent(gated("6")).root(version("7")).settle();
    assertThat(scene.written()).isEmpty();
  }

  @Test
  void noVersionClosesTheGateToo() {
    scene.intent(gated("6")).root(version(null)).settle();
    assertThat(scene.written()).isEmpty();
  }

  @Test
  void theSameVersionOpensTheGate() {
    scene.intent(gated("7")).root(version("7")).settle();
    assertThat(scene.written()).containsExactly("d1", "d2");
  }

  @Test
  void withoutAWantedVersionThePolicysOwnDoesNotMatter() {
    scene.approve("dev").root(version("7")).settle();
    assertThat(scene.written()).containsExactly("d1", "d2");
  }

  @Test
  void aMessageIsNotGated() {
    scene.intent(gated("6")).root(version("7")).approveByMessage("dev").settle();
    assertThat(scene.written()).containsExactly("d1", "d2");
  }

  @Test
  void aRevocationStopsOnlyWhatHasNotStarted() {
    scene.approve("dev", "stage").settle().approve().settle();
    scene.positive("d1", "d2").settle().after(PlannerFixture.FLOOR).settle();
    assertThat(scene.stage("d1")).isEqualTo(Stage.SUCCEEDED);
    assertThat(scene.stage("s1")).isNull();
  }

  @Test
  void aRevokedGroupInFlightStillHoldsTheNextOne() {
    scene.approve("dev").settle().approve("stage").settle();
    assertThat(scene.stage("s1")).isNull();
    scene.positive("d1", "d2").settle().after(PlannerFixture.FLOOR).settle();
    assertThat(scene.stage("s1")).isEqualTo(Stage.DISPATCHED);
  }

  @Test
  void whatCountsIsReported() {
    PlannerFixture scene =
        PlannerFixture.three(PlannerFixture.manual().withMandatory(GroupSelector.named("dev")))
            .approve("stage")
            .approveByMessage("prod")
            .settle();
    assertThat(scene.progress().approvals())
        .containsExactly(
            new Progress.Approval(
                Optional.of("dev"),
                true,
                "strategy",
                Optional.empty(),
                "Mandatory",
                Optional.empty()),
            new Progress.Approval(
                Optional.of("stage"), true, "unknown", Optional.empty(), "Spec", Optional.empty()),
            new Progress.Approval(
                Optional.of("prod"),
                true,
                "unverified:ann",
                Optional.of(PlannerFixture.START),
                "Signal",
                Optional.empty()));
  }

  @Test
  void askingTwiceKeepsOneApproval() {
    AttemptState once =
        RequestHandler.approve(scene.state(), ApprovalRequest.of("dev", "ann"), at(0));
    AttemptState twice = RequestHandler.approve(once, ApprovalRequest.of("dev", " bob "), at(1));
    assertThat(twice.requests().approvals())
        .containsExactly(
            new RequestedApproval(Optional.of("dev"), "unverified:bob", at(1), Optional.empty()));
  }

  private static Instant at(long seconds) {
    return PlannerFixture.START.plusSeconds(seconds);
  }
}
