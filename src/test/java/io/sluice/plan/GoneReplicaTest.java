package io.sluice.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.plan.tracking.ClusterTracker;
import io.sluice.policy.Verdict;
import io.sluice.rollout.Ack;
import io.sluice.rollout.Action;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.ClusterIssue.IssueReason;
import io.sluice.rollout.PendingMode;
import io.sluice.rollout.Phase;
import io.sluice.rollout.Report;
import io.sluice.rollout.Stage;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

/** Tests what follows when the replica of a selected cluster is gone (rollout-strategy 3.4). */
class GoneReplicaTest {
  private static final Duration DEADLINE = Duration.ofMinutes(10);

  private final PlannerFixture scene =
      new PlannerFixture(PlannerFixture.perGroup().withMinSuccessTime(Duration.ofMinutes(2)))
          .group("dev", "d1")
          .group("stage", "s1")
          .settle();

  private PlannerFixture seconds(long seconds) {
    return scene.after(Duration.ofSeconds(seconds));
  }

  @Test
  void aProgressingClusterIsWrittenAgainInTheSameAttemptAndKeepsItsSlot() {
    seconds(5).gone("d1").step();
    assertThat(scene.written()).containsExactly("d1", "d1");
    assertThat(scene.last().because().orElseThrow()).contains("without the replica");
    scene.settle();
    assertThat(scene.stage("d1")).isEqualTo(Stage.DISPATCHED);
    assertThat(scene.stage("s1")).isNull();
  }

  @Test
  void itsDeadlineIsStillThatOfTheFirstDispatch() {
    scene.minutes(4).gone("d1").settle();
    assertThat(scene.entry("d1").orElseThrow().dispatchedAt()).isEqualTo(PlannerFixture.START);
    assertThat(scene.last().wakeAt()).contains(PlannerFixture.START.plus(DEADLINE));
    scene.minutes(6).settle();
    assertThat(scene.stage("d1")).isEqualTo(Stage.TIMED_OUT);
  }

  @Test
  void theReplicaThatIsWrittenAgainNamesTheFirstDispatch() {
    scene.minutes(4).hubIsSlow().gone("d1").step();
    assertThat(scene.last().actions())
        .singleElement(InstanceOfAssertFactories.type(Action.Dispatch.class))
        .extracting(Action.Dispatch::dispatchedAt)
        .isEqualTo(new TreeMap<>(Map.of("d1", PlannerFixture.START)));
  }

  @Test
  void besideThePropagatorAReplicaThatWasMadeAnewIsEnforcedAgain() {
    PlannerFixture beside =
        new PlannerFixture(
                PlannerFixture.spec(PlannerFixture.perGroup()).in(PendingMode.BESIDE, false))
            .group("dev", "d1")
            .settle();
    beside.minutes(1).positive("d1").settle();
    assertThat(beside.stage("d1")).isEqualTo(Stage.SOAKING);
    Instant at = beside.after(Duration.ofSeconds(1)).now();
    beside.report(new Report("d1", 0, "as inform", Verdict.SILENT, true, false, at.toEpochMilli()));
    beside.settle();
    assertThat(beside.stage("d1")).isEqualTo(Stage.DISPATCHED);
    assertThat(beside.written()).containsExactly("d1", "d1");
  }

  @Test
  void besideThePropagatorAStartedClusterWhoseNewReplicaInformsAgainIsEnforcedAgain() {
    PlannerFixture beside =
        new PlannerFixture(
                PlannerFixture.spec(PlannerFixture.perGroup()).in(PendingMode.BESIDE, false))
            .group("dev", "d1")
            .settle();
    beside.after(Duration.ofSeconds(10));
    beside.report(Report.pending("d1", "content-2", Verdict.POSITIVE, beside.now())).settle();
    assertThat(beside.stage("d1")).isEqualTo(Stage.DISPATCHED);
    assertThat(beside.written()).containsExactly("d1", "d1");
  }

  private static PlannerFixture beside() {
    return new PlannerFixture(
            PlannerFixture.spec(PlannerFixture.perGroup()).in(PendingMode.BESIDE, false))
        .group("dev", "d1")
        .settle();
  }

  /** The replica informs, as it did before its page was written. */
  private static Report informs(PlannerFixture at) {
    long instant = at.now().toEpochMilli();
    return new Report(
        "d1", PlannerFixture.NUMBER, "as inform", Verdict.NEGATIVE, true, false, instant);
  }

  @Test
  void besideThePropagatorAReplicaThatHasNotFollowedItsPageIsNotWrittenAgain() {
    PlannerFixture beside = beside();
    for (int i = 0; i < 5; i++) {
      beside.after(Duration.ofSeconds(4)).report(informs(beside)).settle();
    }
    assertThat(beside.stage("d1")).isEqualTo(Stage.DISPATCHED);
    assertThat(beside.written()).containsExactly("d1");
    assertThat(beside.last().because().orElse("")).doesNotContain("written again");
  }

  @Test
  void besideThePropagatorWhatIsSeenBeforeThePageIsNoNewsRightAfterIt() {
    PlannerFixture beside = beside();
    beside.after(Duration.ofSeconds(1));
    beside.report(Report.pending("d1", "content-2", Verdict.POSITIVE, beside.now())).settle();
    beside.after(Duration.ofSeconds(8)).gone("d1").settle();
    assertThat(beside.written()).containsExactly("d1");
    beside.after(Duration.ofSeconds(1)).gone("d1").settle();
    assertThat(beside.written()).as("it is on no page").containsExactly("d1", "d1");
  }

  /** Of the version the cluster knows nothing: neither has it failed, nor is it looked at. */
  @Test
  void besideThePropagatorNoDeadlineRunsUntilItFollows() {
    PlannerFixture beside = beside();
    beside.after(Duration.ofSeconds(10)).report(informs(beside).notFollowed()).settle();
    for (int i = 0; i < 3; i++) {
      beside.after(Duration.ofMinutes(9)).settle();
      assertThat(beside.stage("d1")).isEqualTo(Stage.DISPATCHED);
      assertThat(beside.last().actions()).isEmpty();
    }
    beside.report(Verdict.SILENT, beside.now(), "d1").settle();
    beside.after(Duration.ofMinutes(9)).settle();
    assertThat(beside.stage("d1")).as("ten minutes since it followed").isEqualTo(Stage.DISPATCHED);
    beside.after(Duration.ofMinutes(1)).settle();
    assertThat(beside.stage("d1")).isEqualTo(Stage.TIMED_OUT);
  }

  @Test
  void besideThePropagatorOneThatIsLateIsNamedUntilItFollows() {
    PlannerFixture beside = beside();
    beside.after(Duration.ofSeconds(10)).report(informs(beside).notFollowed()).settle();
    assertThat(beside.last().progress().waitingFor())
        .isEqualTo(
            "Waiting for 1 of 1 cluster in group dev to become compliant: d1. No deadline runs until OCM's propagator follows. OCM's propagator does not follow on 1 cluster: d1. Look at the propagator.");
    assertThat(beside.written()).containsExactly("d1");
    beside.silentSince(Optional.of(PlannerFixture.START)).settle();
    assertThat(beside.last().progress().waitingFor())
        .isEqualTo(
            "Waiting for OCM's propagator: it has not renewed its Lease since 10:00:00Z. Waiting for 1 of 1 cluster in group dev to become compliant: d1. No deadline runs until OCM's propagator follows. OCM's propagator does not follow on 1 cluster: d1.");
    beside.after(Duration.ofSeconds(5)).report(Verdict.SILENT, beside.now(), "d1").settle();
    assertThat(beside.last().progress().waitingFor()).doesNotContain("propagator");
  }

  @Test
  void besideThePropagatorAClusterThatWasReleasedAfterItsSoakIsNotEnforcedAgain() {
    PlannerFixture beside =
        new PlannerFixture(
                PlannerFixture.spec(PlannerFixture.perGroup()).in(PendingMode.BESIDE, false))
            .group("dev", "d1")
            .group("prod", "p1")
            .settle();
    beside.positive("d1").settle();
    beside.after(Duration.ofMinutes(10)).settle();
    assertThat(beside.stage("d1")).isEqualTo(Stage.SUCCEEDED);
    beside.report(Report.pending("d1", "content-2", Verdict.POSITIVE, beside.now())).settle();
    assertThat(beside.stage("d1")).isEqualTo(Stage.SUCCEEDED);
    assertThat(beside.written()).containsExactly("d1", "p1");
  }

  @Test
  void itsSoakIsDiscardedAndBeginsWithTheNextPositiveReport() {
    seconds(10).positive("d1").settle();
    seconds(60).gone("d1").settle();
    assertThat(scene.stage("d1")).isEqualTo(Stage.DISPATCHED);
    seconds(5).positive("d1").settle();
    seconds(119).settle();
    assertThat(scene.stage("d1")).isEqualTo(Stage.SOAKING);
    seconds(1).settle();
    assertThat(scene.stage("d1")).isEqualTo(Stage.SUCCEEDED);
    assertThat(scene.stage("s1")).isEqualTo(Stage.DISPATCHED);
  }

  @Test
  void aVerdictOnTheReplicaThatIsGoneProvesNothing() {
    Instant before = seconds(10).now();
    seconds(5).gone("d1").settle();
    seconds(5).report(Verdict.POSITIVE, before, "d1").settle();
    assertThat(scene.stage("d1")).isEqualTo(Stage.DISPATCHED);
  }

  @Test
  void aLateReportThatItIsGoneIsNoNewsOnceItReportedAgain() {
    Report late = Report.replicaGone("d1", seconds(10).now());
    scene.report(late).settle();
    seconds(10).positive("d1").settle();
    seconds(1).report(late).settle();
    assertThat(scene.stage("d1")).isEqualTo(Stage.SOAKING);
    assertThat(scene.written()).containsExactly("d1", "d1");
  }

  @Test
  void aReportFromBeforeTheDispatchIsNoNews() {
    Report early = Report.replicaGone("d1", PlannerFixture.START.minusSeconds(1));
    scene.report(early).settle();
    assertThat(scene.written()).containsExactly("d1");
  }

  @Test
  void aVerdictOnTheNewReplicaProvesThatItIsThere() {
    seconds(5).hubIsSlow().gone("d1").step();
    seconds(5).positive("d1").step();
    assertThat(scene.stage("d1")).isEqualTo(Stage.SOAKING);
    seconds(60).step();
    assertThat(scene.written()).containsExactly("d1", "d1");
  }

  @Test
  void anUnansweredWriteIsRequestedAgain() {
    seconds(5).hubIsSlow().gone("d1").step();
    scene.step();
    assertThat(scene.last().wakeAt()).contains(scene.now().plus(ClusterTracker.UNANSWERED));
    scene.after(ClusterTracker.UNANSWERED).step();
    assertThat(scene.written()).containsExactly("d1", "d1", "d1");
  }

  @Test
  void aRefusedOneIsAnExceptionAndTriedAgain() {
    seconds(5).refusing("d1").gone("d1").settle();
    assertThat(scene.exception("d1").orElseThrow().reason()).isEqualTo(IssueReason.CANNOT_WRITE);
    assertThat(scene.last().wakeAt()).contains(scene.now().plus(ClusterTracker.RETRY));
    scene.refusing().after(ClusterTracker.RETRY).settle();
    assertThat(scene.written()).containsExactly("d1", "d1", "d1");
    assertThat(scene.exception("d1")).isEmpty();
  }

  @Test
  void aFinalClusterIsWrittenAgainAndKeepsItsStatus() {
    seconds(10).positive("d1").settle();
    scene.minutes(2).settle();
    assertThat(scene.stage("d1")).isEqualTo(Stage.SUCCEEDED);
    seconds(5).gone("d1").settle();
    assertThat(scene.stage("d1")).isEqualTo(Stage.SUCCEEDED);
    assertThat(scene.written()).containsExactly("d1", "s1", "d1");
  }

  @Test
  void itIsARepairSoABreachDoesNotHoldIt() {
    PlannerFixture halted =
        new PlannerFixture(PlannerFixture.perGroup())
            .group("dev", "d1", "d2")
            .settle()
            .minutes(5)
            .positive("d2")
            .settle()
            .minutes(5)
            .settle();
    assertThat(halted.progress().phase()).isEqualTo(Phase.DONE);
    halted.gone("d1").step();
    assertThat(halted.written()).containsExactly("d1", "d2", "d1");
    assertThat(halted.close()).isEmpty();
    assertThat(halted.settle().close()).isPresent();
  }

  @Test
  void underRefusedSettingsNothingIsWritten() {
    scene.settingsRefused("Cannot roll out.").after(Duration.ofSeconds(5)).gone("d1").settle();
    assertThat(scene.written()).containsExactly("d1");
    scene.settingsAccepted().settle();
    assertThat(scene.written()).containsExactly("d1", "d1");
  }

  @Test
  void aLeavingClusterIsWrittenAgainOnlyOnceItIsSelectedAgain() {
    scene.group("dev").leaving("d1").after(Duration.ofSeconds(5)).gone("d1").settle();
    assertThat(scene.written()).containsExactly("d1");
    scene.group("dev", "d1").leaving().settle();
    assertThat(scene.written()).containsExactly("d1", "d1");
  }

  @Test
  void aPendingClusterGetsWhatItRunsUntilItsTurnAgain() {
    AttemptSpec inform = PlannerFixture.spec(PlannerFixture.manual()).in(PendingMode.INFORM, false);
    PlannerFixture pending = new PlannerFixture(inform).group("dev", "d1").settle();
    pending.minutes(1).gone("d1").settle();
    assertThat(pending.provided()).containsExactly("d1", "d1");
    PlannerFixture kept =
        new PlannerFixture(PlannerFixture.manual()).group("dev", "d1").withoutReplica("d1");
    kept.settle().withoutReplica().minutes(1).gone("d1").settle();
    assertThat(kept.provided()).containsExactly("d1", "d1");
  }

  @Test
  void whatWasTakenBackComesBackAsItWas() {
    PlannerFixture halted =
        new PlannerFixture(PlannerFixture.perGroup()).group("dev", "d1", "d2").settle();
    halted.report(unreachable(halted)).settle().minutes(5).positive("d2").settle();
    halted.minutes(5).settle();
    assertThat(halted.takenBack()).containsExactly("d1");
    halted.minutes(1).gone("d1").settle();
    assertThat(halted.provided()).containsExactly("d1");
    assertThat(halted.written()).containsExactly("d1", "d2");
  }

  @Test
  void aClusterThatReportedOnTheReplicaThatIsGoneIsNotTakenBack() {
    PlannerFixture halted =
        new PlannerFixture(PlannerFixture.perGroup()).group("dev", "d1", "d2").settle();
    halted.report(unreachable(halted)).settle();
    halted.minutes(5).gone("d1").positive("d1", "d2").settle().minutes(5).settle();
    assertThat(halted.stage("d1")).isEqualTo(Stage.TIMED_OUT);
    assertThat(halted.takenBack()).isEmpty();
  }

  private static Report unreachable(PlannerFixture scene) {
    return new Report(
        "d1",
        PlannerFixture.NUMBER,
        PlannerFixture.VERSION.contentHash(),
        Verdict.SILENT,
        false,
        true,
        scene.now().toEpochMilli());
  }

  @Test
  void aReplicaThatNamesAnotherDispatchProvesNothingUntilTheHubIsAsked() {
    seconds(5).report(forged(Verdict.POSITIVE)).hubIsSlow().step();
    assertThat(scene.stage("d1")).isEqualTo(Stage.DISPATCHED);
    assertThat(scene.written()).containsExactly("d1", "d1");
    scene.ack(Ack.written("d1", PlannerFixture.START, Long.MAX_VALUE)).step();
    seconds(5).report(forged(Verdict.POSITIVE)).step();
    assertThat(scene.stage("d1")).isEqualTo(Stage.SOAKING);
    assertThat(scene.entry("d1").orElseThrow().dispatchedAt()).isEqualTo(PlannerFixture.START);
  }

  @Test
  void aForgedNumberClosesNoRunAndMovesNoDeadline() {
    for (long number : new long[] {Long.MAX_VALUE, Long.MIN_VALUE, -1, 0, 8}) {
      scene.report(forged(Verdict.SILENT, number)).settle();
      assertThat(scene.close()).isEmpty();
      assertThat(scene.stage("d1")).isEqualTo(Stage.DISPATCHED);
    }
    scene.minutes(10).settle();
    assertThat(scene.stage("d1")).isEqualTo(Stage.TIMED_OUT);
  }

  @Test
  void goneAtItsDeadlineItTimesOutAlsoIfItNamedAnotherDispatchBefore() {
    scene.hubIsSlow().minutes(10).report(forged(Verdict.SILENT)).gone("d1").step();
    assertThat(scene.stage("d1")).isEqualTo(Stage.TIMED_OUT);
  }

  @Test
  void lateNewsThatItWasGoneAfterItsDeadlineIsAnObservationToo() {
    Report gone = Report.replicaGone("d1", scene.hubIsSlow().minutes(10).now());
    seconds(1).report(forged(Verdict.SILENT)).step();
    assertThat(scene.stage("d1")).isEqualTo(Stage.DISPATCHED);
    scene.report(gone).step();
    assertThat(scene.stage("d1")).isEqualTo(Stage.TIMED_OUT);
  }

  @Test
  void noSoakBeginsBeforeLateNewsThatItWasGone() {
    Instant early = seconds(5).now();
    seconds(125).positive("d1").settle();
    scene.report(Report.replicaGone("d1", early)).report(Verdict.NEGATIVE, early, "d1");
    scene.report(Verdict.POSITIVE, early, "d1").step();
    assertThat(scene.stage("d1")).isEqualTo(Stage.DISPATCHED);
  }

  private Report forged(Verdict verdict) {
    return forged(verdict, Long.MAX_VALUE);
  }

  private Report forged(Verdict verdict, long number) {
    return new Report(
        "d1",
        number,
        PlannerFixture.VERSION.contentHash(),
        verdict,
        false,
        false,
        scene.now().toEpochMilli());
  }

  @Test
  void aRepeatedStepChangesNothing() {
    seconds(5).gone("d1").hubIsSlow().step();
    var state = scene.state();
    scene.step();
    assertThat(scene.state()).isEqualTo(state);
    assertThat(scene.last().actions()).isEmpty();
  }
}
