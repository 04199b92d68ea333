package io.sluice.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policy.PolicyName;
import io.sluice.policy.RolloutTarget;
import io.sluice.policy.Verdict;
import io.sluice.replay.StrictReplayer;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.PendingMode;
import io.sluice.rollout.Phase;
import io.sluice.rollout.Progress;
import io.sluice.rollout.Rules;
import io.sluice.rollout.lifecycle.HubName;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.workflow.PolicyRolloutWorkflow.ReportBatch;
import io.sluice.workflow.PolicyRolloutWorkflow.RunStatus;
import io.sluice.workflow.owner.HubIdentity;
import io.sluice.workflow.owner.OwnerCheck;
import io.sluice.workflow.owner.RunOwner;
import io.sluice.workflow.payload.PayloadKeys;
import io.sluice.workflow.payload.Payloads;
import io.sluice.workflow.visibility.RunVisibility;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowExecutionDescription;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.common.SearchAttributeKey;
import io.temporal.common.WorkflowExecutionHistory;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerFactoryOptions;
import io.temporal.worker.WorkerOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Runs one rollout with time skipping: a Temporal server in memory, a worker, a hub.
 *
 * <p>At its end every history that was produced is replayed. With {@code -Dsluice.histories=record}
 * they are also written to the golden histories, under the scenario's name and the current rules.
 */
final class RolloutScenario implements AutoCloseable {
  static final PolicyName POLICY = new PolicyName("policies", "web-tls");

  /** On a busy machine a step may take longer than the second that Temporal allows by default. */
  static final WorkerOptions PATIENT =
      WorkerOptions.newBuilder()
          .setDefaultDeadlockDetectionTimeout(Duration.ofSeconds(30).toMillis())
          .build();

  private static final HubIdentity HUB =
      new HubIdentity(HubName.DEFAULT, "uid-of-hub", "https://hub.example.com");

  /** Limit for what a run does at once, on a busy machine. */
  private static final Duration MOST = WorkflowPatience.MOST;

  private final String name;
  private final SummaryRecorder summaries = new SummaryRecorder();
  private final TestWorkflowEnvironment environment;
  private final List<WorkflowExecution> runs = new ArrayList<>();
  private final Strategy strategy;
  private RolloutSettings settings = RolloutSettings.DEFAULTS;
  private RolloutTarget target = POLICY;
  private PendingMode mode = PendingMode.KEEP_PREVIOUS;
  private WorkflowStub run;
  final InMemoryHub hub;
  final ScriptedChecks checks = new ScriptedChecks();

  RolloutScenario(String name, Strategy strategy) {
    this(name, strategy, ApprovalSetting.ALLOWED);
  }

  RolloutScenario(String name, Strategy strategy, ApprovalSetting approvals) {
    this.name = name;
    this.strategy = strategy;
    environment =
        TestWorkflowEnvironment.newInstance(
            TestEnvironmentOptions.newBuilder()
                .setWorkflowClientOptions(
                    WorkflowClientOptions.newBuilder()
                        .setIdentity("sluice-test")
                        .setDataConverter(Payloads.converter())
                        .build())
                .setWorkerFactoryOptions(
                    WorkerFactoryOptions.newBuilder()
                        .setWorkerInterceptors(
                            summaries,
                            new OwnerCheck(HUB, "default", Payloads.converter(), () -> {}))
                        .build())
                .build());
    RunVisibility.SEARCH_ATTRIBUTES.forEach(
        key ->
            environment.registerSearchAttribute(
                key, io.temporal.api.enums.v1.IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD));
    hub = new InMemoryHub(this::now);
    Worker worker = environment.newWorker(HubName.DEFAULT.taskQueue(), PATIENT);
    approvals.register(worker);
    worker.registerActivitiesImplementations(hub);
    environment
        .newWorker(HubName.DEFAULT.checksQueue(), PATIENT)
        .registerActivitiesImplementations(checks);
    environment.start();
  }

  /** What is rolled out; a policy unless set. */
  RolloutScenario of(RolloutTarget wanted) {
    target = wanted;
    return this;
  }

  /** What clusters run before their turn. */
  RolloutScenario in(PendingMode wanted) {
    mode = wanted;
    return this;
  }

  RolloutScenario settings(RolloutSettings wanted) {
    settings = wanted;
    return this;
  }

  Instant now() {
    return Instant.ofEpochMilli(environment.currentTimeMillis());
  }

  AttemptSpec spec(long number) {
    return new AttemptSpec(target, "uid-" + number, number, hub.version(), strategy, "strategy")
        .in(mode, false);
  }

  /** Starts the attempt of that number and executes what is due at once. */
  RolloutScenario begin(long number) {
    return start(spec(number), HubName.DEFAULT.workflowId(target));
  }

  /** Starts another run for the same attempt, with a UID and an id of its own. */
  void beginRival(long number) {
    AttemptSpec spec = spec(number);
    start(
        new AttemptSpec(
            spec.policy(), "rival", number, spec.version(), spec.strategy(), spec.strategyHash()),
        "rival");
  }

  private RolloutScenario start(AttemptSpec spec, String workflowId) {
    run =
        environment
            .getWorkflowClient()
            .newUntypedWorkflowStub(
                PolicyRolloutWorkflow.TYPE,
                WorkflowOptions.newBuilder()
                    .setTaskQueue(HubName.DEFAULT.taskQueue())
                    .setWorkflowId(workflowId)
                    .setMemo(HUB.owner().memo())
                    .setTypedSearchAttributes(RunVisibility.attributes(spec, HUB.name()))
                    .build());
    runs.add(run.start(RolloutInput.of(spec, settings, hub.groupKeys())));
    pass(Duration.ofSeconds(1));
    return this;
  }

  /** The run by its workflow id alone, so that messages reach it after a continue-as-new. */
  WorkflowStub run() {
    return environment
        .getWorkflowClient()
        .newUntypedWorkflowStub(HubName.DEFAULT.workflowId(target));
  }

  /** The run, for one who packs messages as no worker does. */
  WorkflowStub strangersRun() {
    return WorkflowClient.newInstance(environment.getWorkflowServiceStubs())
        .newUntypedWorkflowStub(HubName.DEFAULT.workflowId(target));
  }

  /** Ends the run and leaves its history out of the replays, since it cannot be read. */
  void discard() {
    WorkflowExecution last = runs.remove(runs.size() - 1);
    environment
        .getWorkflowClient()
        .newUntypedWorkflowStub(last.getWorkflowId())
        .terminate("its history cannot be read");
  }

  /** Whether Temporal shows the present run of the chain as this hub's. */
  boolean owned() {
    WorkflowExecutionDescription present = run().describe();
    return RunOwner.of(present.getWorkflowExecutionInfo().getMemo(), Payloads.converter())
            .filter(owner -> owner.is(HUB))
            .isPresent()
        && HUB.name()
            .value()
            .equals(
                present.getTypedSearchAttributes().get(SearchAttributeKey.forKeyword("SluiceHub")));
  }

  WorkflowStub startedRun() {
    return run;
  }

  void pass(Duration time) {
    environment.sleep(time);
  }

  void awaitReached(String... clusters) {
    WorkflowPatience.await().untilAsserted(() -> assertThat(reached()).containsExactly(clusters));
  }

  void awaitPhase(Phase wanted) {
    WorkflowPatience.await().untilAsserted(() -> assertThat(phase()).isEqualTo(wanted));
  }

  /** Waits until the run says that: what has changed on the hub is known to it then. */
  void awaitWaitingFor(String part) {
    WorkflowPatience.await()
        .untilAsserted(() -> assertThat(progress().waitingFor()).contains(part));
  }

  void report(Verdict verdict, String... clusters) {
    WorkflowPatience.await().until(() -> reached().containsAll(List.of(clusters)));
    signal(Arrays.stream(clusters).map(cluster -> hub.answer(cluster, verdict)).toList());
  }

  void signal(List<io.sluice.rollout.Report> reports) {
    run().signal(PolicyRolloutWorkflow.CLUSTERS_REPORTED, new ReportBatch(reports));
    pass(Duration.ofMillis(100));
  }

  void rolloutChanged() {
    run().signal(PolicyRolloutWorkflow.ROLLOUT_CHANGED);
    pass(Duration.ofMillis(100));
  }

  /** The clusters report success, and their soak passes. */
  void succeed(String... clusters) {
    report(Verdict.POSITIVE, clusters);
    pass(AttemptSpec.DEFAULT_SOAK_FLOOR.plusSeconds(1));
  }

  /** What the run reports, from its first step on. */
  Progress progress() {
    return WorkflowPatience.await()
        .until(() -> run().query("status", RunStatus.class).progress(), Optional::isPresent)
        .orElseThrow();
  }

  /** The summaries of the activities, in the order of their calls. */
  List<String> summaries() {
    return summaries.summaries();
  }

  Phase phase() {
    return progress().phase();
  }

  Progress published() {
    return hub.lastPublished().progress();
  }

  RolloutResult result() {
    return WorkflowStub.fromTyped(
            environment
                .getWorkflowClient()
                .newWorkflowStub(PolicyRolloutWorkflow.class, HubName.DEFAULT.workflowId(target)))
        .getResult(RolloutResult.class);
  }

  /** The clusters that hold the present version. */
  List<String> reached() {
    return hub.contents().entrySet().stream()
        .filter(entry -> entry.getValue().equals(hub.version().contentHash()))
        .map(java.util.Map.Entry::getKey)
        .toList();
  }

  @Override
  public void close() {
    try {
      replay();
    } finally {
      environment.close();
    }
  }

  private void replay() {
    int part = 0;
    for (WorkflowExecution started : runs) {
      Optional<WorkflowExecution> next = Optional.of(started);
      while (next.isPresent()) {
        WorkflowExecutionHistory history = history(next.get());
        assertThat(history.getEvents()).isNotEmpty();
        replay(history);
        record(history, part++);
        next = successor(history, next.get());
      }
    }
  }

  int continuedRuns() {
    int count = 0;
    Optional<WorkflowExecution> next = Optional.of(runs.get(0));
    while (next.isPresent()) {
      next = successor(history(next.get()), next.get());
      count += next.isPresent() ? 1 : 0;
    }
    return count;
  }

  WorkflowExecutionHistory history(WorkflowExecution execution) {
    WorkflowClient client = environment.getWorkflowClient();
    return client.fetchHistory(execution.getWorkflowId(), execution.getRunId());
  }

  private static Optional<WorkflowExecution> successor(
      WorkflowExecutionHistory history, WorkflowExecution former) {
    return history.getEvents().stream()
        .filter(event -> event.hasWorkflowExecutionContinuedAsNewEventAttributes())
        .map(
            event ->
                event.getWorkflowExecutionContinuedAsNewEventAttributes().getNewExecutionRunId())
        .map(id -> former.toBuilder().setRunId(id).build())
        .findFirst();
  }

  /** Checks that a replay repeats every command. */
  private static void replay(WorkflowExecutionHistory history) {
    try (StrictReplayer replay = new StrictReplayer(PayloadKeys.NONE)) {
      assertThat(replay.deviation(history)).isEmpty();
    }
  }

  private void record(WorkflowExecutionHistory history, int part) {
    if ("record".equals(System.getProperty("sluice.histories"))) {
      HistoryFolder.COMMITTED.record(Rules.CURRENT, name, part, history.toJson(true));
    }
  }
}
