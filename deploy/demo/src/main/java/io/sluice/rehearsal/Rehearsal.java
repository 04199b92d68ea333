package io.sluice.rehearsal;

import static java.util.Objects.requireNonNull;

import io.sluice.fleet.DecisionGroup;
import io.sluice.forecast.ApprovalSchedule;
import io.sluice.forecast.CourseEnd;
import io.sluice.forecast.CourseRecorder;
import io.sluice.forecast.FleetProfile;
import io.sluice.forecast.Forecast;
import io.sluice.rollout.Action;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Observation;
import io.sluice.rollout.RequestState;
import io.sluice.rollout.Step;
import io.sluice.workflow.ApprovalSetting;
import io.sluice.workflow.Payloads;
import io.sluice.workflow.PolicyRolloutWorkflow;
import io.sluice.workflow.RolloutInput;
import io.sluice.workflow.RolloutSettings;
import io.sluice.workflow.RunVisibility;
import io.temporal.api.enums.v1.IndexedValueType;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowOptions;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerOptions;
import io.temporal.workflow.unsafe.WorkflowUnsafe;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * Runs the real workflow of an attempt on Temporal in memory, whose time is skipped, against a hub
 * that answers by a profile; returns its course.
 */
public final class Rehearsal {
  /** A course that is longer is cut. */
  private static final Duration LONGEST = Duration.ofDays(400);

  /** The time of the server passes while it starts. */
  private static final Duration START_UP = Duration.ofMinutes(1);

  /** The time that passes between two looks at whether anything can still happen. */
  private static final Duration SLICE = Duration.ofHours(1);

  /** No one reads the status of a rehearsal, so it is written where its phase changes. */
  private static final RolloutSettings SETTINGS = new RolloutSettings(false, 0, Duration.ofDays(1));

  /** A step over ten thousand clusters may take longer than Temporal's second on a busy machine. */
  private static final WorkerOptions PATIENT =
      WorkerOptions.newBuilder()
          .setDefaultDeadlockDetectionTimeout(Duration.ofMinutes(5).toMillis())
          .build();

  private final AttemptState state;
  private final HubSnapshot snapshot;
  private final FleetProfile profile;
  private final Instant from;
  private CourseRecorder recorder;
  private RehearsalClock clock;
  private RehearsalHub hub;
  private RehearsalSignals signals;
  private volatile Optional<Step> last = Optional.empty();
  private volatile Instant lastAt;
  private volatile boolean closed;

  private Rehearsal(AttemptState state, HubSnapshot hub, FleetProfile profile, Instant from) {
    this.state = requireNonNull(state, "state is null");
    this.snapshot = requireNonNull(hub, "hub is null");
    this.profile = requireNonNull(profile, "profile is null");
    this.from = from.truncatedTo(ChronoUnit.SECONDS);
    this.lastAt = this.from;
  }

  /** Returns the course of an attempt from this state on. */
  public static Forecast of(
      AttemptState state, HubSnapshot hub, FleetProfile profile, Instant from) {
    return new Rehearsal(state, hub, profile, from).run();
  }

  private Forecast run() {
    try (TestWorkflowEnvironment environment = environment()) {
      RunVisibility.SEARCH_ATTRIBUTES.forEach(
          name ->
              environment.registerSearchAttribute(
                  name, IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD));
      clock = new RehearsalClock(environment, from);
      String id = state.spec().policy().workflowId();
      signals = new RehearsalSignals(environment.getWorkflowClient(), state.spec(), clock);
      hub = new RehearsalHub(state.spec(), snapshot, profile, clock, signals, this::approved);
      Worker worker = environment.newWorker(PolicyRolloutWorkflow.TASK_QUEUE, PATIENT);
      ApprovalSetting.REFUSED.register(worker, this::stepped);
      worker.registerActivitiesImplementations(hub);
      environment.start();
      environment.sleep(
          Duration.ofMillis(Math.max(0, from.toEpochMilli() - environment.currentTimeMillis())));
      start(environment, id);
      hub.resume(state);
      return pass(environment);
    }
  }

  private TestWorkflowEnvironment environment() {
    return TestWorkflowEnvironment.newInstance(
        TestEnvironmentOptions.newBuilder()
            .setInitialTime(from.minus(START_UP))
            .setWorkflowClientOptions(
                WorkflowClientOptions.newBuilder().setDataConverter(Payloads.converter()).build())
            .build());
  }

  private void start(TestWorkflowEnvironment environment, String id) {
    RolloutInput begun =
        RolloutInput.of(
            state.spec(),
            SETTINGS,
            snapshot.fleet().groups().stream().map(DecisionGroup::key).toList());
    boolean begins = !state.begun() && state.requests().equals(RequestState.NONE);
    RolloutInput input = begins ? begun : begun.from(state);
    environment
        .getWorkflowClient()
        .newUntypedWorkflowStub(
            PolicyRolloutWorkflow.TYPE,
            WorkflowOptions.newBuilder()
                .setTaskQueue(PolicyRolloutWorkflow.TASK_QUEUE)
                .setWorkflowId(id)
                .build())
        .start(input);
  }

  /** Receives each step, in workflow code; one that is repeated after a crash is known. */
  private void stepped(Instant at, Observation seen, Step step) {
    if (WorkflowUnsafe.isReplaying()) {
      return;
    }
    Instant now = clock.shown(at);
    step.wakeAt().ifPresent(clock::expect);
    enter(now, step);
    last = Optional.of(step);
    lastAt = now;
    if (step.actions().stream().anyMatch(Action.Close.class::isInstance)) {
      closed = true;
      signals.close();
    }
  }

  /** The time before the first step is that of starting Temporal. */
  private synchronized void enter(Instant now, Step step) {
    if (recorder == null) {
      recorder = new CourseRecorder(now, state);
    }
    recorder.enter(now, step);
  }

  private synchronized void approved(ApprovalSchedule.Approval approval, Instant now) {
    recorder.approved(approval.group().label(), approval.asked(), now);
  }

  private Forecast pass(TestWorkflowEnvironment environment) {
    Instant end = from.plus(LONGEST);
    while (!closed) {
      environment.sleep(SLICE);
      Instant now = Instant.ofEpochMilli(environment.currentTimeMillis());
      if (now.isAfter(end)) {
        return end(CourseEnd.Kind.CUT);
      }
      if (standsStill(now)) {
        break;
      }
    }
    return end(CourseEnd.Kind.STANDS_STILL);
  }

  private synchronized Forecast end(CourseEnd.Kind without) {
    return recorder.end(without);
  }

  /** Returns whether no cluster, person or timer is to come. */
  private boolean standsStill(Instant now) {
    return !closed
        && last.filter(step -> step.wake().isEmpty()).isPresent()
        && lastAt.plusSeconds(60).isBefore(now)
        && !hub.pending();
  }
}
