package io.sluice.rehearsal.recorded;

import io.sluice.forecast.CourseEnd;
import io.sluice.forecast.CourseRecorder;
import io.sluice.forecast.Forecast;
import io.sluice.rehearsal.server.WorkflowServer;
import io.sluice.replay.RecordedInput;
import io.sluice.replay.RunRecord;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.Observation;
import io.sluice.rollout.Step;
import io.sluice.rollout.lifecycle.HubName;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.workflow.ApprovalSetting;
import io.sluice.workflow.PolicyRolloutWorkflow;
import io.sluice.workflow.RolloutInput;
import io.sluice.workflow.payload.Payloads;
import io.temporal.workflow.unsafe.WorkflowUnsafe;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.Set;

/** Runs the real workflow on skipped time against what a recording holds. */
public final class RecordedRehearsal {
  /** A course that is longer is cut. */
  private static final Duration LONGEST = Duration.ofDays(400);

  private final Recording recording;
  private final AttemptSpec spec;
  private final CourseRecorder course;
  private final CourseEvents events = new CourseEvents();
  private long clusters;

  private RecordedRehearsal(Recording recording, AttemptSpec spec) {
    this.recording = recording;
    this.spec = spec;
    this.course = new CourseRecorder(shown(recording.startedAt()), recording.state(spec));
  }

  /**
   * Holds what came of a rehearsal.
   *
   * @param clusters how many clusters it had at the end
   * @param unknown clusters that the recorded attempt did not start, so that they were assumed to
   *     succeed
   * @param assumed after which time
   */
  public record Result(
      Forecast course, CourseEvents events, long clusters, Set<String> unknown, Duration assumed) {}

  /**
   * Rehearses it.
   *
   * @param strategy another strategy; empty: the recorded one
   */
  public static Result of(Recording recording, Optional<Strategy> strategy) {
    AttemptSpec was = recording.spec();
    return new RecordedRehearsal(recording, strategy.map(other -> with(was, other)).orElse(was))
        .run();
  }

  /** The hash stays: what the recorded hub shows is no edit of the strategy. */
  private static AttemptSpec with(AttemptSpec was, Strategy strategy) {
    return new AttemptSpec(
        was.policy(),
        was.rolloutUid(),
        was.number(),
        was.version(),
        strategy,
        was.strategyHash(),
        was.soakFloor(),
        was.weakSoakFloor(),
        was.mode(),
        was.informPolicy());
  }

  /** Returns the course that was recorded. */
  public static Forecast recorded(Recording recording) {
    CourseRecorder course =
        new CourseRecorder(shown(recording.startedAt()), recording.state(recording.spec()));
    recording.steps().forEach(step -> course.enter(shown(step.at()), step.step()));
    return course.end(CourseEnd.Kind.CUT);
  }

  /** Returns the events that were recorded. */
  public static CourseEvents recordedEvents(Recording recording) {
    CourseEvents events = new CourseEvents();
    recording.steps().forEach(step -> events.enter(step.at(), step.step()));
    return events;
  }

  private Result run() {
    Instant from = recording.startedAt();
    boolean refused = recording.records().stream().anyMatch(RunRecord::approvalsRefused);
    try (WorkflowServer server =
        new WorkflowServer(
            HubName.DEFAULT.workflowId(spec.policy()),
            from,
            ApprovalSetting.of(!refused),
            this::stepped)) {
      RecordedReports reports = new RecordedReports(server);
      RecordedAnswers answers = new RecordedAnswers(recording.records(), Payloads.converter());
      RecordedHub hub =
          new RecordedHub(
              spec,
              new Observations(recording.records()),
              answers,
              reports,
              new RecordedChecks(recording.records()),
              server.agenda());
      recording.records().forEach(record -> schedule(record, server));
      answers.early().forEach(reports::expect);
      server.start(input(), hub, hub);
      boolean ended = server.run(from.plus(LONGEST));
      return new Result(
          course.end(ended ? CourseEnd.Kind.STANDS_STILL : CourseEnd.Kind.CUT),
          events,
          clusters,
          hub.unknown(),
          answers.medianTime());
    }
  }

  private RolloutInput input() {
    RolloutInput was = recording.input();
    return new RolloutInput(
        spec,
        was.settings(),
        was.groups(),
        was.rebuilt().map(state -> state.with(spec)),
        was.carried().map(carried -> carried.with(spec)));
  }

  private static void schedule(RunRecord record, WorkflowServer server) {
    for (RecordedInput input : record.inputs()) {
      if (input.update()) {
        server.agenda().at(input.at(), () -> server.update(input.name(), input.arguments()));
      } else if (!input.name().equals(PolicyRolloutWorkflow.CLUSTERS_REPORTED)) {
        server.agenda().at(input.at(), () -> server.signal(input.name(), input.arguments()));
      }
    }
    Optional<Instant> canceled = record.canceledAt();
    canceled.ifPresent(at -> server.agenda().at(at, server::cancel));
  }

  /** Receives each step, in workflow code; one that is repeated is known. */
  private void stepped(Instant at, Observation seen, Step step) {
    if (!WorkflowUnsafe.isReplaying()) {
      course.enter(shown(at), step);
      events.enter(at, step);
      clusters = step.progress().counts().clusters();
    }
  }

  private static Instant shown(Instant at) {
    return at.plusMillis(500).truncatedTo(ChronoUnit.SECONDS);
  }
}
