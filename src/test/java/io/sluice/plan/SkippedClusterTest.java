package io.sluice.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.rollout.ClusterIssue;
import io.sluice.rollout.ClusterIssue.IssueReason;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Phase;
import io.sluice.rollout.Stage;
import org.junit.jupiter.api.Test;

/** Tests clusters that a person skips: ignored in this attempt, and holding nothing up. */
class SkippedClusterTest {
  private static final String ATTEMPT = PlannerFixture.spec(PlannerFixture.perGroup()).rolloutUid();

  /** The group dev has succeeded; s1 complies, s2 does not. */
  private static PlannerFixture stageInFlight() {
    PlannerFixture scene = PlannerFixture.three(PlannerFixture.perGroup()).settle();
    scene.positive("d1", "d2").settle().after(PlannerFixture.FLOOR).settle();
    return scene.positive("s1").negative("s2").settle().after(PlannerFixture.FLOOR).settle();
  }

  @Test
  void itHoldsItsGroupNoMoreAlthoughADeadlineIsSet() {
    PlannerFixture scene = stageInFlight();
    assertThat(scene.stage("p1")).isNull();
    scene.skipped(ATTEMPT, "s2").settle();
    assertThat(scene.stage("p1")).isEqualTo(Stage.DISPATCHED);
    assertThat(scene.stage("s2")).isEqualTo(Stage.DISPATCHED);
  }

  @Test
  void itIsListedWithThePersonWhoSkippedIt() {
    ClusterIssue issue =
        stageInFlight().skipped(ATTEMPT, "s2").settle().exception("s2").orElseThrow();
    assertThat(issue.reason()).isEqualTo(IssueReason.IGNORED);
    assertThat(issue.ignored()).isTrue();
    assertThat(issue.message())
        .isEqualTo("Skipped by ann: what it reports does not count in this attempt.");
  }

  @Test
  void itsFailureIsNoFailureOfTheAttempt() {
    PlannerFixture scene = stageInFlight().skipped(ATTEMPT, "s2").settle();
    scene.positive("p1", "p2").settle().minutes(10).negative("s2").settle();
    scene.after(PlannerFixture.FLOOR).settle();
    assertThat(scene.stage("s2")).isEqualTo(Stage.FAILED);
    assertThat(scene.state().outcome()).contains(Outcome.SUCCEEDED);
    assertThat(scene.progress().counts().failed()).isZero();
    assertThat(scene.progress().counts().ignored()).isOne();
    assertThat(scene.exception("s2").orElseThrow().message())
        .startsWith("Skipped by ann. Within the 10m of its deadline it reported");
  }

  /** A group starts with its first dispatch: until then it holds none, and has no clock. */
  @Test
  void itsGroupHasNotBegunBecauseItIsSkipped() {
    PlannerFixture scene = PlannerFixture.three(PlannerFixture.manual());
    scene.approve("dev", "stage").skipped(ATTEMPT, "s2").settle();
    assertThat(scene.stage("d1")).isEqualTo(Stage.DISPATCHED);
    assertThat(scene.stage("s1")).isNull();
    assertThat(scene.stage("s2")).isNull();
    scene.minutes(60).settle();
    assertThat(scene.stage("s2")).isNull();
  }

  @Test
  void itIsNoSuccessEither() {
    PlannerFixture scene = stageInFlight().skipped(ATTEMPT, "s2").settle();
    assertThat(scene.progress().counts().succeeded()).isEqualTo(3);
    assertThat(scene.progress().confirmed()).isEqualTo(3);
  }

  @Test
  void itsDeadlineEndsNothingWithoutAnObservation() {
    PlannerFixture scene = stageInFlight().skipped(ATTEMPT, "s2").settle();
    scene.positive("p1", "p2").settle().minutes(30).settle();
    assertThat(scene.stage("s2")).isEqualTo(Stage.DISPATCHED);
    assertThat(scene.state().outcome()).contains(Outcome.SUCCEEDED);
    assertThat(scene.close()).isPresent();
  }

  @Test
  void beforeItsTurnItIsListedAndGetsTheVersionWhenItsTurnComes() {
    PlannerFixture scene =
        PlannerFixture.three(PlannerFixture.perGroup()).skipped(ATTEMPT, "s2").settle();
    assertThat(scene.exception("s2").orElseThrow().reason()).isEqualTo(IssueReason.IGNORED);
    scene.positive("d1", "d2").settle().after(PlannerFixture.FLOOR).settle();
    assertThat(scene.stage("s2")).isEqualTo(Stage.DISPATCHED);
  }

  @Test
  void ofAnotherAttemptItIsAClusterLikeEveryOther() {
    PlannerFixture scene = stageInFlight().skipped("former", "s2").settle();
    assertThat(scene.stage("p1")).isNull();
    assertThat(scene.exception("s2")).isEmpty();
  }

  @Test
  void withoutTheEntryItCountsAgain() {
    PlannerFixture scene = stageInFlight().skipped(ATTEMPT, "s2").settle();
    scene.positive("p1", "p2").settle().minutes(10).negative("s2").settle();
    assertThat(scene.state().breach()).isEmpty();
    scene.skipped(ATTEMPT).settle();
    assertThat(scene.state().breach()).contains("1 failed > 0 tolerated in group stage");
  }

  @Test
  void aBreachIsNotLiftedByIt() {
    PlannerFixture scene = stageInFlight().minutes(10).negative("s2").settle();
    assertThat(scene.progress().phase()).isEqualTo(Phase.HALTED);
    scene.skipped(ATTEMPT, "s2").settle();
    assertThat(scene.state().outcome()).contains(Outcome.FAILED);
    assertThat(scene.stage("p1")).isNull();
  }
}
