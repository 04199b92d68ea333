package io.sluice.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import io.sluice.policy.Verdict;
import io.sluice.rollout.ApprovalRequest;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.Phase;
import io.sluice.rollout.lifecycle.HubName;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyType;
import io.sluice.workflow.payload.PayloadKeys;
import io.sluice.workflow.payload.Payloads;
import io.sluice.workflow.visibility.RunVisibility;
import io.temporal.api.common.v1.Payload;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.enums.v1.EventType;
import io.temporal.api.enums.v1.IndexedValueType;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerFactory;
import io.temporal.worker.WorkerOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class EncryptedRolloutTest {
  private static final PayloadKeys KEYS =
      PayloadKeys.parse("2026-11 " + Base64.getEncoder().encodeToString(new byte[32]));

  /** The server in memory never gives a run to a second worker that the first has cached. */
  private static final WorkerOptions WORKER =
      WorkerOptions.newBuilder(RolloutScenario.PATIENT)
          .setStickyQueueScheduleToStartTimeout(Duration.ZERO)
          .build();

  private final TestWorkflowEnvironment environment = TestWorkflowEnvironment.newInstance();
  private final InMemoryHub hub =
      new InMemoryHub(() -> Instant.ofEpochMilli(environment.currentTimeMillis()));
  private final WorkflowClient keyed = client(KEYS);
  private WorkflowExecution run;

  @BeforeEach
  void start() {
    RunVisibility.SEARCH_ATTRIBUTES.forEach(
        key ->
            environment.registerSearchAttribute(key, IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD));
    hub.policy(1);
    hub.group(0, "dev", "d1");
  }

  private void begin(WorkflowClient client) {
    AttemptSpec spec =
        new AttemptSpec(
            RolloutScenario.POLICY,
            "uid-1",
            1,
            hub.version(),
            Strategy.of(StrategyType.MANUAL_PER_GROUP),
            "strategy");
    run =
        client
            .newUntypedWorkflowStub(
                PolicyRolloutWorkflow.TYPE,
                WorkflowOptions.newBuilder()
                    .setTaskQueue(HubName.DEFAULT.taskQueue())
                    .setWorkflowId(HubName.DEFAULT.workflowId(RolloutScenario.POLICY))
                    .setStaticSummary(RunVisibility.summary(spec))
                    .build())
            .start(RolloutInput.of(spec, RolloutSettings.DEFAULTS, hub.groupKeys()));
  }

  @AfterEach
  void close() {
    environment.close();
  }

  /** A failed task is tried again ten seconds later. */
  @Tag("nightly")
  @Test
  void aWorkerWithoutTheKeyFailsVisiblyAndOneWithItLosesNothing() {
    begin(keyed);
    WorkerFactory without = worker(client(PayloadKeys.NONE));
    awaitEvent(EventType.EVENT_TYPE_WORKFLOW_TASK_FAILED);
    assertThat(history()).contains("is encrypted with key 2026-11, and this process has no keys");
    stub().signal("approveGroup", ApprovalRequest.of("dev", "ann"));
    stop(without);

    WorkerFactory with = worker(keyed);
    WorkflowPatience.await().untilAsserted(() -> assertThat(hub.writes()).hasSize(1));
    stop(with);
  }

  /**
   * As while the first workers get keys, and the others have none yet. A failed task is tried again
   * ten seconds later.
   */
  @Tag("nightly")
  @Test
  void aRunThatBeganPlainDoesNotEndWhereAnAnswerIsEncrypted() {
    WorkflowClient plain = client(PayloadKeys.NONE);
    begin(plain);
    WorkerFactory without = worker(plain);
    awaitEvent(EventType.EVENT_TYPE_ACTIVITY_TASK_COMPLETED);
    stop(without);

    WorkerFactory with = worker(keyed);
    stub().signal("approveGroup", ApprovalRequest.of("dev", "ann"));
    WorkflowPatience.await().untilAsserted(() -> assertThat(hub.writes()).hasSize(1));
    environment.sleep(Duration.ofSeconds(1));
    stop(with);

    without = worker(plain);
    plain.newUntypedWorkflowStub(run.getWorkflowId()).signal(PolicyRolloutWorkflow.ROLLOUT_CHANGED);
    awaitEvent(EventType.EVENT_TYPE_WORKFLOW_TASK_FAILED);
    stop(without);
    assertThat(history()).contains("is encrypted with key 2026-11, and this process has no keys");
    assertThat(keyed.newUntypedWorkflowStub(run.getWorkflowId()).describe().getStatus())
        .isEqualTo(WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING);

    with = worker(keyed);
    stub()
        .signal(
            PolicyRolloutWorkflow.CLUSTERS_REPORTED,
            new PolicyRolloutWorkflow.ReportBatch(List.of(hub.answer("d1", Verdict.POSITIVE))));
    environment.sleep(AttemptSpec.DEFAULT_SOAK_FLOOR.plusSeconds(2));
    WorkflowPatience.await()
        .untilAsserted(
            () -> assertThat(hub.lastPublished().progress().phase()).isEqualTo(Phase.DONE));
    stop(with);
  }

  @Test
  void nothingOfTheHubCanBeReadInAHistoryThatIsEncrypted() {
    begin(keyed);
    WorkerFactory with = worker(keyed);
    awaitEvent(EventType.EVENT_TYPE_ACTIVITY_TASK_COMPLETED);
    environment.sleep(Duration.ofSeconds(1));
    stop(with);
    Set<String> plain = new TreeSet<>();
    for (HistoryEvent event : keyed.fetchHistory(run.getWorkflowId()).getEvents()) {
      Set<String> encodings = new TreeSet<>();
      collect(event, encodings);
      if (!Set.of("binary/encrypted").containsAll(encodings)) {
        plain.add(event.getEventType().toString());
      }
    }
    // The number of the rules, which the SDK writes itself.
    assertThat(plain).containsExactly("EVENT_TYPE_MARKER_RECORDED");
  }

  /** Collects the encodings of all payloads but search attributes, which the server reads. */
  private static void collect(Message part, Set<String> encodings) {
    if (part instanceof Payload payload) {
      encodings.add(payload.getMetadataOrThrow("encoding").toStringUtf8());
      return;
    }
    part.getAllFields()
        .forEach(
            (field, value) -> {
              if (field.getJavaType() == FieldDescriptor.JavaType.MESSAGE
                  && !field.getName().equals("search_attributes")) {
                (value instanceof List<?> list ? list : List.of(value))
                    .forEach(each -> collect((Message) each, encodings));
              }
            });
  }

  private WorkflowStub stub() {
    return keyed.newUntypedWorkflowStub(HubName.DEFAULT.workflowId(RolloutScenario.POLICY));
  }

  private void awaitEvent(EventType type) {
    WorkflowPatience.await()
        .until(
            () ->
                keyed.fetchHistory(run.getWorkflowId()).getEvents().stream()
                    .anyMatch(event -> event.getEventType() == type));
  }

  private String history() {
    return keyed.fetchHistory(run.getWorkflowId()).toJson(true);
  }

  private WorkflowClient client(PayloadKeys keys) {
    return WorkflowClient.newInstance(
        environment.getWorkflowServiceStubs(),
        WorkflowClientOptions.newBuilder()
            .setNamespace(environment.getNamespace())
            .setDataConverter(Payloads.converter(keys))
            .build());
  }

  private WorkerFactory worker(WorkflowClient client) {
    WorkerFactory factory = WorkerFactory.newInstance(client);
    Worker worker = factory.newWorker(HubName.DEFAULT.taskQueue(), WORKER);
    ApprovalSetting.ALLOWED.register(worker);
    worker.registerActivitiesImplementations(hub);
    factory.start();
    return factory;
  }

  private static void stop(WorkerFactory factory) {
    factory.shutdownNow();
    factory.awaitTermination(5, TimeUnit.SECONDS);
  }
}
