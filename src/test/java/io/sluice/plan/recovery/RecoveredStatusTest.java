package io.sluice.plan.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fleet.ClusterStatus;
import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.plan.PlannerFixture;
import io.sluice.plan.RolloutPlanner;
import io.sluice.policy.Dispatch;
import io.sluice.policy.Verdict;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.FleetView;
import io.sluice.rollout.Observation;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Report;
import io.sluice.rollout.Step;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Compares the statuses recovered from the hub with rollout-strategy 1.2, 3.2 and 3.7. */
class RecoveredStatusTest {
  private static final Instant AT = PlannerFixture.START;
  private static final String NOW = PlannerFixture.VERSION.contentHash();
  private static final String BEFORE = "content-1";
  private static final GroupKey DEV = new GroupKey("fleet", "dev", 0);
  private static final FleetView FLEET =
      FleetView.of(List.of(new DecisionGroup(DEV, List.of("c1"))));

  private static ClusterStatus status(
      LastReportedStatus reported, ReplicaState replica, Verdict verdict) {
    AttemptSpec spec = PlannerFixture.spec(PlannerFixture.perGroup());
    AttemptState state = StateRecovery.of(spec, reported, FLEET, List.of(replica));
    long attempt = replica.dispatch().map(Dispatch::attempt).orElse(0L);
    Report report =
        new Report("c1", attempt, replica.contentHash(), verdict, false, false, AT.toEpochMilli());
    Observation seen =
        new Observation(PlannerFixture.hub(FLEET), List.of(), List.of(), List.of(report));
    Step step = RolloutPlanner.recovered(state, seen, AT);
    assertThat(step.actions()).isEmpty();
    return step.state().statuses().get("c1");
  }

  private static ReplicaState replica(String content, String uid, Dispatch.As as) {
    long attempt = uid.equals("u1") ? PlannerFixture.NUMBER : PlannerFixture.NUMBER - 1;
    return new ReplicaState(
        "c1", content, Optional.of(new Dispatch(uid, attempt, 2, as, AT, AT, Map.of())));
  }

  private static ClusterStatus running(ReplicaState replica, Verdict verdict) {
    return status(LastReportedStatus.NONE, replica, verdict);
  }

  private static ClusterStatus ended(ReplicaState replica, Verdict verdict) {
    return status(reported(Outcome.SUCCEEDED), replica, verdict);
  }

  private static LastReportedStatus reported(
      Outcome outcome, LastReportedStatus.ListedIssue... listed) {
    return new LastReportedStatus(
        AT,
        Optional.of(outcome),
        Optional.of(AT),
        false,
        Optional.empty(),
        Map.of(),
        Map.of(),
        List.of(),
        false,
        List.of(listed));
  }

  @Test
  void withoutADispatchItIsToApply() {
    assertThat(running(new ReplicaState("c1", NOW, Optional.empty()), Verdict.POSITIVE))
        .isEqualTo(ClusterStatus.TO_APPLY);
  }

  @Test
  void withTheFormerContentItIsToApply() {
    assertThat(running(replica(BEFORE, "u0", Dispatch.As.DISPATCHED), Verdict.POSITIVE))
        .isEqualTo(ClusterStatus.TO_APPLY);
  }

  @Test
  void dispatchedAndNotCompliantYetItIsProgressing() {
    assertThat(running(replica(NOW, "u1", Dispatch.As.DISPATCHED), Verdict.SILENT))
        .isEqualTo(ClusterStatus.PROGRESSING);
    assertThat(running(replica(NOW, "u1", Dispatch.As.DISPATCHED), Verdict.NEGATIVE))
        .isEqualTo(ClusterStatus.PROGRESSING);
  }

  @Test
  void dispatchedAndCompliantItSucceeded() {
    assertThat(running(replica(NOW, "u1", Dispatch.As.DISPATCHED), Verdict.POSITIVE))
        .isEqualTo(ClusterStatus.SUCCEEDED);
  }

  @Test
  void compliantWithOtherContentItIsProgressing() {
    assertThat(running(replica(BEFORE, "u1", Dispatch.As.DISPATCHED), Verdict.POSITIVE))
        .isEqualTo(ClusterStatus.PROGRESSING);
  }

  @Test
  void theDispatchOfAFormerAttemptIsToApplyWhileThisOneRuns() {
    assertThat(running(replica(NOW, "u0", Dispatch.As.DISPATCHED), Verdict.POSITIVE))
        .isEqualTo(ClusterStatus.TO_APPLY);
  }

  @Test
  void theFirstPassOfInformIsNoSuccess() {
    assertThat(running(replica(NOW, "u1", Dispatch.As.PENDING), Verdict.POSITIVE))
        .isEqualTo(ClusterStatus.TO_APPLY);
  }

  @Test
  void listedClustersKeepTheirStatus() {
    LastReportedStatus reported =
        reported(
            Outcome.SUCCEEDED,
            new LastReportedStatus.ListedIssue("c1", "TimeOut", "RecoveredLate", AT));
    assertThat(status(reported, replica(NOW, "u1", Dispatch.As.DISPATCHED), Verdict.POSITIVE))
        .isEqualTo(ClusterStatus.TIME_OUT);
  }

  @Test
  void afterASuccessAClusterWithTheContentSucceeded() {
    assertThat(ended(replica(NOW, "u1", Dispatch.As.DISPATCHED), Verdict.NEGATIVE))
        .isEqualTo(ClusterStatus.SUCCEEDED);
    assertThat(ended(replica(NOW, "u0", Dispatch.As.DISPATCHED), Verdict.SILENT))
        .isEqualTo(ClusterStatus.SUCCEEDED);
  }

  @Test
  void aNewcomerAfterTheEndIsNewWithAnyContent() {
    assertThat(ended(replica(NOW, "u1", Dispatch.As.NEWCOMER), Verdict.POSITIVE))
        .isEqualTo(ClusterStatus.NEW_CLUSTER);
    assertThat(
            status(
                reported(Outcome.FAILED),
                replica(BEFORE, "u1", Dispatch.As.NEWCOMER),
                Verdict.SILENT))
        .isEqualTo(ClusterStatus.NEW_CLUSTER);
  }

  @Test
  void aNewcomerDuringTheAttemptAwaitsItsTurn() {
    assertThat(running(replica(BEFORE, "u1", Dispatch.As.NEWCOMER), Verdict.POSITIVE))
        .isEqualTo(ClusterStatus.TO_APPLY);
  }

  @Test
  void aNewcomerNotStartedAtTheEndAwaitsTheNextAttempt() {
    LastReportedStatus reported =
        new LastReportedStatus(
            AT,
            Optional.of(Outcome.FAILED),
            Optional.of(AT.plusSeconds(1)),
            false,
            Optional.empty(),
            Map.of(),
            Map.of(),
            List.of(),
            false,
            List.of());
    assertThat(status(reported, replica(BEFORE, "u1", Dispatch.As.NEWCOMER), Verdict.SILENT))
        .isEqualTo(ClusterStatus.TO_APPLY);
  }

  @Test
  void anIgnoredClusterThatNeverReportedIsProgressingAfterASuccess() {
    LastReportedStatus reported =
        reported(
            Outcome.SUCCEEDED,
            new LastReportedStatus.ListedIssue("c1", "Progressing", "Ignored", AT));
    assertThat(status(reported, replica(NOW, "u1", Dispatch.As.DISPATCHED), Verdict.SILENT))
        .isEqualTo(ClusterStatus.PROGRESSING);
  }

  @Test
  void aNewcomerOfAFormerAttemptIsAnOrdinaryMemberOfTheNext() {
    assertThat(running(replica(NOW, "u0", Dispatch.As.NEWCOMER), Verdict.POSITIVE))
        .isEqualTo(ClusterStatus.TO_APPLY);
  }
}
