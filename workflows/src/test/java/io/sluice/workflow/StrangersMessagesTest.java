package io.sluice.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyType;
import io.sluice.workflow.payload.PackedPayload;
import io.temporal.api.common.v1.Payload;
import io.temporal.api.enums.v1.EventType;
import io.temporal.api.failure.v1.Failure;
import io.temporal.client.WorkflowUpdateException;
import io.temporal.common.converter.RawValue;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sends what no worker sends to a run, as everybody may who may signal it in Temporal. */
@Timeout(300)
class StrangersMessagesTest {
  private static final Payload BOMB = PackedPayload.ofMebibytes(700);
  private static final String DEEP = "[".repeat(100_000) + "]".repeat(100_000);

  private final RolloutScenario scenario =
      new RolloutScenario(
          "strangers-messages",
          Strategy.of(StrategyType.PROGRESSIVE_PER_GROUP),
          ApprovalSetting.REFUSED);

  @BeforeEach
  void begin() {
    scenario.hub.policy(1);
    scenario.hub.group(0, "dev", "d1");
    scenario.begin(1);
    scenario.awaitReached("d1");
  }

  @AfterEach
  void close() {
    scenario.close();
  }

  @Test
  void aBombFailsTheTaskOfItsRunVisiblyAndTheWorkerGoesOnWithTheNext() {
    signal("approveGroup", BOMB);
    WorkflowPatience.await()
        .untilAsserted(
            () ->
                assertThat(failures())
                    .isNotEmpty()
                    .allSatisfy(
                        why ->
                            assertThat(why)
                                .isEqualTo(
                                    "Cannot read a payload: it unpacks to more than 8 MiB. No"
                                        + " worker has sent it: look who may send messages to this"
                                        + " run in Temporal, then terminate it, and it begins"
                                        + " again.")));

    scenario.discard();
    scenario.begin(1);
    scenario.succeed("d1");
    assertThat(scenario.result()).isNotNull();
  }

  @Test
  void aBombAsAnUpdateIsRefusedAndTheRunGoesOn() {
    assertThatThrownBy(
            () -> scenario.strangersRun().update("pause", Void.class, new RawValue(BOMB)))
        .isInstanceOf(WorkflowUpdateException.class)
        .hasStackTraceContaining("it unpacks to more than 8 MiB");
    succeed();
  }

  @Test
  void whatIsPackedTwiceIsNestedDeeplyOrHasAnUnknownNameChangesNothing() {
    Payload deep = PackedPayload.json("{\"reports\":" + DEEP + "}");
    signal(PolicyRolloutWorkflow.CLUSTERS_REPORTED, deep);
    signal(PolicyRolloutWorkflow.CLUSTERS_REPORTED, PackedPayload.of(deep));
    signal(PolicyRolloutWorkflow.CLUSTERS_REPORTED, PackedPayload.of(BOMB));
    signal("approveGroup", deep);
    signal("approveGroup", PackedPayload.of(BOMB));
    signal("neverDeclared", BOMB);
    assertThatThrownBy(
            () -> scenario.strangersRun().update("pause", Void.class, new RawValue(deep)))
        .isInstanceOf(WorkflowUpdateException.class);
    succeed();
    assertThat(failures()).isEmpty();
  }

  private void succeed() {
    scenario.succeed("d1");
    assertThat(scenario.result()).isNotNull();
  }

  private void signal(String name, Payload payload) {
    scenario.strangersRun().signal(name, new RawValue(payload));
  }

  private List<String> failures() {
    return scenario.history(scenario.startedRun().getExecution()).getEvents().stream()
        .filter(event -> event.getEventType() == EventType.EVENT_TYPE_WORKFLOW_TASK_FAILED)
        .map(event -> event.getWorkflowTaskFailedEventAttributes().getFailure())
        .map(StrangersMessagesTest::innermost)
        .toList();
  }

  private static String innermost(Failure failure) {
    return failure.hasCause() ? innermost(failure.getCause()) : failure.getMessage();
  }
}
