package io.sluice.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.plan.recovery.ReportedStatusReader;
import io.sluice.plan.recovery.StateRecovery;
import io.sluice.policy.PolicyVersion;
import io.sluice.policy.Verdict;
import io.sluice.rollout.Ack;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.ClusterIssue;
import io.sluice.rollout.ClusterIssue.IssueReason;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.PendingMode;
import io.sluice.rollout.Report;
import io.sluice.rollout.RootView;
import io.sluice.rollout.Rules;
import io.sluice.rollout.Stage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which writes are taken back (rollout-strategy 3.1, 3.6). */
class RevertPlannerTest {
  private final PlannerFixture scene = PlannerFixture.three(PlannerFixture.perGroup()).settle();

  private Report away(String cluster, Verdict verdict) {
    Instant at = scene.now();
    return new Report(
        cluster,
        PlannerFixture.NUMBER,
        PlannerFixture.VERSION.contentHash(),
        verdict,
        false,
        true,
        at.toEpochMilli());
  }

  @Test
  void aSilentUnreachableClusterIsTakenBackUnderABreach() {
    scene.positive("d1").report(away("d2", Verdict.SILENT)).settle().minutes(10).settle();
    assertThat(scene.stage("d2")).isEqualTo(Stage.TIMED_OUT);
    assertThat(scene.takenBack()).containsExactly("d2");
    assertThat(scene.exception("d2").map(ClusterIssue::message))
        .contains(
            "Within the 10m of its deadline it reported nothing on this version."
                + " Its write was taken back.");
    assertThat(scene.close()).isPresent();
  }

  @Test
  void theRunDoesNotCloseBeforeThat() {
    scene.positive("d1").report(away("d2", Verdict.SILENT)).settle();
    scene.hubIsSlow().minutes(10).step().looked(scene.now(), "d2").step();
    scene.ack(published("d2")).step();
    assertThat(scene.takenBack()).containsExactly("d2");
    assertThat(scene.close()).isEmpty();
  }

  private Ack published(String cluster) {
    return Ack.written(cluster, scene.now(), PlannerFixture.NUMBER).to(Ack.RequestedWrite.PUBLISH);
  }

  @Test
  void theStatusStandsOnTheHubBeforeAWriteIsTakenBack() {
    scene.positive("d1").report(away("d2", Verdict.SILENT)).settle();
    scene.hubIsSlow().minutes(10).step().looked(scene.now(), "d2").step();
    assertThat(scene.progress().outcome()).contains(Outcome.FAILED);
    assertThat(scene.published()).containsExactly("d2");
    assertThat(scene.step().takenBack()).isEmpty();
    assertThat(scene.close()).isEmpty();
    scene.ack(published("d2")).step();
    assertThat(scene.takenBack()).containsExactly("d2");
    assertThat(scene.published()).containsExactly("d2", "d2");
  }

  @Test
  void aRunThatIsLostInBetweenDispatchesNothingAgain() {
    scene.positive("d1").report(away("d2", Verdict.SILENT)).settle().minutes(10).settle();
    AttemptState found =
        StateRecovery.of(
            scene.state().spec(),
            ReportedStatusReader.of(scene.progress(), true),
            scene.view().fleet(),
            List.of());
    assertThat(found.outcome()).contains(Outcome.FAILED);
    scene.goOn(found).settle();
    assertThat(scene.stage("d2")).isEqualTo(Stage.TIMED_OUT);
    assertThat(scene.written()).containsExactly("d1", "d2");
  }

  @Test
  void oneThatWasHeardOfIsLeft() {
    scene.positive("d1").report(away("d2", Verdict.NEGATIVE)).settle().minutes(10).settle();
    assertThat(scene.stage("d2")).isEqualTo(Stage.FAILED);
    assertThat(scene.takenBack()).isEmpty();
  }

  @Test
  void oneThatIsReachableIsLeft() {
    scene.positive("d1").minutes(10).settle();
    assertThat(scene.stage("d2")).isEqualTo(Stage.TIMED_OUT);
    assertThat(scene.takenBack()).isEmpty();
  }

  @Test
  void withoutABreachNothingIsTakenBack() {
    PlannerFixture tolerant =
        PlannerFixture.three(
            PlannerFixture.perGroup().withMaxFailures(io.sluice.rollout.strategy.Amount.count(1)));
    tolerant.settle().positive("d1").report(away("d2", Verdict.SILENT)).settle();
    tolerant.minutes(10).settle();
    assertThat(tolerant.stage("d2")).isEqualTo(Stage.TIMED_OUT);
    assertThat(tolerant.takenBack()).isEmpty();
  }

  @Test
  void aRefusalOfTheHubEndsItAndIsReported() {
    scene.positive("d1").report(away("d2", Verdict.SILENT)).settle();
    scene.refusing("d2").minutes(10).settle();
    assertThat(scene.takenBack()).containsExactly("d2");
    assertThat(scene.exception("d2").map(ClusterIssue::message).orElseThrow())
        .endsWith("Its write could not be taken back: admission webhook said no");
    assertThat(scene.close()).isPresent();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, Rules.CURRENT})
  void besideThePropagatorAnEditIsWithdrawnFromThoseItMayReachUnstaged(int rules) {
    PlannerFixture beside =
        new PlannerFixture(
                PlannerFixture.spec(PlannerFixture.perGroup()).in(PendingMode.BESIDE, false))
            .under(rules)
            .group("dev", "d1")
            .group("stage", "s1")
            .settle();
    PolicyVersion edited = new PolicyVersion("policy-uid", 3, "content-3");
    beside.root(
        Optional.of(new RootView(edited, false, false, true, "strategy", Optional.empty())));
    beside.step();
    assertThat(beside.takenBack()).isEqualTo(List.of("d1"));
    assertThat(beside.close()).isEmpty();
    assertThat(beside.exception("d1").map(ClusterIssue::reason))
        .as("later rules say so only of what was seen")
        .isEqualTo(rules == 1 ? Optional.of(IssueReason.UNSTAGED_CHANGE) : Optional.empty());
    beside.step();
    assertThat(beside.close()).isPresent();
    assertThat(beside.progress().outcome()).contains(Outcome.SUPERSEDED);
  }

  /** Its generation rises, but nobody has edited it (rollout-strategy 3.7). */
  @Test
  void besideThePropagatorADeletionThatBeganTakesNothingBack() {
    PlannerFixture beside =
        new PlannerFixture(
                PlannerFixture.spec(PlannerFixture.perGroup()).in(PendingMode.BESIDE, false))
            .group("dev", "d1")
            .group("stage", "s1")
            .settle();
    PolicyVersion deleting = new PolicyVersion("policy-uid", 3, "content-2");
    beside.root(
        Optional.of(new RootView(deleting, false, true, true, "strategy", Optional.empty())));
    beside.step();
    assertThat(beside.takenBack()).isEmpty();
    assertThat(beside.exception("d1")).isEmpty();
    assertThat(beside.close()).isPresent();
    assertThat(beside.progress().outcome()).contains(Outcome.ABORTED);
  }

  @Test
  void aForeignOverrideIsReported() {
    PlannerFixture beside =
        new PlannerFixture(
                PlannerFixture.spec(PlannerFixture.perGroup()).in(PendingMode.BESIDE, false))
            .group("dev", "d1")
            .group("stage", "s1")
            .foreign("d1", "s1")
            .settle();
    assertThat(beside.exception("d1").map(ClusterIssue::reason))
        .contains(IssueReason.FOREIGN_OVERRIDE);
    assertThat(beside.exception("s1").map(ClusterIssue::reason))
        .contains(IssueReason.FOREIGN_OVERRIDE);
  }

  @Test
  void standaloneAnEditTakesNothingBack() {
    PolicyVersion edited = new PolicyVersion("policy-uid", 3, "content-3");
    scene.after(Duration.ofSeconds(1));
    scene.root(Optional.of(new RootView(edited, false, false, true, "strategy", Optional.empty())));
    scene.step();
    assertThat(scene.takenBack()).isEmpty();
    assertThat(scene.close()).isPresent();
  }

  @Test
  void oneThatOnceCompliedIsLeft() {
    scene.positive("d1", "d2").settle();
    Instant at = scene.now();
    scene.report(
        new Report(
            "d2", PlannerFixture.NUMBER, "edited", Verdict.SILENT, false, true, at.toEpochMilli()));
    scene.settle().minutes(10).settle();
    assertThat(scene.stage("d2")).isEqualTo(Stage.TIMED_OUT);
    assertThat(scene.takenBack()).isEmpty();
  }
}
