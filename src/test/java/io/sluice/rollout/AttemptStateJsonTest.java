package io.sluice.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.PayloadJson;
import io.sluice.fleet.GroupKey;
import io.sluice.plan.PlannerFixture;
import io.sluice.policy.Verdict;
import io.sluice.rollout.RequestState.RecordedRequest;
import io.sluice.rollout.strategy.Amount;
import io.sluice.rollout.strategy.GroupSelector;
import io.sluice.rollout.strategy.Strategy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Serializes states and reports as in the history of a workflow. */
class AttemptStateJsonTest {
  private static final long AT = PlannerFixture.START.toEpochMilli();
  private static final Strategy EVERYTHING =
      PlannerFixture.manual()
          .withMinSuccessTime(Duration.ofMinutes(2))
          .withMaxFailures(Amount.percent(5))
          .withMaxConcurrency(Amount.count(3))
          .withMandatory(GroupSelector.named("dev"), GroupSelector.at(2));

  private static ClusterState cluster(int number, Stage stage) {
    return new ClusterState("cluster-%05d".formatted(number), 1, stage, AT, AT + 1, 0, 0, 0, "");
  }

  private static AttemptState state(List<ClusterState> clusters) {
    return new AttemptState(
        PlannerFixture.spec(EVERYTHING),
        PlannerFixture.START,
        List.of(new GroupKey("p", "dev", 0), new GroupKey("p", "", 1)),
        clusters,
        List.of(
            new PendingCluster("w1", 1, true, 5, "said no").reported(Verdict.POSITIVE),
            PendingCluster.of("w2", 0),
            PendingCluster.of("w3", 0).reported(Verdict.NEGATIVE)),
        true,
        true,
        Optional.of("2 failed > 1 tolerated in group dev"),
        Optional.of("unverified:ann aborted it"),
        Optional.of(Outcome.FAILED),
        Optional.of(PlannerFixture.START.plusSeconds(1)),
        new RequestState(
            List.of(
                new RequestedApproval(
                    Optional.of("dev"), "unverified:ann", PlannerFixture.START, Optional.of("go")),
                new RequestedApproval(
                    Optional.empty(), "unverified:bob", PlannerFixture.START, Optional.empty())),
            List.of("prod"),
            true,
            List.of(
                new RecordedRequest(
                    RecordedRequest.PAUSED,
                    "unverified:ann",
                    PlannerFixture.START,
                    Optional.of("it is Friday"))),
            List.of("c3")));
  }

  private static int bytes(Object value) {
    return PayloadJson.write(value).getBytes(StandardCharsets.UTF_8).length;
  }

  @Test
  void aStateWithEverythingSetIsReadBackEqual() {
    AttemptState state =
        state(
            List.of(
                new ClusterState("c1", 1, Stage.STARTED, 1, 2, 3, 4, 127, "said \"no\""),
                cluster(2, Stage.SUCCEEDED)));
    assertThat(PayloadJson.again(state, AttemptState.class)).isEqualTo(state);
  }

  @Test
  void anUntouchedStateIsReadBackEqual() {
    AttemptState state = AttemptState.begin(PlannerFixture.spec(Strategy.all()), Instant.EPOCH);
    assertThat(PayloadJson.again(state, AttemptState.class)).isEqualTo(state);
  }

  @Test
  void everyStageIsReadBackEqual() {
    AttemptState state =
        state(
            IntStream.range(0, Stage.values().length)
                .mapToObj(i -> cluster(i, Stage.values()[i]))
                .toList());
    assertThat(PayloadJson.again(state, AttemptState.class)).isEqualTo(state);
  }

  @Test
  void aStateFromBeforeTheNewerFieldsIsStillRead() {
    String old =
        """
        {"spec":%s,"startedAt":"2026-01-01T10:00:00Z","groups":[{"placement":"p","name":"dev"}],
         "clusters":[{"c":"d1","s":"dispatched","d":1767261600000,"t":1767261600000}],
         "fieldOfALaterDay":{}}\
        """
            .formatted(PayloadJson.write(PlannerFixture.spec(PlannerFixture.perGroup())));
    AttemptState read = PayloadJson.read(old, AttemptState.class);
    assertThat(read.clusters().get(0).dispatchedAt()).isEqualTo(PlannerFixture.START);
    assertThat(read.outcome()).isEmpty();
    assertThat(read.breach()).isEmpty();
    assertThat(read.requests()).isEqualTo(RequestState.NONE);
    assertThat(read.waiting()).isEmpty();
  }

  @Test
  void tenThousandClustersTakeAtMostAHundredBytesEach() {
    for (Stage stage : Stage.values()) {
      AttemptState state =
          state(IntStream.range(0, 10_000).mapToObj(i -> cluster(i, stage)).toList());
      assertThat(bytes(state)).as(stage.name()).isLessThanOrEqualTo(1_000_000);
    }
  }

  @Test
  void aReportTakesAtMostAHundredAndTwentyBytes() {
    for (Verdict verdict : Verdict.values()) {
      Report report = new Report("cluster-00001", 7, "0123456789abcdef", verdict, true, true, AT);
      assertThat(bytes(report)).as(PayloadJson.write(report)).isLessThanOrEqualTo(120);
    }
  }

  @Test
  void aPendingClusterAndItsReportTakeLittle() {
    PendingCluster entry =
        PendingCluster.of("cluster-00001", 12).asProvided().reported(Verdict.NEGATIVE);
    assertThat(bytes(entry)).as(PayloadJson.write(entry)).isLessThanOrEqualTo(50);
    assertThat(PayloadJson.write(PendingCluster.of("c", 1).asProvided()))
        .as("as before where there is nothing to show")
        .isEqualTo("{\"c\":\"c\",\"g\":1,\"p\":true}");
    Report report =
        Report.pending("cluster-00001", "0123456789abcdef", Verdict.NEGATIVE, PlannerFixture.START);
    assertThat(PayloadJson.again(report, Report.class)).isEqualTo(report);
    assertThat(bytes(report)).as(PayloadJson.write(report)).isLessThanOrEqualTo(120);
    assertThat(report.asOf(PlannerFixture.START.plusSeconds(1)).pending()).isTrue();
  }

  @Test
  void aReportWithTheFormerLongNamesIsStillRead() {
    String old =
        """
        {"cluster":"c1","attempt":7,"content":"content","verdict":"negative","unreachable":true,
         "at":%d}\
        """
            .formatted(AT);
    assertThat(PayloadJson.read(old, Report.class))
        .isEqualTo(new Report("c1", 7, "content", Verdict.NEGATIVE, false, true, AT));
  }

  @Test
  void aReportIsReadBackEqual() {
    Report report = new Report("c1", 7, "content", Verdict.NEGATIVE, true, true, AT);
    assertThat(PayloadJson.again(report, Report.class)).isEqualTo(report);
    Report plain = new Report("c1", 7, "content", Verdict.SILENT, false, false, AT);
    assertThat(PayloadJson.again(plain, Report.class)).isEqualTo(plain);
  }

  @Test
  void aReportOnAGoneReplicaIsReadBackEqual() {
    Report gone = Report.replicaGone("c1", PlannerFixture.START);
    assertThat(PayloadJson.again(gone, Report.class)).isEqualTo(gone);
    assertThat(PayloadJson.write(gone)).contains("\"gone\":true");
  }

  @Test
  void aReportThatIsDatedBeforeTheDispatchIsReadBackEqual() {
    Report predated =
        new Report(
            "cluster-00001", 7, "0123456789abcdef", Verdict.SILENT, false, true, AT, false, true);
    assertThat(PayloadJson.again(predated, Report.class)).isEqualTo(predated);
    assertThat(predated.asOf(PlannerFixture.START).predated()).isTrue();
    assertThat(bytes(predated)).as(PayloadJson.write(predated)).isLessThanOrEqualTo(120);
  }

  @Test
  void acknowledgementsAreReadBackEqual() {
    Ack written = Ack.written("c1", PlannerFixture.START, 7);
    Ack refused = Ack.refused("c1", PlannerFixture.START, "no");
    assertThat(PayloadJson.again(written, Ack.class)).isEqualTo(written);
    assertThat(PayloadJson.again(refused, Ack.class)).isEqualTo(refused);
  }

  @Test
  void aHubSnapshotIsReadBackEqual() {
    HubSnapshot view =
        PlannerFixture.three(EVERYTHING)
            .approve("dev")
            .paused(true)
            .leaving("d1")
            .ignored("s1")
            .incoherent("Waiting.")
            .settingsRefused("No.")
            .view();
    assertThat(PayloadJson.again(view, HubSnapshot.class)).isEqualTo(view);
    HubSnapshot plain = PlannerFixture.three(EVERYTHING).root(Optional.empty()).view();
    assertThat(PayloadJson.again(plain, HubSnapshot.class)).isEqualTo(plain);
  }

  @Test
  void theProgressIsReadBackEqual() {
    PlannerFixture scene =
        PlannerFixture.three(PlannerFixture.manual()).approveByMessage("dev").settle();
    scene.negative("d1").settle().minutes(10).settle();
    assertThat(PayloadJson.again(scene.progress(), Progress.class)).isEqualTo(scene.progress());
  }

  @Test
  void aRequestIsReadWithoutItsOptionalParts() {
    ApprovalRequest group =
        PayloadJson.read("{\"group\":\"prod\",\"by\":\"ann\"}", ApprovalRequest.class);
    assertThat(group).isEqualTo(ApprovalRequest.of("prod", "ann"));
    ApprovalRequest rest =
        PayloadJson.read("{\"ungrouped\":true,\"by\":\"ann\"}", ApprovalRequest.class);
    assertThat(rest.groupName()).isEmpty();
    assertThat(PayloadJson.again(rest, ApprovalRequest.class)).isEqualTo(rest);
  }
}
