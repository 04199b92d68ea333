package io.sluice.replay;

import static io.temporal.api.enums.v1.EventType.EVENT_TYPE_TIMER_STARTED;
import static io.temporal.api.enums.v1.EventType.EVENT_TYPE_UPSERT_WORKFLOW_SEARCH_ATTRIBUTES;
import static io.temporal.api.enums.v1.EventType.EVENT_TYPE_WORKFLOW_EXECUTION_COMPLETED;
import static io.temporal.api.enums.v1.EventType.EVENT_TYPE_WORKFLOW_EXECUTION_CONTINUED_AS_NEW;
import static io.temporal.api.enums.v1.EventType.EVENT_TYPE_WORKFLOW_EXECUTION_FAILED;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.workflow.MismatchMessage;
import io.sluice.workflow.payload.PayloadKeys;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Shows which changes the check of the golden histories finds. */
class StrictReplayerTest {
  private static StrictReplayer replay;

  @BeforeAll
  static void start() {
    replay = new StrictReplayer(PayloadKeys.NONE);
  }

  @AfterAll
  static void close() {
    replay.close();
  }

  private static Optional<String> deviation(AlteredHistory altered) {
    return replay.deviation(altered.history());
  }

  private static AlteredHistory published(Consumer<ObjectNode> change) {
    return AlteredHistory.of("fails-at-deadline-0")
        .activity("PublishStatus", update -> change.accept(update.withObject("/progress")));
  }

  @Test
  void anUnalteredHistoryIsRepeated() {
    assertThat(deviation(AlteredHistory.of("fails-at-deadline-0"))).isEmpty();
  }

  @Test
  void aBusyMachineIsNoDeviation() {
    AtomicBoolean paused = new AtomicBoolean();
    try (StrictReplayer busy = new StrictReplayer(PayloadKeys.NONE)) {
      busy.atEachCommand(
          () -> {
            if (paused.compareAndSet(false, true)) {
              // Longer than the second after which Temporal takes a step for a deadlock by default.
              LockSupport.parkNanos(Duration.ofMillis(1_500).toNanos());
            }
          });
      assertThat(busy.deviation(AlteredHistory.of("fails-at-deadline-0").history())).isEmpty();
    }
    assertThat(paused).isTrue();
  }

  @Test
  void anotherOrderOfClustersIsNoticedThoughTemporalLetsItPass() {
    AlteredHistory altered =
        AlteredHistory.of("new-policy-succeeds-0")
            .activity("DispatchVersion", batch -> batch.putArray("clusters").add("p2").add("p1"));

    assertThat(deviation(altered).orElseThrow())
        .matches(
            "event \\d+, activity DispatchVersion: /clusters/0: expected \"p2\", actual \"p1\";"
                + " /clusters/1: expected \"p1\", actual \"p2\"");
    assertThat(replay.refused(altered.history())).isEmpty();
  }

  @Test
  void oneClusterMoreInABatchIsNoticed() {
    AlteredHistory altered =
        AlteredHistory.of("new-policy-succeeds-0")
            .activity("DispatchVersion", batch -> batch.withArray("clusters").add("p3"));

    assertThat(deviation(altered).orElseThrow())
        .endsWith("/clusters: expected [\"p1\",\"p2\",\"p3\"], actual [\"p1\",\"p2\"]");
  }

  @Test
  void anotherDurationOfATimerIsNoticed() {
    AlteredHistory altered =
        AlteredHistory.of("new-policy-succeeds-0")
            .last(
                event -> event.getEventType() == EVENT_TYPE_TIMER_STARTED,
                event ->
                    event
                        .getTimerStartedEventAttributesBuilder()
                        .getStartToFireTimeoutBuilder()
                        .setSeconds(7)
                        .setNanos(0));

    assertThat(deviation(altered).orElseThrow())
        .matches("event \\d+, timer: expected \"PT7S\", actual \"PT.*S\"");
  }

  @Test
  void anotherOutcomePhaseOrCountInAStatusWriteIsNoticed() {
    assertThat(deviation(published(progress -> progress.put("outcome", "SUCCEEDED"))).orElseThrow())
        .endsWith("PublishStatus: /progress/outcome: expected \"SUCCEEDED\", actual \"FAILED\"");
    assertThat(deviation(published(progress -> progress.put("phase", "PAUSED"))).orElseThrow())
        .endsWith("/progress/phase: expected \"PAUSED\", actual \"HALTED\"");
    assertThat(deviation(published(progress -> progress.remove("rolloutStatus"))).orElseThrow())
        .endsWith("/progress/rolloutStatus: expected nothing, actual \"Failed\"");
    assertThat(
            deviation(published(progress -> progress.withObject("/counts").put("failed", 0)))
                .orElseThrow())
        .endsWith("/progress/counts/failed: expected nothing, actual 1");
    assertThat(deviation(published(progress -> progress.put("confirmed", 9))).orElseThrow())
        .contains("/progress/confirmed: expected 9, actual ");
  }

  @Test
  void anotherReasonOfAnExceptionIsNoticed() {
    assertThat(
            deviation(
                    published(
                        progress ->
                            ((ObjectNode) progress.withArray("exceptions").get(0))
                                .put("reason", "TIME_OUT")))
                .orElseThrow())
        .endsWith("/progress/exceptions/0/reason: expected \"TIME_OUT\", actual \"FAILED\"");
  }

  @Test
  void anotherActivityIsNoticed() {
    AlteredHistory altered =
        AlteredHistory.of("new-policy-succeeds-0")
            .last(
                event -> AlteredHistory.isActivity(event, "DispatchVersion"),
                event ->
                    event
                        .getActivityTaskScheduledEventAttributesBuilder()
                        .getActivityTypeBuilder()
                        .setName("LookAtClusters"));

    assertThat(deviation(altered).orElseThrow())
        .endsWith("expected activity LookAtClusters, actual activity DispatchVersion");
  }

  @Test
  void anotherPhaseInTheSearchAttributesIsNoticed() {
    AlteredHistory altered =
        AlteredHistory.of("new-policy-succeeds-0")
            .last(
                event -> event.getEventType() == EVENT_TYPE_UPSERT_WORKFLOW_SEARCH_ATTRIBUTES,
                event ->
                    event
                        .getUpsertWorkflowSearchAttributesEventAttributesBuilder()
                        .getSearchAttributesBuilder()
                        .removeIndexedFields("SluicePhase"));

    assertThat(deviation(altered).orElseThrow())
        .endsWith("search attributes: /SluicePhase: expected nothing, actual \"Done\"");
  }

  @Test
  void anotherResultIsNoticed() {
    AlteredHistory altered =
        AlteredHistory.of("new-policy-succeeds-0")
            .end(
                EVENT_TYPE_WORKFLOW_EXECUTION_COMPLETED,
                event ->
                    AlteredHistory.alter(
                        event
                            .getWorkflowExecutionCompletedEventAttributesBuilder()
                            .getResultBuilder(),
                        result -> result.put("outcome", "SUPERSEDED")));

    assertThat(deviation(altered).orElseThrow())
        .endsWith("result: /outcome: expected \"SUPERSEDED\", actual \"SUCCEEDED\"");
  }

  @Test
  void anotherFailureIsNoticed() {
    AlteredHistory altered =
        AlteredHistory.of("fails-at-deadline-0")
            .end(
                EVENT_TYPE_WORKFLOW_EXECUTION_FAILED,
                event ->
                    event
                        .getWorkflowExecutionFailedEventAttributesBuilder()
                        .getFailureBuilder()
                        .getApplicationFailureInfoBuilder()
                        .setType("RolloutStuck"));

    assertThat(deviation(altered).orElseThrow())
        .endsWith("failure: /type: expected \"RolloutStuck\", actual \"RolloutFailed\"");
  }

  @Test
  void anotherStateThatIsCarriedOnIsNoticed() {
    AlteredHistory altered =
        AlteredHistory.of("continues-as-new-0")
            .end(
                EVENT_TYPE_WORKFLOW_EXECUTION_CONTINUED_AS_NEW,
                event ->
                    AlteredHistory.alter(
                        event
                            .getWorkflowExecutionContinuedAsNewEventAttributesBuilder()
                            .getInputBuilder(),
                        input ->
                            ((ObjectNode) input.at("/carried/state/clusters/0"))
                                .put("s", "failed")));

    assertThat(deviation(altered).orElseThrow())
        .contains("continue-as-new: /carried/state/clusters/0/s: expected \"failed\", actual ");
  }

  @Test
  void otherTextsAreNoDeviation() {
    AlteredHistory reworded =
        published(
                progress -> {
                  progress.put("waitingFor", "Stopped.");
                  ((ObjectNode) progress.withArray("exceptions").get(0)).put("message", "No.");
                })
            .activity("DispatchVersion", batch -> batch.put("label", "the group stage"))
            .end(
                EVENT_TYPE_WORKFLOW_EXECUTION_FAILED,
                event ->
                    event
                        .getWorkflowExecutionFailedEventAttributesBuilder()
                        .getFailureBuilder()
                        .setMessage("It failed."));

    assertThat(deviation(reworded)).isEmpty();
  }

  @Test
  void theMessageSaysWhatChangedAndWhatToDo() {
    String deviation =
        deviation(published(progress -> progress.put("outcome", "SUCCEEDED"))).orElseThrow();

    assertThat(MismatchMessage.message("rules-1/fails-at-deadline-0.json", deviation, 1, true))
        .matches(
            "Cannot repeat the history rules-1/fails-at-deadline-0.json: event \\d+, activity"
                + " PublishStatus: /progress/outcome: expected \"SUCCEEDED\", actual"
                + " \"FAILED\"\\.\n"
                + "The judgement changed under rules 1, which running rollouts rely on\\. Keep the"
                + " old branch and raise Rules.CURRENT\\.");
  }
}
