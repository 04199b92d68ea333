package io.sluice.forecast;

import io.sluice.forecast.Forecast.FailedCluster;
import io.sluice.forecast.Forecast.GivenApproval;
import io.sluice.forecast.Forecast.Halt;
import io.sluice.forecast.WaitTime.Cause;
import io.sluice.hold.HoldKind;
import io.sluice.rollout.Action;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.ClusterState;
import io.sluice.rollout.Counts;
import io.sluice.rollout.Phase;
import io.sluice.rollout.Progress;
import io.sluice.rollout.Step;
import io.sluice.rollout.strategy.Strategy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Records the course of an attempt from its steps: what starts, what is waited for between two
 * starts, what fails, and how it ends.
 */
public final class CourseRecorder {
  private final Instant from;
  private final List<Wave> waves = new ArrayList<>();
  private final List<GivenApproval> approvals = new ArrayList<>();
  private final List<FailedCluster> failures = new ArrayList<>();
  private final List<WaitTime> waits = new ArrayList<>();
  private List<WaitTime> toOutcome = List.of();
  private Optional<Halt> halt = Optional.empty();
  private Optional<Instant> ended = Optional.empty();
  private Optional<Progress> last = Optional.empty();
  private Optional<Strategy> strategy = Optional.empty();
  private Instant lastAt;
  private List<ClusterState> started;
  private boolean halted;
  private long failedBefore;

  /** Begins the course of a new attempt at this instant. */
  public CourseRecorder(Instant from) {
    this(from, List.of(), false);
  }

  /** Begins a course with an attempt in this state. */
  public CourseRecorder(Instant from, AttemptState state) {
    this(from, state.clusters(), state.breach().isPresent());
  }

  private CourseRecorder(Instant from, List<ClusterState> started, boolean halted) {
    this.from = from;
    this.lastAt = from;
    this.started = started;
    this.failedBefore = failures(started);
    this.halted = halted;
  }

  /** Records that a group was approved. */
  public void approved(String group, Optional<Instant> asked, Instant at) {
    approvals.add(new GivenApproval(group, asked, at));
  }

  /** Records a step. */
  public void enter(Instant now, Step step) {
    if (last.filter(progress -> nothingNew(progress, step)).isEmpty()) {
      last.ifPresent(progress -> waited(progress, now, step));
      lastAt = now;
    }
    last = Optional.of(step.progress());
    if (strategy.isEmpty()) {
      strategy = Optional.of(step.state().spec().strategy());
    }
    recordStarts(now, step);
    recordFailures(now, step.state());
    started = step.state().clusters();
    if (!halted && step.state().breach().isPresent()) {
      halted = true;
      halt = Optional.of(new Halt(now, step.state().breach().get()));
    }
    if (ended.isEmpty() && step.state().outcome().isPresent()) {
      ended = Optional.of(now);
      toOutcome = List.copyOf(waits);
    }
  }

  /** Clusters that were started and report nothing are waited for until their deadline, if any. */
  private Optional<String> field(Progress progress) {
    boolean inFlight = progress.counts().progressing() + progress.counts().soaking() > 0;
    return strategy
        .filter(found -> inFlight && found.progressDeadline().isEmpty())
        .map(found -> "spec.rolloutStrategy.%s.progressDeadline".formatted(found.type().field()));
  }

  /** What is waited for is known only when something comes of it. */
  private static boolean nothingNew(Progress before, Step step) {
    Progress after = step.progress();
    return step.actions().isEmpty()
        && before.phase() == after.phase()
        && before.counts().equals(after.counts())
        && before.waitSummary().equals(after.waitSummary());
  }

  private void waited(Progress progress, Instant now, Step step) {
    Duration time = Duration.between(lastAt, now);
    boolean approval = progress.phase() == Phase.WAITING_FOR_APPROVAL;
    // An approval that is given at once is still one that a person has to give.
    if (time.isZero() && !approval) {
      return;
    }
    WaitTime wait = wait(progress, step, time);
    int newest = waits.size() - 1;
    if (newest >= 0 && waits.get(newest).same(wait)) {
      waits.set(newest, waits.get(newest).plus(time));
    } else {
      waits.add(wait);
    }
  }

  private static WaitTime wait(Progress progress, Step step, Duration time) {
    String what = progress.waitSummary();
    return switch (progress.phase()) {
      case PROGRESSING -> inFlight(progress, step, what, time);
      case SOAKING -> new WaitTime(Cause.SOAK, what, time);
      case WAITING_FOR_APPROVAL -> new WaitTime(Cause.APPROVAL, what, time);
      case PAUSED -> new WaitTime(Cause.PAUSE, what, time);
      case PENDING -> new WaitTime(Cause.SETTINGS, what, time);
      case HALTED, DONE -> new WaitTime(Cause.HALT, "clusters in flight", time);
    };
  }

  private static WaitTime inFlight(Progress progress, Step step, String what, Duration time) {
    if (progress.heldByCalendar()) {
      return new WaitTime(Cause.CALENDAR, what, time);
    }
    if (progress.closed(HoldKind.CHECK)) {
      return new WaitTime(Cause.CHECK, what, time);
    }
    return late(progress, step)
        ? new WaitTime(Cause.DEADLINE, what.replaceFirst("^compliance of", "deadline of"), time)
        : new WaitTime(Cause.COMPLIANCE, what, time);
  }

  /** A look is asked for when a deadline has passed. */
  private static boolean late(Progress progress, Step step) {
    return failed(step.progress().counts()) > failed(progress.counts())
        || step.actions().stream().anyMatch(Action.Look.class::isInstance);
  }

  private static long failed(Counts counts) {
    return counts.failed() + counts.timeOut();
  }

  private void recordStarts(Instant now, Step step) {
    for (Action action : step.actions()) {
      if (action instanceof Action.Dispatch dispatch && starts(dispatch)) {
        waves.add(
            new Wave(
                now,
                dispatch.label(),
                dispatch.clusters().size(),
                dispatch.clusters(),
                dispatch.because(),
                waits));
        waits.clear();
      }
    }
  }

  /** Returns false for writes that are made again. */
  private boolean starts(Action.Dispatch dispatch) {
    String first = dispatch.clusters().get(0);
    return started.stream().noneMatch(entry -> entry.cluster().equals(first));
  }

  private void recordFailures(Instant now, AttemptState after) {
    long failed = failures(after.clusters());
    if (failed == failedBefore) {
      return;
    }
    failedBefore = failed;
    Set<String> known = new HashSet<>();
    started.stream()
        .filter(entry -> entry.stage().isFailure())
        .forEach(entry -> known.add(entry.cluster()));
    after.clusters().stream()
        .filter(entry -> entry.stage().isFailure() && !known.contains(entry.cluster()))
        .map(
            entry ->
                new FailedCluster(
                    now,
                    entry.cluster(),
                    after.groups().get(entry.group()).label(),
                    entry.stage().status().label()))
        .forEach(failures::add);
  }

  private static long failures(List<ClusterState> clusters) {
    long failures = 0;
    for (ClusterState entry : clusters) {
      failures += entry.stage().isFailure() ? 1 : 0;
    }
    return failures;
  }

  /**
   * Returns the course.
   *
   * @param without how a course without an outcome ends
   * @throws IllegalStateException if no step was recorded
   */
  public Forecast end(CourseEnd.Kind without) {
    Progress progress =
        last.orElseThrow(() -> new IllegalStateException("no step was recorded since " + from));
    return new Forecast(
        from,
        waves,
        0,
        approvals,
        failures,
        0,
        halt,
        new CourseEnd(
            ended.isPresent() ? CourseEnd.Kind.ENDED : without,
            ended.orElse(lastAt),
            progress.outcome(),
            progress.phase(),
            progress.waitingFor(),
            ended.isPresent() || without != CourseEnd.Kind.STANDS_STILL
                ? Optional.empty()
                : field(progress),
            progress.counts(),
            ended.isPresent() ? toOutcome : waits));
  }
}
