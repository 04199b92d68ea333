package io.sluice.forecast;

import static java.util.Objects.requireNonNull;

import io.sluice.fleet.GroupKey;
import io.sluice.plan.RolloutPlanner;
import io.sluice.rollout.Action;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Observation;
import io.sluice.rollout.Phase;
import io.sluice.rollout.Progress;
import io.sluice.rollout.RequestedApproval;
import io.sluice.rollout.Step;
import io.sluice.schedule.ScheduleSource;
import io.sluice.schedule.ScheduleTimes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Forecasts the course of an attempt, from any state, while the hub stays as it is.
 *
 * <p>A function: equal arguments, equal forecast. It takes the real steps of {@link RolloutPlanner}
 * at the instants at which something happens, so it knows nothing of the rules itself.
 */
public final class Forecaster {
  /** A course that only repeats what the hub does not take is not followed further. */
  private static final int MOST_IDLE_STEPS = 200;

  /** How many clusters are worth being left out: {@link ReducedAttempt}. */
  private static final int LEAST_REDUCED = 64;

  private static final String BY = "a person";

  private final int rules;
  private final ScheduleSource schedule;
  private final int mostWaves;
  private final int leastReduced;
  private final CourseRecorder recorder;
  private final AnsweringFleet fleet;
  private final ApprovalSchedule people;
  private final ForecastApprovals quorums;
  private HubSnapshot hub;
  private AttemptState state;
  private Optional<ReducedAttempt> reduced = Optional.empty();
  private Instant now;
  private Optional<Progress> last = Optional.empty();
  private int idle;
  private int waves;

  private Forecaster(
      int rules,
      AttemptState state,
      HubSnapshot hub,
      ScheduleSource schedule,
      FleetProfile profile,
      Instant now,
      int mostWaves,
      int leastReduced) {
    this.schedule = requireNonNull(schedule, "schedule is null");
    this.rules = rules;
    this.state = requireNonNull(state, "state is null");
    this.now = requireNonNull(now, "now is null");
    this.quorums = new ForecastApprovals(state.spec(), BY);
    List<GroupKey> groups = new ArrayList<>(state.groups());
    hub.fleet().groups().forEach(group -> groups.add(group.key()));
    // Nobody knows what checks will answer: they are taken as passed.
    this.hub = quorums.of(hub.checked(List.of()), groups, now);
    this.mostWaves = mostWaves;
    this.leastReduced = leastReduced;
    this.recorder = new CourseRecorder(now, state);
    this.fleet = new AnsweringFleet(state.spec(), profile, now);
    this.people = new ApprovalSchedule(profile);
  }

  /**
   * Returns the course from this state on.
   *
   * @param rules the number of the rules that the attempt began under
   */
  public static Forecast of(
      int rules, AttemptState state, HubSnapshot hub, FleetProfile profile, Instant now) {
    return of(rules, state, hub, profile, now, Integer.MAX_VALUE);
  }

  /**
   * Returns the course from this state on, also beyond the times that the snapshot has.
   *
   * @param schedule evaluates when clusters may start
   */
  public static Forecast of(
      int rules,
      AttemptState state,
      HubSnapshot hub,
      ScheduleSource schedule,
      FleetProfile profile,
      Instant now) {
    return new Forecaster(
            rules, state, hub, schedule, profile, now, Integer.MAX_VALUE, LEAST_REDUCED)
        .run();
  }

  /** Returns the course up to that many waves. */
  public static Forecast of(
      int rules,
      AttemptState state,
      HubSnapshot hub,
      FleetProfile profile,
      Instant now,
      int mostWaves) {
    return of(rules, state, hub, profile, now, mostWaves, LEAST_REDUCED);
  }

  /**
   * Returns the same course, whatever the last argument is.
   *
   * @param leastReduced how many clusters at least are worth being left out of a step
   */
  static Forecast of(
      int rules,
      AttemptState state,
      HubSnapshot hub,
      FleetProfile profile,
      Instant now,
      int mostWaves,
      int leastReduced) {
    return new Forecaster(
            rules, state, hub, ScheduleSource.NONE, profile, now, mostWaves, leastReduced)
        .run();
  }

  private Forecast run() {
    fleet.resume(state);
    while (true) {
      Step step = step();
      if (closed(step)) {
        return recorder.end(CourseEnd.Kind.STANDS_STILL);
      }
      people.enter(step.progress(), now);
      if (idle(step.progress()) > MOST_IDLE_STEPS) {
        return recorder.end(CourseEnd.Kind.STANDS_STILL);
      }
      if (waves >= mostWaves) {
        return recorder.end(CourseEnd.Kind.CUT);
      }
      if (!fleet.hasAnswers()) {
        Optional<Instant> next = next(step);
        if (next.isEmpty()) {
          return recorder.end(CourseEnd.Kind.STANDS_STILL);
        }
        now = next.get().isBefore(now) ? now : next.get();
      }
    }
  }

  private Step step() {
    hub = hub.asOf(now, schedule);
    state = approved();
    Observation seen = fleet.take(hub, now);
    if (reduced.filter(part -> part.runsShort(state)).isPresent()) {
      restore();
      reduce();
    }
    Step step = reduced.flatMap(part -> reducedStep(part, seen)).orElseGet(() -> wholeStep(seen));
    recorder.enter(now, step);
    state = step.state();
    waves += starts(step) ? 1 : 0;
    if (reduced.isEmpty()) {
      reduce();
    }
    return step;
  }

  private Step wholeStep(Observation seen) {
    restore();
    return RolloutPlanner.step(rules, state, seen, now);
  }

  /** Steps a part of the attempt; empty where anything but a start happens, or nothing more. */
  private Optional<Step> reducedStep(ReducedAttempt part, Observation seen) {
    Observation partly = new Observation(part.hub(), seen.acks(), seen.looks(), seen.reports());
    Step step = RolloutPlanner.step(rules, state, part.omitted(), partly, now);
    return usual(step)
        ? Optional.of(
            new Step(step.state(), step.actions(), step.wake(), part.whole(step.progress())))
        : Optional.empty();
  }

  private boolean usual(Step step) {
    Phase phase = step.progress().phase();
    return (phase == Phase.PROGRESSING || phase == Phase.SOAKING)
        && step.state().outcome().isEmpty()
        && step.actions().stream().allMatch(Action.Dispatch.class::isInstance)
        && (starts(step) ? waves + 1 < mostWaves : next(step).isPresent());
  }

  private static boolean starts(Step step) {
    return step.actions().stream().anyMatch(Action.Dispatch.class::isInstance);
  }

  private void reduce() {
    reduced = ReducedAttempt.of(state, hub, leastReduced);
    state = reduced.map(ReducedAttempt::state).orElse(state);
  }

  private void restore() {
    state = reduced.map(part -> part.whole(state)).orElse(state);
    reduced = Optional.empty();
  }

  /** Returns the state with what is approved by now. */
  private AttemptState approved() {
    List<ApprovalSchedule.Approval> approvals = people.take(now);
    if (hub.approvals().isPresent() && !approvals.isEmpty()) {
      // A part of the attempt has the hub of before.
      restore();
    }
    AttemptState next = state;
    for (ApprovalSchedule.Approval given : approvals) {
      GroupKey group = given.group();
      recorder.approved(group.label(), given.asked(), now);
      hub = AssumedApprovals.of(hub, group, state.spec().rolloutUid(), now);
      // By message, as such an approval holds for this version, whatever the spec says.
      next =
          next.with(
              next.requests()
                  .plus(new RequestedApproval(group.approvedName(), BY, now, Optional.empty())));
    }
    return next;
  }

  /** Executes the actions of a step; returns true if one of them ends the attempt. */
  private boolean closed(Step step) {
    boolean closed = false;
    for (Action action : step.actions()) {
      closed |= fleet.execute(action, now);
    }
    return closed;
  }

  private Optional<Instant> next(Step step) {
    return Stream.of(fleet.nextReport(), people.next(), step.wakeAt(), nextLook(step))
        .flatMap(Optional::stream)
        .min(Instant::compareTo);
  }

  /** Returns when more is known of the calendar, if it is waited for, and nothing opens before. */
  private Optional<Instant> nextLook(Step step) {
    return hub.schedule()
        .filter(times -> step.progress().heldByCalendar())
        .map(ScheduleTimes::refreshAt)
        .filter(now::isBefore);
  }

  /** Returns for how many steps nothing has changed, and no report or approval is to come. */
  private int idle(Progress progress) {
    boolean changed =
        last.filter(before -> before.counts().equals(progress.counts())).isEmpty()
            || fleet.nextReport().isPresent()
            || people.next().isPresent();
    last = Optional.of(progress);
    idle = changed ? 0 : idle + 1;
    return idle;
  }
}
