package io.sluice.control.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicyVersion;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.lifecycle.HubName;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyType;
import io.sluice.time.VirtualTime;
import io.sluice.workflow.PolicyRolloutWorkflow;
import io.sluice.workflow.RolloutInput;
import io.sluice.workflow.RolloutSettings;
import io.sluice.workflow.owner.HubIdentity;
import io.sluice.workflow.payload.Payloads;
import io.sluice.workflow.visibility.RunVisibility;
import io.temporal.api.enums.v1.EventType;
import io.temporal.api.enums.v1.IndexedValueType;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Runs of several hubs on a server in memory, without workers: what is started stays open. */
class TemporalRunsTest {
  private static final PolicyName POLICY = new PolicyName("policies", "web");
  private static final String TAKEN =
      "Cannot use the name hub in Temporal namespace UnitTest: hub https://first uses it."
          + " Set --hub-name.";

  private final TestWorkflowEnvironment temporal =
      TestWorkflowEnvironment.newInstance(
          TestEnvironmentOptions.newBuilder()
              .setWorkflowClientOptions(
                  WorkflowClientOptions.newBuilder()
                      .setNamespace("UnitTest")
                      .setDataConverter(Payloads.converter())
                      .build())
              .build());
  private final WorkflowClient client = temporal.getWorkflowClient();
  private final TemporalRuns first = runs("hub", "first");
  private final TemporalRuns second = runs("hub", "second");

  private TemporalRuns runs(String name, String uid) {
    return new TemporalRuns(client, hub(name, uid));
  }

  private static HubIdentity hub(String name, String uid) {
    return new HubIdentity(new HubName(name), uid, "https://" + uid);
  }

  private static RolloutInput input(String rolloutUid) {
    return RolloutInput.of(
        new AttemptSpec(
            POLICY,
            rolloutUid,
            3,
            new PolicyVersion("uid", 2, "content"),
            Strategy.of(StrategyType.PROGRESSIVE_PER_GROUP),
            "strategy"),
        RolloutSettings.DEFAULTS,
        List.of());
  }

  @BeforeEach
  void register() {
    RunVisibility.SEARCH_ATTRIBUTES.forEach(
        name ->
            temporal.registerSearchAttribute(name, IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD));
  }

  @AfterEach
  void close() {
    temporal.close();
  }

  private long signals(String workflowId) {
    return client.fetchHistory(workflowId).getEvents().stream()
        .filter(event -> event.getEventType() == EventType.EVENT_TYPE_WORKFLOW_EXECUTION_SIGNALED)
        .count();
  }

  private WorkflowExecutionStatus status(String workflowId) {
    return client.newUntypedWorkflowStub(workflowId).describe().getStatus();
  }

  @Test
  void aHubKnowsItsOwnRuns() {
    assertThat(first.start(input("r1"))).isTrue();
    assertThat(first.start(input("r1"))).isFalse();

    assertThat(first.openChain(POLICY)).isPresent();
    assertThat(first.listOpen()).containsExactly("policies/web");
    assertThat(first.signal(POLICY, PolicyRolloutWorkflow.POLICY_CHANGED)).isTrue();
    assertThat(signals("rollout/hub/policies/web")).isEqualTo(1);
    assertThat(first.terminate(POLICY, "enough")).isTrue();
    assertThat(first.openChain(POLICY)).isEmpty();
    assertThat(first.known(POLICY)).isTrue();
  }

  @Test
  void nothingTouchesTheRunOfAnotherHubOfTheSameName() {
    first.start(input("r1"));

    assertThatThrownBy(() -> second.start(input("r2")))
        .isInstanceOf(HubNameTakenException.class)
        .hasMessage(TAKEN);
    assertThat(second.openChain(POLICY)).isEmpty();
    assertThat(second.listOpen()).isEmpty();
    assertThat(second.known(POLICY)).isFalse();
    assertThat(second.ledger(POLICY)).isEmpty();
    assertThat(second.signal(POLICY, PolicyRolloutWorkflow.POLICY_CHANGED)).isFalse();
    assertThat(second.terminate(POLICY, "mine")).isFalse();
    assertThat(signals("rollout/hub/policies/web")).isZero();
    assertThat(first.openChain(POLICY)).isPresent();
  }

  @Test
  void afterTheOthersRunHasEndedTheNameIsFree() {
    first.start(input("r1"));
    first.terminate(POLICY, "it ends");

    assertThat(second.start(input("r2"))).isTrue();

    assertThat(second.openChain(POLICY)).isPresent();
    assertThat(first.openChain(POLICY)).isEmpty();
  }

  @Test
  void hubsOfDifferentNamesHaveRunsOfTheSamePolicy() {
    TemporalRuns other = runs("other", "second");

    assertThat(first.start(input("r1"))).isTrue();
    assertThat(other.start(input("r2"))).isTrue();

    assertThat(status("rollout/hub/policies/web"))
        .isEqualTo(WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING);
    assertThat(status("rollout/other/policies/web"))
        .isEqualTo(WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING);
    assertThat(other.listOpen()).containsExactly("policies/web");
    assertThat(
            client.newUntypedWorkflowStub("rollout/other/policies/web").describe().getTaskQueue())
        .isEqualTo("sluice-other");
  }

  @Test
  void theGuardSaysWhoUsesTheNameUntilItIsFree() {
    first.start(input("r1"));
    VirtualTime time = new VirtualTime();
    Clock clock = time.clock();
    List<Boolean> left = new ArrayList<>();
    HubNameGuard guard = new HubNameGuard(client, hub("hub", "second"), left::add, clock);

    assertThat(guard.check()).contains(TAKEN);
    assertThat(new HubNameGuard(client, hub("hub", "first"), left::add, clock).check()).isEmpty();
    assertThat(new HubNameGuard(client, hub("other", "second"), left::add, clock).check())
        .isEmpty();
    assertThatThrownBy(
            () ->
                new TemporalRuns(client, hub("hub", "second"), guard::check)
                    .start(inputOf("another")))
        .isInstanceOf(HubNameTakenException.class)
        .hasMessage(TAKEN);

    first.terminate(POLICY, "it ends");
    assertThat(guard.check()).as("it has looked a moment ago").contains(TAKEN);
    time.advance(Duration.ofSeconds(31));
    assertThat(guard.check()).isEmpty();
    assertThat(guard.problem()).isEmpty();
    assertThat(left)
        .as("only a hub without runs leaves the queue")
        .containsExactly(true, false, false, false);
  }

  private static RolloutInput inputOf(String policy) {
    AttemptSpec spec = input("r2").spec();
    return RolloutInput.of(
        new AttemptSpec(
            new PolicyName("policies", policy),
            "r2",
            spec.number(),
            spec.version(),
            spec.strategy(),
            spec.strategyHash()),
        RolloutSettings.DEFAULTS,
        List.of());
  }

  private WorkflowStub startFormer(RolloutInput input) {
    WorkflowStub former =
        client.newUntypedWorkflowStub(
            PolicyRolloutWorkflow.TYPE,
            WorkflowOptions.newBuilder()
                .setWorkflowId("rollout/policies/web")
                .setTaskQueue("sluice")
                .build());
    former.start(input);
    return former;
  }

  @Test
  void theRunOfAFormerVersionEndsWhenItsAttemptGoesOnUnderTheNewId() {
    startFormer(input("r1"));

    assertThat(first.start(input("r1"))).isTrue();

    assertThat(status("rollout/policies/web"))
        .isEqualTo(WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_TERMINATED);
    assertThat(first.openChain(POLICY)).isPresent();
  }

  @Test
  void theRunOfAFormerVersionOfAnotherHubIsLeftAlone() {
    startFormer(input("of another hub"));

    assertThat(first.start(input("r1"))).isTrue();

    assertThat(status("rollout/policies/web"))
        .isEqualTo(WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING);
    assertThat(first.listOpen()).containsExactly("policies/web");
  }
}
