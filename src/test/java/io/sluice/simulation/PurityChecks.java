package io.sluice.simulation;

import io.sluice.policy.Verdict;
import io.sluice.rollout.Action;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.Observation;
import io.sluice.rollout.Report;
import io.sluice.rollout.Stage;
import io.sluice.rollout.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Takes a step again in other ways: repeated (I13), shuffled (I14), and later (I16). */
final class PurityChecks {
  private static final Duration FAR = Duration.ofDays(40);

  private final StepView view;
  private final StepFunction judge;
  private final Random random;

  private PurityChecks(StepView view, StepFunction judge) {
    this.view = view;
    this.judge = judge;
    this.random = new Random(view.now.toEpochMilli() * 31 + view.book.steps++);
    this.random.nextInt();
  }

  static void of(StepView view, StepFunction judge, CoverageCounter tally) {
    PurityChecks checks = new PurityChecks(view, judge);
    checks.timeAlone();
    checks.wake();
    if (checks.random.nextInt(3) == 0) {
      checks.repeated();
      checks.shuffled();
      tally.saw(CoverageItem.SHUFFLED);
    }
    if (view.step.actions().isEmpty() && checks.random.nextInt(2) == 0) {
      checks.nothingBeforeTheWake();
      tally.saw(CoverageItem.PROBED);
    }
  }

  private void wake() {
    view.step
        .wakeAt()
        .ifPresent(
            at -> Invariant.I16.holds(at.isAfter(view.now), () -> "a wake in the past: " + at));
  }

  private void repeated() {
    if (contradicted()) {
      return;
    }
    Observation same = new Observation(view.hub, List.of(), view.seen.looks(), view.seen.reports());
    Step again = judge.step(view.step.state(), same, view.now);
    Invariant.I13.holds(
        again.actions().stream().noneMatch(Action.Dispatch.class::isInstance),
        () -> "repeated, it dispatches: " + again.actions());
  }

  /** News that contradicts itself is a course of events, which does not repeat itself. */
  private boolean contradicted() {
    Map<String, Set<Verdict>> heard = new HashMap<>();
    for (Report report : view.seen.reports()) {
      if (report.verdict() != Verdict.SILENT) {
        heard.computeIfAbsent(report.cluster(), name -> new HashSet<>()).add(report.verdict());
      }
    }
    return heard.values().stream().anyMatch(verdicts -> verdicts.size() > 1);
  }

  private void shuffled() {
    Step other = judge.step(view.before, shuffledSight(), view.now);
    Invariant.I14.holds(
        other.equals(view.step), () -> "in another order: %s; was %s".formatted(other, view.step));
  }

  private Observation shuffledSight() {
    // News of one cluster keeps its order: that is what it says.
    Map<String, Integer> place = new HashMap<>();
    view.seen.reports().forEach(report -> place.put(report.cluster(), random.nextInt()));
    List<Report> reports = new ArrayList<>(view.seen.reports());
    reports.sort(
        Comparator.<Report>comparingInt(report -> place.get(report.cluster()))
            .thenComparing(Report::cluster));
    return new Observation(
        ObservationShuffler.of(view.hub, random),
        ObservationShuffler.of(view.seen.acks(), random),
        ObservationShuffler.of(view.seen.looks(), random),
        reports);
  }

  /** Before the next wake, nothing comes of time; nobody waits for an ignored soak. */
  private void nothingBeforeTheWake() {
    Instant then = view.step.wakeAt().map(at -> at.minusMillis(1)).orElse(view.now.plus(FAR));
    boolean unseen =
        view.entries.values().stream()
            .anyMatch(entry -> entry.stage() == Stage.SOAKING && view.ignored(entry.cluster()));
    if (unseen || !then.isAfter(view.now)) {
      return;
    }
    AttemptState rest = view.step.state();
    Step later = judge.step(rest, Observation.of(view.hub), then);
    Invariant.I16.holds(
        later.actions().isEmpty() && later.state().equals(rest),
        () ->
            "at %s, before the next wake, comes %s, %s; was %s"
                .formatted(then, later.actions(), later.state(), rest));
  }

  /** Who starts while nothing but time has passed owes it to a soak or a deadline. */
  private void timeAlone() {
    boolean nothingNew =
        view.seen.acks().isEmpty()
            && view.seen.looks().isEmpty()
            && view.seen.reports().isEmpty()
            && !view.book.asked
            && view.book.last.filter(last -> last.hub.equals(view.hub)).isPresent();
    view.book.asked = false;
    if (!nothingNew || view.starts.isEmpty()) {
      return;
    }
    StepView last = view.book.last.get();
    boolean ended =
        last.entries.values().stream()
            .filter(entry -> last.inFlight(entry.cluster()))
            .anyMatch(entry -> !view.inFlight(entry.cluster()));
    Invariant.I16.holds(ended, () -> view.starts + " start, by time alone");
  }
}
