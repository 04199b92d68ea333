package io.sluice.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.policy.BindingName;
import io.sluice.policy.Dispatch;
import io.sluice.policy.PolicyName;
import io.sluice.policy.Verdict;
import io.sluice.rollout.ClusterIssue;
import io.sluice.rollout.ClusterIssue.IssueReason;
import io.sluice.rollout.Counts;
import io.sluice.rollout.FleetView;
import io.sluice.rollout.Progress;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Checks the status after the end (rollout-strategy 3.4, 3.7, 6.2, I9 and I10). */
class EndedAttemptStatusTest {
  private static final Instant END = Instant.parse("2026-02-03T10:00:00Z");
  private static final Instant NOW = END.plusSeconds(600);
  private static final PolicyName POLICY = new PolicyName("retail", "tls");
  private static final GroupKey STAGE = new GroupKey("p", "stage", 0);
  private static final GroupKey PROD = new GroupKey("p", "prod", 1);

  private static final Comparator<ClusterIssue> BY_CLUSTER =
      Comparator.comparing(ClusterIssue::cluster);

  private final List<EndedCluster> replicas = new ArrayList<>();

  private static ClusterIssue timedOut(String cluster) {
    return new ClusterIssue(cluster, "stage", "TimeOut", IssueReason.TIME_OUT, END, "Late.", false);
  }

  private static EndedAttemptStatus.Reported reported(Counts stage, ClusterIssue... exceptions) {
    return new EndedAttemptStatus.Reported(
        "u7", END, List.of(new Progress.Group(STAGE, true, 1, stage)), List.of(exceptions), 0);
  }

  private EndedAttemptStatus now(EndedAttemptStatus.Reported reported, DecisionGroup... groups) {
    return EndedAttemptStatus.of(reported, FleetView.of(List.of(groups)), POLICY, replicas, NOW);
  }

  private static Verdict verdict(String content) {
    return switch (content) {
      case "complies" -> Verdict.POSITIVE;
      case "violates" -> Verdict.NEGATIVE;
      default -> Verdict.SILENT;
    };
  }

  private static DecisionGroup stage(String... clusters) {
    return new DecisionGroup(STAGE, List.of(clusters));
  }

  private void replica(String cluster, String content, Dispatch.As as, Instant at) {
    replicas.add(
        new EndedCluster(
            cluster,
            Optional.of(new Dispatch("u7", 7, 4, as, at, at, Map.of())),
            verdict(content)));
  }

  /** toApply, succeeded, timeOut and newCluster; the rest is 0. */
  private static Counts counts(long toApply, long succeeded, long timeOut, long newCluster) {
    return new Counts(
        toApply + succeeded + timeOut + newCluster,
        toApply,
        0,
        0,
        succeeded,
        0,
        timeOut,
        newCluster,
        0);
  }

  @Test
  void whileNothingChangesTheNumbersStayAsTheRunLeftThem() {
    assertThat(now(reported(counts(0, 2, 1, 0), timedOut("s3")), stage("s1", "s2", "s3")))
        .isEqualTo(
            new EndedAttemptStatus(
                List.of(new Progress.Group(STAGE, true, 1, counts(0, 2, 1, 0))),
                List.of(timedOut("s3")),
                0));
  }

  @Test
  void aClusterThatGotAVersionAfterTheEndIsNew() {
    replica("s3", "v1", Dispatch.As.NEWCOMER, NOW);
    assertThat(now(reported(counts(0, 2, 0, 0)), stage("s1", "s2", "s3")).counts())
        .isEqualTo(counts(0, 2, 0, 1));
    assertThat(now(reported(counts(0, 2, 0, 1)), stage("s1", "s2", "s3")).counts())
        .isEqualTo(counts(0, 2, 0, 1));
  }

  @Test
  void aClusterThatJoinedDuringTheAttemptIsNotNew() {
    replica("s3", "v1", Dispatch.As.NEWCOMER, END.minusSeconds(60));
    assertThat(now(reported(counts(1, 2, 0, 0)), stage("s1", "s2", "s3")).counts())
        .isEqualTo(counts(1, 2, 0, 0));
  }

  @Test
  void aClusterThatJoinsWithoutAReplicaIsToApplyAlsoInANewGroup() {
    EndedAttemptStatus after =
        now(
            reported(counts(0, 2, 0, 0)),
            new DecisionGroup(PROD, List.of("p1")),
            stage("s1", "s2", "s3"));
    assertThat(after.groups())
        .containsExactly(
            new Progress.Group(STAGE, true, 1, counts(1, 2, 0, 0)),
            new Progress.Group(PROD, false, 0, counts(1, 0, 0, 0)));
  }

  @Test
  void aClusterThatSucceededAndViolatesAfterTheEndIsListedAsRegressedAndTheCountsStay() {
    replica("s2", "violates", Dispatch.As.DISPATCHED, END.minusSeconds(60));
    EndedAttemptStatus after =
        now(reported(counts(0, 2, 1, 0), timedOut("s3")), stage("s1", "s2", "s3"));
    assertThat(after.counts()).isEqualTo(counts(0, 2, 1, 0));
    assertThat(after.exceptions())
        .extracting(ClusterIssue::cluster, ClusterIssue::status, ClusterIssue::reason)
        .containsExactly(
            tuple("s2", "Succeeded", IssueReason.REGRESSED),
            tuple("s3", "TimeOut", IssueReason.TIME_OUT));

    replicas.clear();
    replica("s2", "complies", Dispatch.As.DISPATCHED, END.minusSeconds(60));
    EndedAttemptStatus.Reported listed =
        reported(counts(0, 2, 1, 0), after.exceptions().toArray(ClusterIssue[]::new));
    EndedAttemptStatus again = now(listed, stage("s1", "s2", "s3"));
    assertThat(again.counts()).isEqualTo(after.counts());
    assertThat(again.exceptions())
        .as("it complies again")
        .extracting(ClusterIssue::cluster)
        .containsExactly("s3");
  }

  @Test
  void aClusterThatRegressedStaysListedWhileItSaysNothing() {
    replica("s2", "violates", Dispatch.As.DISPATCHED, END.minusSeconds(60));
    EndedAttemptStatus after = now(reported(counts(0, 3, 0, 0)), stage("s1", "s2", "s3"));
    replicas.clear();

    EndedAttemptStatus.Reported listed =
        reported(counts(0, 3, 0, 0), after.exceptions().toArray(ClusterIssue[]::new));
    assertThat(now(listed, stage("s1", "s2", "s3")).exceptions()).isEqualTo(after.exceptions());
  }

  @Test
  void aRefusedWriteOfAClusterThatSucceededIsListedUntilItsReplicaExistsAgain() {
    ClusterIssue refused =
        new ClusterIssue(
            "s2", "stage", "Succeeded", IssueReason.CANNOT_WRITE, END, "No namespace.", false);
    EndedAttemptStatus.Reported reported = reported(counts(0, 3, 0, 0), refused);
    assertThat(now(reported, stage("s1", "s2", "s3")).exceptions()).containsExactly(refused);

    replica("s2", "complies", Dispatch.As.DISPATCHED, END.plusSeconds(60));
    assertThat(now(reported, stage("s1", "s2", "s3")))
        .isEqualTo(
            new EndedAttemptStatus(
                List.of(new Progress.Group(STAGE, true, 1, counts(0, 3, 0, 0))), List.of(), 0));
  }

  @Test
  void aRefusedWriteOfAClusterThatNeverGotTheVersionStaysListed() {
    ClusterIssue refused =
        new ClusterIssue("s2", "stage", "ToApply", IssueReason.CANNOT_WRITE, END, "Denied.", false);
    replica("s2", "former", Dispatch.As.DISPATCHED, END.minusSeconds(60));
    assertThat(now(reported(counts(1, 2, 0, 0), refused), stage("s1", "s2", "s3")).exceptions())
        .containsExactly(refused);
  }

  @Test
  void regressedClustersThatAreNotListedAreCounted() {
    List<String> names = IntStream.range(0, 105).mapToObj("c%03d"::formatted).toList();
    names.forEach(name -> replica(name, "violates", Dispatch.As.DISPATCHED, END.minusSeconds(60)));
    DecisionGroup group = new DecisionGroup(STAGE, names);
    EndedAttemptStatus after = now(reported(counts(0, 105, 0, 0)), group);
    assertThat(after.exceptions()).hasSize(100).isSortedAccordingTo(BY_CLUSTER);
    assertThat(after.omitted()).isEqualTo(5);

    EndedAttemptStatus.Reported listed =
        new EndedAttemptStatus.Reported("u7", END, after.groups(), after.exceptions(), 5);
    assertThat(now(listed, group)).isEqualTo(after);
  }

  @Test
  void aReplicaOfUnknownContentIsListedInAFinishedGroupUntilItIsKnownAgain() {
    EndedAttemptStatus.Reported reported = reported(counts(0, 2, 1, 0), timedOut("s3"));
    FleetView edited =
        FleetView.of(List.of(stage("s1", "s2", "s3"))).withUnknownContent(List.of("s2", "s3"));
    EndedAttemptStatus after = EndedAttemptStatus.of(reported, edited, POLICY, replicas, NOW);
    assertThat(after.counts()).isEqualTo(counts(0, 2, 1, 0));
    assertThat(after.exceptions())
        .extracting(ClusterIssue::cluster, ClusterIssue::status, ClusterIssue::reason)
        .containsExactly(
            tuple("s2", "Succeeded", IssueReason.UNKNOWN_CONTENT),
            tuple("s3", "TimeOut", IssueReason.TIME_OUT));

    EndedAttemptStatus.Reported listed =
        reported(counts(0, 2, 1, 0), after.exceptions().toArray(ClusterIssue[]::new));
    assertThat(now(listed, stage("s1", "s2", "s3")).exceptions()).containsExactly(timedOut("s3"));

    EndedAttemptStatus.Reported unfinished = reported(counts(1, 2, 0, 0));
    assertThat(EndedAttemptStatus.of(unfinished, edited, POLICY, replicas, NOW).exceptions())
        .isEmpty();
  }

  @Test
  void aClusterThatUndoesRepairsIsListedInAFinishedGroupUntilItStops() {
    EndedAttemptStatus.Reported reported = reported(counts(0, 2, 1, 0), timedOut("s3"));
    FleetView undone =
        FleetView.of(List.of(stage("s1", "s2", "s3"))).withRepairUndone(List.of("s2", "s3"));
    EndedAttemptStatus after = EndedAttemptStatus.of(reported, undone, POLICY, replicas, NOW);
    assertThat(after.counts()).isEqualTo(counts(0, 2, 1, 0));
    assertThat(after.exceptions())
        .extracting(ClusterIssue::cluster, ClusterIssue::status, ClusterIssue::reason)
        .containsExactly(
            tuple("s2", "Succeeded", IssueReason.REPAIR_UNDONE),
            tuple("s3", "TimeOut", IssueReason.TIME_OUT));

    EndedAttemptStatus.Reported listed =
        reported(counts(0, 2, 1, 0), after.exceptions().toArray(ClusterIssue[]::new));
    assertThat(now(listed, stage("s1", "s2", "s3")).exceptions()).containsExactly(timedOut("s3"));
  }

  @Test
  void aNewcomerAndAClusterThatWasNotReachedDoNotRegress() {
    replica("s1", "violates", Dispatch.As.NEWCOMER, NOW);
    replica("s2", "violates", Dispatch.As.PENDING, END.minusSeconds(60));
    replica("s3", "violates", Dispatch.As.DISPATCHED, END.minusSeconds(60));
    assertThat(now(reported(counts(1, 1, 0, 1)), stage("s1", "s2", "s3")).exceptions())
        .extracting(ClusterIssue::cluster)
        .containsExactly("s3");
  }

  @Test
  void aClusterThatLeavesIsSubtractedWhereItWasListed() {
    EndedAttemptStatus after = now(reported(counts(0, 2, 1, 0), timedOut("s3")), stage("s1", "s2"));
    assertThat(after.counts()).isEqualTo(counts(0, 2, 0, 0));
    assertThat(after.exceptions()).isEmpty();
  }

  @Test
  void aClusterThatIsSelectedAgainIsNotListedAsLeaving() {
    ClusterIssue leaving =
        new ClusterIssue(
            "s2", "stage", "Succeeded", IssueReason.REMOVAL_PENDING, END, "Leaving.", false);
    EndedAttemptStatus after = now(reported(counts(0, 2, 0, 0), leaving), stage("s1", "s2"));
    assertThat(after.exceptions()).isEmpty();
    assertThat(after.counts()).isEqualTo(counts(0, 2, 0, 0));
  }

  @Test
  void anUnlistedClusterThatLeavesWasToApplyElseSucceeded() {
    assertThat(now(reported(counts(1, 2, 0, 0)), stage("s1", "s2")).counts())
        .isEqualTo(counts(0, 2, 0, 0));
    assertThat(now(reported(counts(1, 2, 0, 0)), stage("s1")).counts())
        .isEqualTo(counts(0, 1, 0, 0));
    assertThat(now(reported(counts(1, 2, 0, 0))).groups()).isEmpty();
  }

  @Test
  void whateverHappensTheNumbersAddUp() {
    for (int members = 0; members < 9; members++) {
      for (int listed = 0; listed < 4; listed++) {
        long failed = Math.min(members, listed % 2);
        Counts seen = new Counts(members, 0, 0, 0, 0, failed, 0, 0, 0);
        Counts now =
            EndedGroupCounts.settled(new Counts(8, 1, 1, 1, 1, 1, 1, 1, 1), seen, listed > 1);
        assertThat(
                now.toApply()
                    + now.progressing()
                    + now.soaking()
                    + now.succeeded()
                    + now.failed()
                    + now.timeOut()
                    + now.newCluster()
                    + now.ignored())
            .isEqualTo(now.clusters())
            .isEqualTo(members);
      }
    }
  }

  @Test
  void aFailureThatCompliesAfterAllRecoveredLateAndStaysAFailure() {
    replica("s3", "complies", Dispatch.As.DISPATCHED, END.minusSeconds(600));
    EndedAttemptStatus after =
        now(reported(counts(0, 2, 1, 0), timedOut("s3")), stage("s1", "s2", "s3"));
    assertThat(after.counts()).isEqualTo(counts(0, 2, 1, 0));
    ClusterIssue recovered =
        new ClusterIssue(
            "s3",
            "stage",
            "TimeOut",
            IssueReason.RECOVERED_LATE,
            NOW,
            "Compliant, but after its deadline.",
            false);
    assertThat(after.exceptions()).containsExactly(recovered);
    assertThat(
            EndedAttemptStatus.of(
                    reported(counts(0, 2, 1, 0), recovered),
                    FleetView.of(List.of(stage("s1", "s2", "s3"))),
                    POLICY,
                    replicas,
                    NOW.plusSeconds(60))
                .exceptions())
        .containsExactly(recovered);
  }

  @Test
  void aMemberOfATemplateIsHealthyAndDoesNotComply() {
    replica("s2", "violates", Dispatch.As.DISPATCHED, END.minusSeconds(60));
    replica("s3", "complies", Dispatch.As.DISPATCHED, END.minusSeconds(600));
    assertThat(
            EndedAttemptStatus.of(
                    reported(counts(0, 2, 1, 0), timedOut("s3")),
                    FleetView.of(List.of(stage("s1", "s2", "s3"))),
                    BindingName.of("shop", "web-deployment", "sluice-system"),
                    replicas,
                    NOW)
                .exceptions())
        .extracting(ClusterIssue::cluster, ClusterIssue::message)
        .containsExactly(
            tuple("s2", "Not healthy any more, after its soak was over."),
            tuple("s3", "Healthy, but after its deadline."));
  }

  @Test
  void aClusterThatOnlyChangesItsGroupStaysWhereItWasCounted() {
    EndedAttemptStatus after =
        now(reported(counts(0, 2, 0, 0)), stage("s1"), new DecisionGroup(PROD, List.of("s2")));
    assertThat(after.groups())
        .containsExactly(new Progress.Group(STAGE, true, 1, counts(0, 2, 0, 0)));
  }

  private static GroupKey unnamed(int index) {
    return new GroupKey("p", "", index);
  }

  private static Progress.Group unnamed(int index, Counts counts) {
    return new Progress.Group(unnamed(index), true, index, counts);
  }

  private static DecisionGroup unnamed(int index, String... clusters) {
    return new DecisionGroup(unnamed(index), List.of(clusters));
  }

  private static ClusterIssue timedOutUnnamed(String cluster) {
    return new ClusterIssue(cluster, "", "TimeOut", IssueReason.TIME_OUT, END, "Late.", false);
  }

  private EndedAttemptStatus.Reported three(Counts one, Counts two, Counts three) {
    return new EndedAttemptStatus.Reported(
        "u7",
        END,
        List.of(unnamed(0, one), unnamed(1, two), unnamed(2, three)),
        List.of(timedOutUnnamed("b2")),
        0);
  }

  private void reached(String... clusters) {
    for (String cluster : clusters) {
      replica(cluster, "complies", Dispatch.As.DISPATCHED, END.minusSeconds(60));
    }
  }

  /** All later groups of a placement move up when one is emptied. */
  @Test
  void countsFollowTheGroupWhenOneIsEmptied() {
    reached("b1", "b2");
    EndedAttemptStatus.Reported reported =
        three(counts(0, 2, 0, 0), counts(0, 1, 1, 0), counts(2, 0, 0, 0));
    assertThat(now(reported, unnamed(0, "b1", "b2"), unnamed(1, "c1", "c2")).groups())
        .containsExactly(
            new Progress.Group(unnamed(0), true, 1, counts(0, 1, 1, 0)),
            new Progress.Group(unnamed(1), true, 2, counts(2, 0, 0, 0)));
  }

  @Test
  void aNamedGroupKeepsItsCountsWithAnotherIndex() {
    EndedAttemptStatus.Reported reported =
        new EndedAttemptStatus.Reported(
            "u7",
            END,
            List.of(
                new Progress.Group(STAGE, true, 1, counts(0, 2, 0, 0)),
                new Progress.Group(PROD, false, 3, counts(0, 4, 0, 0))),
            List.of(),
            0);
    GroupKey first = new GroupKey("p", "prod", 0);
    assertThat(now(reported, new DecisionGroup(first, List.of("p1", "p2", "p3", "p4"))).groups())
        .containsExactly(new Progress.Group(first, false, 3, counts(0, 4, 0, 0)));
  }

  /** Groups of one name: only the one that it left has one failure less. */
  @Test
  void aFailedClusterThatLeavesLowersItsOwnGroupAlone() {
    reached("a1", "a2", "b1", "c1");
    EndedAttemptStatus.Reported reported =
        new EndedAttemptStatus.Reported(
            "u7",
            END,
            List.of(unnamed(0, counts(0, 1, 1, 0)), unnamed(1, counts(0, 1, 1, 0))),
            List.of(timedOutUnnamed("a2"), timedOutUnnamed("b2")),
            0);
    assertThat(now(reported, unnamed(0, "a1", "a2"), unnamed(1, "b1")).groups())
        .extracting(Progress.Group::counts)
        .containsExactly(counts(0, 1, 1, 0), counts(0, 1, 0, 0));
  }

  @Test
  void aNewGroupInFrontTakesNobodysCounts() {
    reached("a1", "a2", "b1", "c1");
    EndedAttemptStatus.Reported reported =
        new EndedAttemptStatus.Reported(
            "u7", END, List.of(unnamed(0, counts(0, 2, 0, 0))), List.of(), 0);
    assertThat(now(reported, unnamed(0, "n1"), unnamed(1, "a1", "a2")).groups())
        .extracting(Progress.Group::counts)
        .containsExactly(counts(1, 0, 0, 0), counts(0, 2, 0, 0));
  }
}
