package io.sluice.plan.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.sluice.fleet.ClusterStatus;
import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.fleet.GroupPlace;
import io.sluice.plan.RolloutPlanner;
import io.sluice.plan.recovery.LastReportedStatus.ListedIssue;
import io.sluice.policy.Dispatch;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicyVersion;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.ClusterFlag;
import io.sluice.rollout.ClusterState;
import io.sluice.rollout.FleetView;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Intent;
import io.sluice.rollout.Observation;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.PendingCluster;
import io.sluice.rollout.PendingMode;
import io.sluice.rollout.Progress;
import io.sluice.rollout.RequestState;
import io.sluice.rollout.RequestedApproval;
import io.sluice.rollout.RootView;
import io.sluice.rollout.Rules;
import io.sluice.rollout.Stage;
import io.sluice.rollout.Step;
import io.sluice.rollout.strategy.Amount;
import io.sluice.rollout.strategy.GroupSelector;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyType;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Recovers the state of an attempt whose run was lost (rollout-strategy 3.2). */
class StateRecoveryTest {
  private static final Instant START = Instant.parse("2026-01-01T10:00:00Z");
  private static final Instant LATER = START.plus(Duration.ofMinutes(3));
  private static final PolicyName POLICY = new PolicyName("policies", "web");
  private static final GroupKey DEV = new GroupKey("fleet", "dev", 0);
  private static final GroupKey STAGE = new GroupKey("fleet", "stage", 1);
  private static final FleetView FLEET =
      FleetView.of(
          List.of(
              new DecisionGroup(DEV, List.of("d1", "d2")),
              new DecisionGroup(STAGE, List.of("s1", "s2"))));
  private static final AttemptSpec SPEC =
      new AttemptSpec(
          POLICY,
          "u1",
          3,
          new PolicyVersion("uid", 2, "content"),
          Strategy.of(StrategyType.MANUAL_PER_GROUP)
              .withProgressDeadline(Duration.ofMinutes(10))
              .withMaxFailures(Amount.count(1)),
          "strategy");

  private final List<ReplicaState> replicas = new ArrayList<>();
  private final List<ListedIssue> listed = new ArrayList<>();
  private Optional<Outcome> outcome = Optional.empty();
  private final Map<String, String> contents = new HashMap<>();
  private Map<GroupKey, Long> groups = Map.of(DEV, 2L, STAGE, 2L);
  private Map<GroupKey, Long> finished = Map.of();
  private Map<GroupKey, Long> ended = Map.of();
  private Optional<Instant> endedAt = Optional.empty();
  private boolean runOpen;
  private boolean paused;

  private void replica(String cluster, String rolloutUid, Dispatch.As as, Instant at) {
    replicas.add(
        new ReplicaState(
            cluster,
            contents.getOrDefault(cluster, "content"),
            Optional.of(new Dispatch(rolloutUid, 3, 2, as, at, at, Map.of()))));
  }

  private AttemptState recovered() {
    return StateRecovery.of(SPEC, reported(), FLEET, replicas);
  }

  private LastReportedStatus reported() {
    RequestedApproval approval =
        new RequestedApproval(Optional.of("stage"), "unverified:ann", START, Optional.of("go"));
    return new LastReportedStatus(
        START,
        outcome,
        endedAt,
        runOpen,
        Optional.of(groups),
        finished,
        ended,
        List.of(approval),
        paused,
        listed);
  }

  private ClusterState of(String cluster) {
    return recovered().clusters().stream()
        .filter(entry -> entry.cluster().equals(cluster))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aDispatchOfTheAttemptKeepsItsInstant() {
    replica("d1", "u1", Dispatch.As.DISPATCHED, LATER);
    assertThat(of("d1").stage()).isEqualTo(Stage.DISPATCHED);
    assertThat(of("d1").dispatchedAt()).isEqualTo(LATER);
  }

  /** It was let through the gate (gate 5). */
  @Test
  void whoGotTheVersionBeforeItsTurnStaysKnown() {
    replica("d1", "u1", Dispatch.As.DISPATCHED, LATER);
    assertThat(of("d1").is(ClusterFlag.EARLY)).isFalse();
    listed.add(new ListedIssue("d1", "Progressing", "UnstagedChange", LATER));
    assertThat(of("d1").is(ClusterFlag.EARLY)).isTrue();
  }

  /** A finished cluster was decommissioned since, and the groups have moved up. */
  @Test
  void whereTheGroupsAreOthersNowNoneIsKnownToBeFinished() {
    replica("d1", "u1", Dispatch.As.DISPATCHED, LATER);
    replica("d2", "u1", Dispatch.As.DISPATCHED, LATER);
    finished = Map.of(DEV, 2L);
    assertThat(of("d1").stage()).isEqualTo(Stage.SUCCEEDED);
    groups = Map.of(DEV, 2L, STAGE, 2L, new GroupKey("fleet", "prod", 2), 1L);
    assertThat(of("d1").stage()).isEqualTo(Stage.DISPATCHED);
    groups = Map.of(DEV, 2L, STAGE, 3L);
    assertThat(of("d1").stage()).isEqualTo(Stage.DISPATCHED);
  }

  @Test
  void whereTheGroupsAreOthersNowNoIndexMakesOneMandatory() {
    Strategy first = Strategy.of(StrategyType.MANUAL_PER_GROUP).withMandatory(GroupSelector.at(0));
    assertThat(recovered().groups()).filteredOn(first::mandatory).containsExactly(DEV);
    groups = Map.of(DEV, 2L);
    assertThat(recovered().groups()).noneMatch(first::mandatory).isSorted();
    assertThat(recovered().groups()).extracting(GroupKey::published).containsExactly(DEV, STAGE);
  }

  /** The groups were cut anew while the run was open: the one with index 1 came first then. */
  @Test
  void aMandatoryIndexMeansTheGroupThatHadItWhenTheAttemptBegan() {
    Strategy second = Strategy.of(StrategyType.MANUAL_PER_GROUP).withMandatory(GroupSelector.at(1));
    GroupKey dev = GroupKey.at(GroupPlace.of(1), "fleet", "dev", 0);
    GroupKey stage = GroupKey.at(GroupPlace.of(2), "fleet", "stage", 1);
    groups = Map.of(dev, 2L, stage, 2L);
    finished = Map.of(DEV, 2L);
    replica("d1", "u1", Dispatch.As.DISPATCHED, LATER);
    assertThat(recovered().groups()).containsExactly(dev, stage);
    assertThat(recovered().groups()).filteredOn(second::mandatory).containsExactly(dev);
    assertThat(of("d1").stage()).isEqualTo(Stage.SUCCEEDED);
  }

  @Test
  void aLeavingClusterCountsAsBeforeUntilItsReplicaIsGone() {
    groups = Map.of(DEV, 3L, STAGE, 2L);
    replica("d9", "u1", Dispatch.As.DISPATCHED, LATER);
    listed.add(new ListedIssue("d9", "dev", "Progressing", "RemovalPending", LATER, false));
    FleetView leaving = new FleetView(FLEET.groups(), Optional.empty(), List.of("d9"), List.of());
    AttemptState found = StateRecovery.of(SPEC, reported(), leaving, replicas);
    assertThat(found.clusters())
        .singleElement()
        .satisfies(entry -> assertThat(entry.cluster()).isEqualTo("d9"))
        .satisfies(entry -> assertThat(entry.dispatchedAt()).isEqualTo(LATER))
        .satisfies(entry -> assertThat(found.groups().get(entry.group())).isEqualTo(DEV));
    assertThat(StateRecovery.of(SPEC, reported(), FLEET, replicas).clusters()).isEmpty();
  }

  /** Beside the propagator the replica goes with the decision. */
  @Test
  void whatWasStartedAndIsNotSelectedCountsWithoutItsReplicaWhileTheRunIsOpen() {
    groups = Map.of(DEV, 4L, STAGE, 2L);
    listed.add(new ListedIssue("d8", "dev", "Progressing", "Unreachable", LATER, false));
    listed.add(new ListedIssue("d9", "dev", "TimeOut", "TimeOut", LATER, false));
    assertThat(recovered().clusters()).isEmpty();
    runOpen = true;
    AttemptState found = recovered();
    assertThat(found.clusters())
        .extracting(ClusterState::cluster, ClusterState::stage)
        .containsExactly(tuple("d8", Stage.DISPATCHED), tuple("d9", Stage.TIMED_OUT));
    assertThat(of("d8").dispatchedAt()).isEqualTo(LATER);
    assertThat(found.groups()).containsExactly(DEV, STAGE);
  }

  /** Its group was emptied, and another one has its index. */
  @Test
  void whatIsNotSelectedCountsInAGroupThatThePlacementHasNoMore() {
    GroupKey prod = GroupKey.at(GroupPlace.of(2), "fleet", "prod", 1);
    groups =
        Map.of(
            DEV, 2L, STAGE, 1L, GroupKey.at(GroupPlace.of(3), "fleet", "stage", 1), 1L, prod, 1L);
    listed.add(new ListedIssue("p1", "prod", "Progressing", "Unreachable", LATER, false));
    runOpen = true;
    AttemptState found = recovered();
    assertThat(found.clusters()).singleElement().extracting(ClusterState::cluster).isEqualTo("p1");
    assertThat(found.groups()).extracting(GroupKey::name).contains("prod");
  }

  @Test
  void clustersWithoutADispatchOfTheAttemptAreNotStarted() {
    replica("d1", "former", Dispatch.As.DISPATCHED, LATER);
    replica("d2", "u1", Dispatch.As.NEWCOMER, LATER);
    assertThat(recovered().clusters()).isEmpty();
  }

  @Test
  void aListedFailureStaysFailed() {
    replica("d1", "u1", Dispatch.As.DISPATCHED, START);
    replica("d2", "u1", Dispatch.As.DISPATCHED, START);
    listed.add(new ListedIssue("d1", "Failed", "Failed", LATER));
    listed.add(new ListedIssue("d2", "TimeOut", "RecoveredLate", LATER));
    assertThat(of("d1").stage()).isEqualTo(Stage.FAILED);
    assertThat(of("d1").sinceInstant()).isEqualTo(LATER);
    assertThat(of("d2").stage()).isEqualTo(Stage.TIMED_OUT);
    assertThat(of("d2").is(ClusterFlag.CONTRADICTED)).isTrue();
  }

  @Test
  void aTimeoutWithoutAReplicaIsNotReportedAsARejection() {
    listed.add(new ListedIssue("d1", "TimeOut", "TimeOut", LATER));
    HubSnapshot hub =
        new HubSnapshot(
            HubSnapshot.ClaimState.HELD,
            Optional.of(
                new RootView(SPEC.version(), false, false, true, "strategy", Optional.empty())),
            Optional.empty(),
            Intent.NONE,
            FLEET);
    Progress reported =
        RolloutPlanner.recovered(recovered(), Observation.of(hub), LATER).progress();
    assertThat(reported.exceptions().get(0).message())
        .isEqualTo("Within the 10m of its deadline it reported nothing on this version.");
  }

  @Test
  void aRegressionAfterItsSoakIsFinal() {
    replica("d1", "u1", Dispatch.As.DISPATCHED, START);
    listed.add(new ListedIssue("d1", "Succeeded", "Regressed", LATER));
    assertThat(of("d1").stage()).isEqualTo(Stage.SUCCEEDED);
    assertThat(of("d1").is(ClusterFlag.CONTRADICTED)).isTrue();
  }

  @Test
  void clustersOfAFinishedGroupAreFinalAndOthersSoakAgain() {
    replica("d1", "u1", Dispatch.As.DISPATCHED, START);
    replica("s1", "u1", Dispatch.As.DISPATCHED, START);
    finished = Map.of(DEV, 2L);
    assertThat(of("d1").stage()).isEqualTo(Stage.SUCCEEDED);
    assertThat(of("s1").stage()).isEqualTo(Stage.DISPATCHED);
  }

  @Test
  void afterAClusterJoinedAFinishedGroupAllSoakAgain() {
    replica("d1", "u1", Dispatch.As.DISPATCHED, START);
    replica("d2", "u1", Dispatch.As.DISPATCHED, LATER);
    finished = Map.of(DEV, 1L);
    assertThat(of("d1").stage()).isEqualTo(Stage.DISPATCHED);
    assertThat(of("d2").stage()).isEqualTo(Stage.DISPATCHED);
  }

  @Test
  void anIgnoredClusterOfAFinishedGroupMustReportAgain() {
    replica("d1", "u1", Dispatch.As.DISPATCHED, START);
    replica("d2", "u1", Dispatch.As.DISPATCHED, START);
    listed.add(new ListedIssue("d1", "Progressing", "Ignored", LATER));
    finished = Map.of(DEV, 1L);
    assertThat(of("d1").stage()).isEqualTo(Stage.DISPATCHED);
    assertThat(of("d2").stage()).isEqualTo(Stage.DISPATCHED);
  }

  @Test
  void anIgnoredClusterThatCouldNotBeWrittenHasNotSucceededEvenWithTheContent() {
    replica("d1", "former", Dispatch.As.DISPATCHED, START);
    listed.add(new ListedIssue("d1", "ToApply", "CannotWrite", LATER));
    outcome = Optional.of(Outcome.SUCCEEDED);
    assertThat(recovered().statuses()).containsEntry("d1", ClusterStatus.TO_APPLY);
  }

  @Test
  void anUnreachableClusterIsNotFinal() {
    replica("d1", "u1", Dispatch.As.DISPATCHED, START);
    listed.add(new ListedIssue("d1", "Progressing", "Unreachable", LATER));
    assertThat(of("d1").stage()).isEqualTo(Stage.DISPATCHED);
  }

  @Test
  void outcomeApprovalsAndTheHaltAreKept() {
    outcome = Optional.of(Outcome.FAILED);
    AttemptState state = recovered();
    assertThat(state.outcome()).contains(Outcome.FAILED);
    assertThat(state.breach()).isPresent();
    assertThat(state.startedAt()).isEqualTo(START);
    assertThat(state.requests().approvals())
        .extracting(RequestedApproval::by)
        .containsExactly("unverified:ann");
  }

  @Test
  void theNextStepWritesNothingTwiceAndMovesNoDeadline() {
    replica("s1", "u1", Dispatch.As.DISPATCHED, START);
    replica("s2", "u1", Dispatch.As.DISPATCHED, START);
    RootView root = new RootView(SPEC.version(), false, false, true, "strategy", Optional.empty());
    HubSnapshot hub =
        new HubSnapshot(
            HubSnapshot.ClaimState.HELD, Optional.of(root), Optional.empty(), Intent.NONE, FLEET);
    Step step = RolloutPlanner.step(Rules.CURRENT, recovered(), Observation.of(hub), LATER);
    assertThat(step.actions()).isEmpty();
    assertThat(step.wakeAt()).contains(START.plus(Duration.ofMinutes(10)));
  }

  @Test
  void anUnwrittenClusterOfAFinishedGroupIsFinalToo() {
    replica("d1", "former", Dispatch.As.DISPATCHED, START);
    finished = Map.of(DEV, 2L);
    assertThat(of("d1").stage()).isEqualTo(Stage.SUCCEEDED);
    contents.put("d1", "another content");
    replicas.clear();
    replica("d1", "former", Dispatch.As.DISPATCHED, START);
    assertThat(recovered().clusters()).isEmpty();
  }

  @Test
  void afterTheEndOnlyDispatchedClustersOfAnEndedGroupAreFinal() {
    replica("d1", "u1", Dispatch.As.DISPATCHED, START);
    replica("d2", "u1", Dispatch.As.PENDING, START);
    ended = Map.of(DEV, 1L);
    assertThat(of("d1").stage()).isEqualTo(Stage.SUCCEEDED);
    assertThat(recovered().statuses()).containsEntry("d2", ClusterStatus.TO_APPLY);
  }

  /**
   * One that came back before its turn names the attempt, and has not succeeded; the one that was
   * counted may be the other.
   */
  @Test
  void oneThatHasTheVersionFromElsewhereMayBeTheOneThatWasCounted() {
    replica("d1", "u1", Dispatch.As.DISPATCHED, START);
    replica("d2", "former", Dispatch.As.DISPATCHED, START);
    ended = Map.of(DEV, 1L);
    assertThat(of("d1").stage()).isEqualTo(Stage.DISPATCHED);
    assertThat(recovered().statuses()).containsEntry("d2", ClusterStatus.TO_APPLY);
    ended = Map.of(DEV, 2L);
    assertThat(of("d1").stage()).isEqualTo(Stage.SUCCEEDED);
  }

  @Test
  void aFailureWithoutADispatchIsKeptToo() {
    listed.add(new ListedIssue("d1", "TimeOut", "TimeOut", LATER));
    assertThat(of("d1").stage()).isEqualTo(Stage.TIMED_OUT);
    assertThat(of("d1").sinceInstant()).isEqualTo(LATER);
  }

  @Test
  void aClusterTakenBackTimedOutAndIsNotTakenBackAgain() {
    replica("d1", "u1", Dispatch.As.TAKEN_BACK, LATER);
    assertThat(of("d1").stage()).isEqualTo(Stage.TIMED_OUT);
    assertThat(of("d1").is(ClusterFlag.TAKEN_BACK)).isTrue();
  }

  @Test
  void aWaitingClusterIsNotProvidedForAgain() {
    replica("d1", "u1", Dispatch.As.PENDING, START);
    replica("d2", "former", Dispatch.As.PENDING, START);
    assertThat(recovered().waiting())
        .filteredOn(PendingCluster::provided)
        .extracting(PendingCluster::cluster)
        .containsExactly("d1");
  }

  @Test
  void aNewcomerOfAHaltedAttemptWhoseRunWasLostIsNotStarted() {
    outcome = Optional.of(Outcome.FAILED);
    endedAt = Optional.of(START);
    runOpen = true;
    replica("d1", "u1", Dispatch.As.NEWCOMER, LATER);
    assertThat(recovered().clusters()).isEmpty();
    assertThat(recovered().waiting())
        .filteredOn(PendingCluster::provided)
        .extracting(PendingCluster::cluster)
        .containsExactly("d1");
    runOpen = false;
    assertThat(of("d1").stage()).isEqualTo(Stage.NEW_CLUSTER);
  }

  @Test
  void aPauseByMessageIsKept() {
    assertThat(recovered().requests().paused()).isFalse();
    paused = true;
    assertThat(recovered().requests().paused()).isTrue();
  }

  @Test
  void aSmallRolloutCarriesOverFinalClustersAndApprovalsByMessage() {
    outcome = Optional.of(Outcome.SUCCEEDED);
    replica("d1", "u1", Dispatch.As.DISPATCHED, START);
    replica("d2", "u1", Dispatch.As.DISPATCHED, START);
    listed.add(new ListedIssue("d2", "Failed", "Failed", LATER));
    paused = true;
    AttemptState state = StateRecovery.small(next(), "u1", reported(), FLEET, replicas, LATER);
    assertThat(state.statuses())
        .containsEntry("d1", ClusterStatus.SUCCEEDED)
        .containsEntry("d2", ClusterStatus.FAILED)
        .containsEntry("s1", ClusterStatus.TO_APPLY)
        .containsEntry("s2", ClusterStatus.TO_APPLY);
    assertThat(state.outcome()).isEmpty();
    assertThat(state.startedAt()).isEqualTo(LATER);
    assertThat(state.requests().approvals()).hasSize(1);
    assertThat(state.requests().paused()).isFalse();
  }

  @Test
  void aSmallRolloutKeepsIgnoringWhatWasSkippedAndFailed() {
    outcome = Optional.of(Outcome.SUCCEEDED);
    replica("d1", "u1", Dispatch.As.DISPATCHED, START);
    replica("d2", "u1", Dispatch.As.DISPATCHED, START);
    listed.add(new ListedIssue("d2", "dev", "Failed", "Failed", LATER, true));
    AttemptState state = StateRecovery.small(next(), "u1", reported(), FLEET, replicas, LATER);
    assertThat(state.statuses()).containsEntry("d2", ClusterStatus.FAILED);
    assertThat(state.requests().skipped()).containsExactly("d2");
  }

  @Test
  void afterALostRunASkippedFailureIsIgnoredOnlyWhileTheSpecSaysSo() {
    replica("d1", "u1", Dispatch.As.DISPATCHED, START);
    replica("d2", "u1", Dispatch.As.DISPATCHED, START);
    listed.add(new ListedIssue("d2", "dev", "Failed", "Failed", LATER, true));
    assertThat(of("d2").stage()).isEqualTo(Stage.FAILED);
    assertThat(recovered().requests().skipped()).isEmpty();

    // A small rollout has it from the attempt before: no entry of its own names it.
    assertThat(StateRecovery.of(next(), reported(), FLEET, replicas).requests().skipped())
        .containsExactly("d2");
  }

  @Test
  void aRetryOfTheFailedKeepsSuccessesAndStartsAllOthersAgain() {
    outcome = Optional.of(Outcome.FAILED);
    ended = Map.of(DEV, 1L);
    for (String cluster : List.of("d1", "d2", "s1", "s2")) {
      replica(cluster, "u1", Dispatch.As.DISPATCHED, START);
    }
    listed.add(new ListedIssue("d2", "Failed", "Failed", LATER));
    listed.add(new ListedIssue("s1", "dev", "TimeOut", "TimeOut", LATER, true));
    listed.add(new ListedIssue("s2", "Succeeded", "Regressed", LATER));
    AttemptState state =
        StateRecovery.retryOfFailed(next(), "u1", reported(), FLEET, replicas, LATER);
    assertThat(state.statuses())
        .containsEntry("d1", ClusterStatus.SUCCEEDED)
        .containsEntry("d2", ClusterStatus.TO_APPLY)
        .containsEntry("s1", ClusterStatus.TO_APPLY)
        .containsEntry("s2", ClusterStatus.TO_APPLY);
    assertThat(state.requests()).isEqualTo(RequestState.NONE);
    assertThat(state.outcome()).isEmpty();
    // A cluster was left in flight: which ones had succeeded is unknown.
    ended = Map.of();
    assertThat(
            StateRecovery.retryOfFailed(next(), "u1", reported(), FLEET, replicas, LATER)
                .clusters())
        .isEmpty();
  }

  @Test
  void aRetryOfTheFailedStartsAllAgainIfMoreClustersSeemToHaveSucceededThanWereReported() {
    outcome = Optional.of(Outcome.ABORTED);
    ended = Map.of(DEV, 1L);
    replica("d1", "u1", Dispatch.As.DISPATCHED, START);
    assertThat(keptByARetryOfTheFailed()).containsExactly("d1");
    // The replica of a cluster that was to apply at the end names the attempt again.
    replica("d2", "u1", Dispatch.As.DISPATCHED, START);
    assertThat(keptByARetryOfTheFailed()).isEmpty();
    // After a success there is none to apply.
    outcome = Optional.of(Outcome.SUCCEEDED);
    assertThat(keptByARetryOfTheFailed()).containsExactly("d1", "d2");
  }

  @Test
  void aRetryOfTheFailedStartsAllAgainOfTheGroupInWhichMoreSeemToHaveSucceeded() {
    outcome = Optional.of(Outcome.ABORTED);
    // One that succeeded in stage has left since.
    ended = Map.of(DEV, 0L, STAGE, 2L);
    replica("d1", "u1", Dispatch.As.DISPATCHED, START);
    replica("s1", "u1", Dispatch.As.DISPATCHED, START);

    assertThat(keptByARetryOfTheFailed()).containsExactly("s1");
  }

  @Test
  void aRetryOfTheFailedStartsIgnoredClustersAgainBecauseNoCountConfirmsTheirSuccess() {
    outcome = Optional.of(Outcome.ABORTED);
    ended = Map.of(DEV, 1L);
    replica("d1", "u1", Dispatch.As.DISPATCHED, START);
    replica("d2", "u1", Dispatch.As.DISPATCHED, START);
    FleetView ignoring = new FleetView(FLEET.groups(), Optional.empty(), List.of(), List.of("d2"));
    assertThat(keptByARetryOfTheFailed(ignoring)).containsExactly("d1");
    outcome = Optional.of(Outcome.SUCCEEDED);
    assertThat(keptByARetryOfTheFailed(ignoring)).containsExactly("d1", "d2");
  }

  private List<String> keptByARetryOfTheFailed() {
    return keptByARetryOfTheFailed(FLEET);
  }

  private List<String> keptByARetryOfTheFailed(FleetView fleet) {
    return StateRecovery.retryOfFailed(next(), "u1", reported(), fleet, replicas, LATER)
        .clusters()
        .stream()
        .map(ClusterState::cluster)
        .toList();
  }

  @Test
  void aSmallRolloutReceivesReportsOfCarriedOverClusters() {
    outcome = Optional.of(Outcome.SUCCEEDED);
    replica("d1", "u1", Dispatch.As.DISPATCHED, START);
    AttemptState state = StateRecovery.small(next(), "u1", reported(), FLEET, replicas, LATER);
    assertThat(state.clusters()).singleElement().extracting(ClusterState::foreign).isEqualTo(3L);
  }

  @Test
  void aWriteOfAFormerAttemptIsNoDispatchOfThisOne() {
    replica("d1", "former", Dispatch.As.DISPATCHED, START);
    contents.put("d1", "the former content");
    replicas.clear();
    replica("d1", "former", Dispatch.As.DISPATCHED, START);
    listed.add(new ListedIssue("d1", "TimeOut", "TimeOut", LATER));
    assertThat(of("d1").stage()).isEqualTo(Stage.TIMED_OUT);
    assertThat(of("d1").dispatched()).isZero();
  }

  private static AttemptSpec next() {
    return new AttemptSpec(POLICY, "u2", 4, SPEC.version(), SPEC.strategy(), "strategy")
        .in(PendingMode.INFORM, false);
  }
}
