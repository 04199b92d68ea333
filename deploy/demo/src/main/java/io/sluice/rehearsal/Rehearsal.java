package io.sluice.rehearsal;

import static java.util.Objects.requireNonNull;

import io.sluice.fleet.DecisionGroup;
import io.sluice.forecast.ApprovalSchedule;
import io.sluice.forecast.CourseEnd;
import io.sluice.forecast.CourseRecorder;
import io.sluice.forecast.FleetProfile;
import io.sluice.forecast.Forecast;
import io.sluice.rehearsal.server.AnswerTimes;
import io.sluice.rehearsal.server.WorkflowServer;
import io.sluice.rollout.Action;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.Counts;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Observation;
import io.sluice.rollout.RequestState;
import io.sluice.rollout.Step;
import io.sluice.rollout.lifecycle.HubName;
import io.sluice.schedule.ScheduleSource;
import io.sluice.workflow.ApprovalSetting;
import io.sluice.workflow.RolloutInput;
import io.sluice.workflow.RolloutSettings;
import io.temporal.workflow.unsafe.WorkflowUnsafe;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Runs the real workflow of an attempt on skipped time, against a hub that answers by a profile;
 * returns its course.
 */
public final class Rehearsal {
  /** A course that is longer is cut. */
  private static final Duration LONGEST = Duration.ofDays(400);

  /** No one reads the status of a rehearsal, so it is written where its phase changes. */
  private static final RolloutSettings SETTINGS = new RolloutSettings(false, 0, Duration.ofDays(1));

  private final AttemptState state;
  private final HubSnapshot snapshot;
  private final ScheduleSource schedule;
  private final FleetProfile profile;
  private final Instant from;
  private final CourseRecorder recorder;
  private RehearsalSignals signals;
  private Counts counts = Counts.ZERO;

  private Rehearsal(
      AttemptState state,
      HubSnapshot hub,
      ScheduleSource schedule,
      FleetProfile profile,
      Instant from) {
    this.schedule = requireNonNull(schedule, "schedule is null");
    this.state = requireNonNull(state, "state is null");
    this.snapshot = requireNonNull(hub, "hub is null");
    this.profile = requireNonNull(profile, "profile is null");
    this.from = from.truncatedTo(ChronoUnit.SECONDS);
    this.recorder = new CourseRecorder(this.from, state);
  }

  /**
   * Returns the course of an attempt from this state on.
   *
   * @param schedule evaluates when clusters may start
   */
  public static Forecast of(
      AttemptState state,
      HubSnapshot hub,
      ScheduleSource schedule,
      FleetProfile profile,
      Instant from) {
    return new Rehearsal(state, hub, schedule, profile, from).run();
  }

  private Forecast run() {
    String id = HubName.DEFAULT.workflowId(state.spec().policy());
    try (WorkflowServer server =
        new WorkflowServer(id, from, ApprovalSetting.REFUSED, this::stepped)) {
      signals = new RehearsalSignals(server, state.spec());
      RehearsalHub hub =
          new RehearsalHub(
              state.spec(),
              snapshot,
              schedule,
              profile,
              server.agenda(),
              signals,
              state.startedAt(),
              this::idle,
              this::approved);
      server.start(input(), hub, AnswerTimes.NONE);
      hub.resume(state);
      boolean ended = server.run(from.plus(LONGEST));
      return recorder.end(ended ? CourseEnd.Kind.STANDS_STILL : CourseEnd.Kind.CUT);
    }
  }

  private RolloutInput input() {
    RolloutInput begun =
        RolloutInput.of(
            state.spec(),
            SETTINGS,
            snapshot.fleet().groups().stream().map(DecisionGroup::key).toList());
    boolean begins = !state.begun() && state.requests().equals(RequestState.NONE);
    return begins ? begun : begun.from(state);
  }

  /** Receives each step, in workflow code; one that is repeated is known. */
  private void stepped(Instant at, Observation seen, Step step) {
    if (WorkflowUnsafe.isReplaying()) {
      return;
    }
    recorder.enter(shown(at), step);
    counts = step.progress().counts();
    if (step.actions().stream().anyMatch(Action.Close.class::isInstance)) {
      signals.close();
    }
  }

  private boolean idle() {
    return counts.progressing() + counts.soaking() == 0;
  }

  private void approved(ApprovalSchedule.Approval approval, Instant now) {
    recorder.approved(approval.group().label(), approval.asked(), shown(now));
  }

  /** A timer of Temporal fires a millisecond late. */
  private static Instant shown(Instant at) {
    return at.truncatedTo(ChronoUnit.SECONDS);
  }
}
