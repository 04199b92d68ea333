package io.sluice.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policy.Verdict;
import io.sluice.rollout.Ack;
import io.sluice.rollout.ClusterFlag;
import io.sluice.rollout.PendingMode;
import io.sluice.rollout.Phase;
import io.sluice.rollout.Progress;
import io.sluice.rollout.Progress.InformCounts;
import io.sluice.rollout.Report;
import io.sluice.rollout.Stage;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyType;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests what is shown of clusters that inform until their turn (rollout-strategy 6.3). */
class PendingComplianceTest {
  private static PlannerFixture scene(Strategy strategy, PendingMode mode) {
    return new PlannerFixture(PlannerFixture.spec(strategy).in(mode, false))
        .group("dev", "d1", "d2", "d3")
        .group("prod", "p1", "p2");
  }

  private static PlannerFixture beside() {
    return scene(PlannerFixture.manual(), PendingMode.BESIDE).settle();
  }

  private static PlannerFixture shows(PlannerFixture scene, Verdict verdict, String... clusters) {
    for (String cluster : clusters) {
      scene.report(Report.pending(cluster, "content-2", verdict, scene.now()));
    }
    return scene.settle();
  }

  private static List<Optional<InformCounts>> counts(PlannerFixture scene) {
    return scene.progress().groups().stream().map(Progress.Group::inform).toList();
  }

  private static Optional<InformCounts> counts(long comply, long wouldChange, long notReported) {
    return Optional.of(new InformCounts(comply, wouldChange, notReported));
  }

  @Test
  void theSentenceThatAsksForAnApprovalSaysWhatItWouldChange() {
    PlannerFixture scene = beside();
    assertThat(counts(scene)).containsExactly(counts(0, 0, 3), counts(0, 0, 2));
    shows(scene, Verdict.POSITIVE, "d1", "p1", "p2");
    shows(scene, Verdict.NEGATIVE, "d2");
    assertThat(scene.progress().phase()).isEqualTo(Phase.WAITING_FOR_APPROVAL);
    assertThat(scene.progress().waitingFor())
        .isEqualTo(
            "Waiting for approval of group dev (3 clusters: 1 would be changed, 1 complies already,"
                + " 1 has not reported). Set rolloutApproved to true for it in"
                + " spec.approvals. Waiting for approval of group prod (2 clusters: 2 comply"
                + " already). Set rolloutApproved to true for it in spec.approvals.");
    assertThat(counts(scene)).containsExactly(counts(1, 1, 1), counts(2, 0, 0));
  }

  @Test
  void severalClustersAreCountedInThePlural() {
    assertThat(new InformCounts(3, 12, 2).text())
        .isEqualTo("12 would be changed, 3 comply already, 2 have not reported");
  }

  @Test
  void theLastVerdictCountsAndAReplicaThatIsGoneOrCarriesAnotherVersionHasNone() {
    PlannerFixture scene = beside();
    shows(scene, Verdict.POSITIVE, "d1", "d2", "d3", "p1");
    shows(scene, Verdict.NEGATIVE, "d1");
    scene.report(Report.pending("d2", "content-1", Verdict.POSITIVE, scene.now())).settle();
    scene.gone("d3").settle();
    shows(scene, Verdict.SILENT, "p1");
    assertThat(counts(scene)).containsExactly(counts(0, 1, 2), counts(0, 0, 2));
  }

  @Test
  void reportsOfOneStepCountInTheOrderInWhichTheyWereObserved() {
    PlannerFixture scene = beside();
    scene.report(Report.pending("d1", "content-2", Verdict.NEGATIVE, scene.now().plusMillis(2)));
    scene.report(Report.pending("d1", "content-2", Verdict.POSITIVE, scene.now())).settle();
    assertThat(counts(scene)).containsExactly(counts(0, 1, 2), counts(0, 0, 2));
  }

  @Test
  void aClusterThatWasReportedGoneTwiceHasNotReported() {
    PlannerFixture scene = beside().gone("d1").settle();
    shows(scene, Verdict.POSITIVE, "d1");
    scene.gone("d1").settle();
    assertThat(counts(scene)).containsExactly(counts(0, 0, 3), counts(0, 0, 2));
  }

  @Test
  void whatItShowedBeforeItsTurnIsNoSuccessAfterIt() {
    PlannerFixture scene = beside();
    shows(scene, Verdict.POSITIVE, "d1", "d2", "d3");
    scene.approve("dev").settle();
    assertThat(scene.stage("d1")).isEqualTo(Stage.DISPATCHED);
    assertThat(counts(scene)).containsExactly(Optional.empty(), counts(0, 0, 2));
    shows(scene.minutes(1), Verdict.POSITIVE, "d1");
    assertThat(scene.stage("d1")).isEqualTo(Stage.DISPATCHED);
    shows(scene, Verdict.NEGATIVE, "d2");
    scene.minutes(10).settle();
    assertThat(scene.stage("d2")).isEqualTo(Stage.TIMED_OUT);
  }

  @Test
  void itIsNoneEitherWhereTheReplicaOfAStartedClusterNamesNoDispatch() {
    PlannerFixture scene = beside().hubIsSlow().approve("dev").settle();
    scene.ack(Ack.written("d1", scene.now(), 0)).settle();
    assertThat(scene.stage("d1")).isEqualTo(Stage.DISPATCHED);
    shows(scene.minutes(1), Verdict.POSITIVE, "d1");
    assertThat(scene.stage("d1")).isEqualTo(Stage.DISPATCHED);
  }

  @Test
  void whatAnInformingReplicaShowedIsNoReasonToLookAtADispatchedClusterAgain() {
    PlannerFixture scene =
        scene(PlannerFixture.manual(), PendingMode.INFORM).approve("dev").settle();
    List<String> written = List.copyOf(scene.written());
    scene.minutes(1).report(Report.pending("d1", "content-2", Verdict.POSITIVE, scene.now()));
    scene.settle();
    assertThat(scene.stage("d1")).isEqualTo(Stage.DISPATCHED);
    assertThat(scene.written()).isEqualTo(written);
    assertThat(scene.lookedAt()).doesNotContain("d1");
    assertThat(scene.entry("d1").orElseThrow().is(ClusterFlag.GONE)).isFalse();
  }

  @Test
  void aClusterThatEnforcesTheVersionAlreadyIsCountedByItsOwnVerdict() {
    PlannerFixture scene = scene(PlannerFixture.manual(), PendingMode.INFORM).settle();
    long at = scene.now().toEpochMilli();
    scene.report(new Report("d1", 6, "content-2", Verdict.POSITIVE, false, false, at));
    scene.report(new Report("d2", 6, "content-2", Verdict.POSITIVE, true, false, at)).settle();
    assertThat(counts(scene).get(0)).as("weak evidence is none").isEqualTo(counts(1, 0, 2));
  }

  @Test
  void theAnswerOfTheHubToTheFirstPassKeepsWhatWasShown() {
    PlannerFixture scene =
        scene(PlannerFixture.manual(), PendingMode.INFORM).refusing("d1").settle();
    shows(scene, Verdict.POSITIVE, "d1");
    scene.refusing().minutes(1).settle();
    assertThat(counts(scene)).containsExactly(counts(1, 0, 2), counts(0, 0, 2));
  }

  @Test
  void anIgnoredClusterIsCountedUntilItIsStarted() {
    PlannerFixture scene = beside().ignored("d1").settle();
    shows(scene, Verdict.NEGATIVE, "d1");
    assertThat(counts(scene).get(0)).isEqualTo(counts(0, 1, 2));
    assertThat(scene.progress().groups().get(0).counts().ignored()).isEqualTo(1);
  }

  @Test
  void withKeepPreviousOrTypeAllNothingIsCounted() {
    PlannerFixture keeps = scene(PlannerFixture.manual(), PendingMode.KEEP_PREVIOUS).settle();
    shows(keeps, Verdict.POSITIVE, "d1");
    assertThat(counts(keeps)).containsOnly(Optional.empty());
    assertThat(keeps.progress().waitingFor()).contains("group dev (3 clusters). Set");
    assertThat(keeps.state().waiting()).noneMatch(entry -> entry.complies());
    PlannerFixture all = scene(Strategy.of(StrategyType.ALL), PendingMode.BESIDE).settle();
    assertThat(counts(all)).containsOnly(Optional.empty());
  }

  @Test
  void onceTheOutcomeIsDecidedNothingIsCounted() {
    PlannerFixture scene = beside();
    shows(scene, Verdict.POSITIVE, "p1");
    scene.approve("dev").settle().negative("d1").minutes(11).settle();
    assertThat(scene.progress().phase()).isEqualTo(Phase.HALTED);
    assertThat(counts(scene)).containsOnly(Optional.empty());
  }

  @Test
  void aClusterThatMovesToAnotherGroupIsCountedThere() {
    PlannerFixture scene = beside();
    shows(scene, Verdict.POSITIVE, "d1");
    scene.group("dev", "d2", "d3").group("prod", "p1", "p2", "d1").settle();
    assertThat(counts(scene)).containsExactly(counts(0, 0, 2), counts(1, 0, 2));
  }
}
