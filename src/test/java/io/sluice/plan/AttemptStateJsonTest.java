package io.sluice.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.Json;
import io.sluice.fleet.GroupKey;
import io.sluice.plan.strategy.Amount;
import io.sluice.plan.strategy.GroupSelector;
import io.sluice.plan.strategy.Strategy;
import io.sluice.policy.Verdict;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Carries states and reports through JSON, as a workflow's history does. */
class AttemptStateJsonTest {
  private static final long AT = Scene.START.toEpochMilli();
  private static final Strategy EVERYTHING =
      Scene.manual()
          .withMinSuccessTime(Duration.ofMinutes(2))
          .withMaxFailures(Amount.percent(5))
          .withMaxConcurrency(Amount.count(3))
          .withMandatory(GroupSelector.named("dev"), GroupSelector.at(2));

  private static ClusterState cluster(int number, Stage stage) {
    return new ClusterState("cluster-%05d".formatted(number), 1, stage, AT, AT + 1, 0, 0, 0, "");
  }

  private static AttemptState state(List<ClusterState> clusters) {
    return new AttemptState(
        Scene.spec(EVERYTHING),
        Scene.START,
        List.of(new GroupKey("p", "dev", 0), new GroupKey("p", "", 1)),
        clusters,
        List.of(new Waiting("w1", 1, true, 5, "said no"), Waiting.of("w2", 0)),
        true,
        true,
        Optional.of("2 failed > 1 tolerated in group dev"),
        Optional.of("unverified:ann aborted it"),
        Optional.of(Outcome.FAILED),
        Optional.of(Scene.START.plusSeconds(1)),
        new Wishes(
            List.of(
                new MessageApproval(
                    Optional.of("dev"), "unverified:ann", Scene.START, Optional.of("go")),
                new MessageApproval(
                    Optional.empty(), "unverified:bob", Scene.START, Optional.empty())),
            List.of("prod"),
            true));
  }

  private static int bytes(Object value) {
    return Json.write(value).getBytes(StandardCharsets.UTF_8).length;
  }

  @Test
  void aStateWithEverythingSetComesBackEqual() {
    AttemptState state =
        state(
            List.of(
                new ClusterState("c1", 1, Stage.STARTED, 1, 2, 3, 4, 127, "said \"no\""),
                cluster(2, Stage.SUCCEEDED)));
    assertThat(Json.again(state, AttemptState.class)).isEqualTo(state);
  }

  @Test
  void anUntouchedStateComesBackEqual() {
    AttemptState state = AttemptState.begin(Scene.spec(Strategy.all()), Instant.EPOCH);
    assertThat(Json.again(state, AttemptState.class)).isEqualTo(state);
  }

  @Test
  void everyStageComesBackEqual() {
    AttemptState state =
        state(
            IntStream.range(0, Stage.values().length)
                .mapToObj(i -> cluster(i, Stage.values()[i]))
                .toList());
    assertThat(Json.again(state, AttemptState.class)).isEqualTo(state);
  }

  @Test
  void aStateFromBeforeTheNewerFieldsStillReads() {
    String old =
        """
        {"spec":%s,"startedAt":"2026-01-01T10:00:00Z","groups":[{"placement":"p","name":"dev"}],
         "clusters":[{"c":"d1","s":"dispatched","d":1767261600000,"t":1767261600000}],
         "fieldOfALaterDay":{}}"""
            .formatted(Json.write(Scene.spec(Scene.perGroup())));
    AttemptState read = Json.read(old, AttemptState.class);
    assertThat(read.clusters().get(0).dispatchedAt()).isEqualTo(Scene.START);
    assertThat(read.outcome()).isEmpty();
    assertThat(read.breach()).isEmpty();
    assertThat(read.wishes()).isEqualTo(Wishes.NONE);
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
      assertThat(bytes(report)).as(Json.write(report)).isLessThanOrEqualTo(120);
    }
  }

  @Test
  void aReportWithTheFormerLongNamesStillReads() {
    String old =
        """
        {"cluster":"c1","attempt":7,"content":"content","verdict":"negative","unreachable":true,
         "at":%d}"""
            .formatted(AT);
    assertThat(Json.read(old, Report.class))
        .isEqualTo(new Report("c1", 7, "content", Verdict.NEGATIVE, false, true, AT));
  }

  @Test
  void aReportComesBackEqual() {
    Report report = new Report("c1", 7, "content", Verdict.NEGATIVE, true, true, AT);
    assertThat(Json.again(report, Report.class)).isEqualTo(report);
    Report plain = new Report("c1", 7, "content", Verdict.SILENT, false, false, AT);
    assertThat(Json.again(plain, Report.class)).isEqualTo(plain);
  }

  @Test
  void acknowledgementsComeBackEqual() {
    Ack written = Ack.written("c1", Scene.START, 7);
    Ack refused = Ack.refused("c1", Scene.START, "no");
    assertThat(Json.again(written, Ack.class)).isEqualTo(written);
    assertThat(Json.again(refused, Ack.class)).isEqualTo(refused);
  }

  @Test
  void theViewOfTheHubComesBackEqual() {
    HubView view =
        Scene.three(EVERYTHING)
            .approve("dev")
            .paused(true)
            .leaving("d1")
            .ignored("s1")
            .incoherent("Waiting.")
            .settingsRefused("No.")
            .view();
    assertThat(Json.again(view, HubView.class)).isEqualTo(view);
    HubView plain = Scene.three(EVERYTHING).root(Optional.empty()).view();
    assertThat(Json.again(plain, HubView.class)).isEqualTo(plain);
  }

  @Test
  void theProgressComesBackEqual() {
    Scene scene = Scene.three(Scene.manual()).approveByMessage("dev").settle();
    scene.negative("d1").settle().minutes(10).settle();
    assertThat(Json.again(scene.progress(), Progress.class)).isEqualTo(scene.progress());
  }

  @Test
  void theRequestOfAPersonReadsWithoutItsOptionalParts() {
    ApprovalRequest group = Json.read("{\"group\":\"prod\",\"by\":\"ann\"}", ApprovalRequest.class);
    assertThat(group).isEqualTo(ApprovalRequest.of("prod", "ann"));
    ApprovalRequest rest = Json.read("{\"ungrouped\":true,\"by\":\"ann\"}", ApprovalRequest.class);
    assertThat(rest.groupName()).isEmpty();
    assertThat(Json.again(rest, ApprovalRequest.class)).isEqualTo(rest);
  }
}
