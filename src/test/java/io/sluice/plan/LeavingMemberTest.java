package io.sluice.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fleet.Departures;
import io.sluice.policy.Verdict;
import io.sluice.rollout.ClusterIssue.IssueReason;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Phase;
import io.sluice.rollout.Report;
import io.sluice.rollout.Stage;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests members that no placement selects for a moment, or any more (rollout-strategy 3.7). */
class LeavingMemberTest {
  /** Dev has succeeded; stage and prod wait for an approval. */
  private static PlannerFixture waiting() {
    PlannerFixture rollout =
        PlannerFixture.three(PlannerFixture.manual()).approve("dev").settle().positive("d1", "d2");
    return rollout.settle().after(PlannerFixture.FLOOR).settle();
  }

  private static PlannerFixture outOfReach(PlannerFixture rollout, String... clusters) {
    return rollout.departed(new Departures(List.of(), List.of(), List.of(clusters)));
  }

  @Test
  void aPlacementThatIsWrongForAMomentEndsNothing() {
    PlannerFixture rollout = waiting().group("stage").group("prod").settle();
    assertThat(rollout.state().outcome()).isEmpty();
    assertThat(rollout.progress().counts().clusters()).isEqualTo(6);
    assertThat(rollout.exception("s1").orElseThrow().reason())
        .isEqualTo(IssueReason.REMOVAL_PENDING);

    rollout.group("stage", "s1", "s2").group("prod", "p1", "p2").settle();
    assertThat(rollout.progress().phase()).isEqualTo(Phase.WAITING_FOR_APPROVAL);
    assertThat(rollout.exception("s1")).isEmpty();
    assertThat(rollout.written()).containsExactly("d1", "d2");
  }

  @Test
  void oneThatHasLeftForGoodIsNotWaitedFor() {
    PlannerFixture rollout = waiting().group("stage").group("prod").settle();
    rollout.left("s1", "s2", "p1", "p2").settle();
    assertThat(rollout.state().outcome()).contains(Outcome.SUCCEEDED);
    assertThat(rollout.progress().counts().clusters()).isEqualTo(2);
  }

  @Test
  void anApprovedGroupThatIsAwayIsNotStarted() {
    PlannerFixture rollout = waiting().group("stage").approve("dev", "stage").settle();
    assertThat(rollout.written()).containsExactly("d1", "d2");
    assertThat(rollout.progress().waitingFor())
        .isEqualTo(
            "Waiting for 2 clusters that no placement selects any more, until the grace is over:"
                + " s1, s2.");
    rollout.group("stage", "s1", "s2").settle();
    assertThat(rollout.written()).containsExactly("d1", "d2", "s1", "s2");
  }

  /** A finalizer may keep the binding for as long as it likes, and no grace ends that. */
  @Test
  void aClusterWhoseBindingIsBeingDeletedWaitsForThatAndNotForAGrace() {
    PlannerFixture rollout = waiting().group("stage", "s1").group("prod").closing("s2", "p1");
    rollout.approve("dev", "stage").settle().positive("s1").settle();
    rollout.after(PlannerFixture.FLOOR).settle();
    assertThat(rollout.progress().waitingFor())
        .isEqualTo(
            "Waiting for 1 cluster that no placement selects any more, until the grace is over: p2."
                + " Waiting for the PlacementBinding or Placement that is being deleted, and alone"
                + " selects 2 clusters, to be gone: p1, s2. Look at its finalizers.");
    assertThat(rollout.exception("s2").orElseThrow().message())
        .isEqualTo(
            "Only a PlacementBinding or Placement that is being deleted selects the cluster.");
    assertThat(rollout.exception("p2").orElseThrow().message())
        .isEqualTo("No placement selects the cluster any more.");
  }

  /** Version two takes its canaries off the network, and OCM taints them. */
  @Test
  void aStartedClusterThatIsOutOfReachCounts() {
    PlannerFixture rollout = PlannerFixture.three(PlannerFixture.perGroup()).settle();
    outOfReach(rollout.minutes(6).group("dev"), "d1", "d2").settle();
    assertThat(rollout.progress().counts().clusters()).isEqualTo(6);
    assertThat(rollout.exception("d1").orElseThrow().reason()).isEqualTo(IssueReason.UNREACHABLE);
    assertThat(rollout.written()).containsExactly("d1", "d2");

    rollout.minutes(4).settle();
    assertThat(rollout.stage("d1")).isEqualTo(Stage.TIMED_OUT);
    assertThat(rollout.progress().phase()).isEqualTo(Phase.HALTED);
    assertThat(rollout.progress().counts().timeOut()).isEqualTo(2);
  }

  /**
   * It is looked at as its deadline passes. Whoever forged its dispatch, and whatever was told of
   * it last, one look settles it: it is available, and still complies.
   */
  @Test
  void oneThatIsAvailableWhenItIsLookedAtHasSucceeded() {
    PlannerFixture rollout = PlannerFixture.three(PlannerFixture.perGroup()).settle();
    rollout.positive("d1").settle();
    outOfReach(rollout.group("dev", "d2").leaving("d1"), "d1").settle();
    rollout.after(PlannerFixture.FLOOR.plusMinutes(10)).hubIsSlow().step();
    assertThat(rollout.stage("d1")).isEqualTo(Stage.SOAKING);

    rollout
        .report(
            new Report(
                "d1",
                PlannerFixture.NUMBER + 1,
                PlannerFixture.VERSION.contentHash(),
                Verdict.POSITIVE,
                false,
                false,
                rollout.now().toEpochMilli()))
        .looked(rollout.now(), "d1", "d2")
        .step();
    assertThat(rollout.stage("d1")).isEqualTo(Stage.SUCCEEDED);
  }

  @Test
  void oneThatIsAvailableAgainAndStillNotSelectedLeaves() {
    PlannerFixture rollout = PlannerFixture.three(PlannerFixture.perGroup()).settle();
    outOfReach(rollout.group("dev", "d1"), "d2").settle();
    assertThat(rollout.entry("d2")).isPresent();
    rollout.left("d2").settle();
    assertThat(rollout.entry("d2")).isEmpty();
  }

  @Test
  void oneWhoseManagedClusterIsGoneLeavesAtOnceWithOrWithoutReplica() {
    PlannerFixture rollout = PlannerFixture.three(PlannerFixture.perGroup()).settle();
    rollout.group("dev", "d1").leaving("d2");
    rollout.departed(new Departures(List.of("d2"), List.of(), List.of())).settle();
    assertThat(rollout.entry("d2")).isEmpty();
  }

  @Test
  void oneThatWasNotStartedLeavesAlsoWhenItIsOutOfReach() {
    PlannerFixture rollout = waiting();
    outOfReach(rollout.group("prod").leaving("p1", "p2"), "p1", "p2").settle();
    assertThat(rollout.progress().counts().clusters()).isEqualTo(4);
  }

  @Test
  void aSoakThatEndsWhileNobodySelectsTheClusterIsLookedAtFirst() {
    PlannerFixture rollout =
        PlannerFixture.three(PlannerFixture.perGroup()).settle().positive("d1", "d2").settle();
    rollout.group("dev", "d1").after(PlannerFixture.FLOOR).settle();
    assertThat(rollout.stage("d1")).isEqualTo(Stage.SUCCEEDED);
    assertThat(rollout.stage("d2")).isEqualTo(Stage.SOAKING);

    rollout.group("dev", "d1", "d2").step();
    assertThat(rollout.lookedAt()).containsExactly("d2");
    assertThat(rollout.stage("d2")).isEqualTo(Stage.SOAKING);
    rollout.positive("d2").settle();
    assertThat(rollout.stage("d2")).isEqualTo(Stage.SUCCEEDED);
  }

  @Test
  void aSelectionThatComesBackEndsWhatWasToldBefore() {
    PlannerFixture rollout = waiting().group("prod", "p1").settle();
    rollout.left("p2").group("prod", "p1", "p2").settle();
    rollout.group("prod", "p1").after(Duration.ofSeconds(5)).settle();
    assertThat(rollout.progress().counts().clusters()).isEqualTo(6);
  }
}
