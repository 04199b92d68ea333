package io.sluice.simulation;

import io.sluice.hold.HoldKind;
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
  private final StepFunction stepFunction;
  private final Random random;

  private PurityChecks(StepView view, StepFunction stepFunction) {
    this.view = view;
    this.stepFunction = stepFunction;
    this.random = new Random(view.now.toEpochMilli() * 31 + view.log.steps++);
    this.random.nextInt();
  }

  static void of(StepView view, StepFunction stepFunction, CoverageCounter coverage) {
    PurityChecks checks = new PurityChecks(view, stepFunction);
    checks.timeAlone();
    checks.wake();
    checks.nothingNew();
    coverage.saw(CoverageItem.NOTHING_NEW);
    if (checks.random.nextInt(3) == 0) {
      checks.repeated();
      checks.shuffled();
      coverage.saw(CoverageItem.SHUFFLED);
    }
    if (view.step.actions().isEmpty() && checks.random.nextInt(2) == 0) {
      checks.nothingBeforeTheWake();
      coverage.saw(CoverageItem.PROBED);
    }
  }

  private void wake() {
    view.step
        .wakeAt()
        .ifPresent(
            at -> Invariant.I16.holds(at.isAfter(view.now), () -> "a wake in the past: " + at));
  }

  /** What waits for an answer may be asked for at every step: a read, a provision, a take-back. */
  private void nothingNew() {
    AttemptState rest = view.step.state();
    Step again = stepFunction.step(rest, Observation.of(view.hub), view.now);
    Invariant.NOTHING_NEW.holds(
        again.state().equals(rest)
            && again.actions().stream().noneMatch(Action.Dispatch.class::isInstance),
        () ->
            "a step on nothing new plans %s, with %s; was %s"
                .formatted(again.actions(), again.state(), rest));
  }

  private void repeated() {
    if (contradicted()) {
      return;
    }
    Observation same = new Observation(view.hub, List.of(), view.seen.looks(), view.seen.reports());
    Step again = stepFunction.step(view.step.state(), same, view.now);
    Invariant.I13.holds(
        again.actions().stream().noneMatch(Action.Dispatch.class::isInstance),
        () ->
            "repeated, it dispatches: %s, on %s, was %s"
                .formatted(again.actions(), view.seen.reports(), view.step));
  }

  /** Contradicting reports are a sequence of events, which cannot be repeated. */
  private boolean contradicted() {
    Set<String> gone = new HashSet<>();
    view.seen.reports().stream().filter(Report::gone).forEach(report -> gone.add(report.cluster()));
    if (view.seen.reports().stream()
        .anyMatch(report -> !report.gone() && gone.contains(report.cluster()))) {
      return true;
    }
    if (view.before.clusters().stream()
        .anyMatch(
            entry ->
                gone.contains(entry.cluster())
                    && entry.inFlight()
                    && !view.inFlight(entry.cluster()))) {
      // For a cluster that is final the same report is the first one.
      return true;
    }
    Map<String, Set<Verdict>> heard = new HashMap<>();
    Map<String, Long> named = new HashMap<>();
    for (Report report : view.seen.reports()) {
      Long other = named.put(report.cluster(), report.attempt());
      if (other != null && other != report.attempt()) {
        return true;
      }
      if (report.verdict() != Verdict.SILENT) {
        heard.computeIfAbsent(report.cluster(), name -> new HashSet<>()).add(report.verdict());
      }
    }
    return heard.values().stream().anyMatch(verdicts -> verdicts.size() > 1);
  }

  private void shuffled() {
    Step other = stepFunction.step(view.before, shuffledSight(), view.now);
    Invariant.I14.holds(
        other.equals(view.step), () -> "in another order: %s; was %s".formatted(other, view.step));
  }

  private Observation shuffledSight() {
    // Reports of one cluster keep their order, which is part of their meaning.
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
        reports,
        ObservationShuffler.of(view.seen.notTried(), random),
        view.seen.answers());
  }

  /** Checks that time alone changes nothing before the next wakeup; ignored soaks need none. */
  private void nothingBeforeTheWake() {
    Instant then = view.step.wakeAt().map(at -> at.minusMillis(1)).orElse(view.now.plus(FAR));
    boolean unseen =
        view.entries.values().stream()
            .anyMatch(entry -> entry.stage() == Stage.SOAKING && view.ignored(entry.cluster()));
    if (unseen || !then.isAfter(view.now)) {
      return;
    }
    AttemptState rest = view.step.state();
    Step later = stepFunction.step(rest, Observation.of(view.hub), then);
    Invariant.I16.holds(
        later.actions().isEmpty() && later.state().equals(rest),
        () ->
            "at %s, before the next wake, comes %s, %s; was %s"
                .formatted(then, later.actions(), later.state(), rest));
  }

  /**
   * A cluster that starts by time alone starts because of a soak, a deadline, an approval that
   * begins to count, or a pass of another group that lapses and gives the turn to it.
   */
  private void timeAlone() {
    boolean nothingNew =
        view.seen.acks().isEmpty()
            && view.seen.looks().isEmpty()
            && view.seen.reports().isEmpty()
            && view.seen.answers().isEmpty()
            && !view.log.asked
            && view.log
                .last
                .filter(last -> last.hub.equals(view.hub))
                .filter(last -> last.step.state().departures().equals(view.before.departures()))
                .isPresent();
    view.log.asked = false;
    if (!nothingNew || view.starts.isEmpty()) {
      return;
    }
    StepView last = view.log.last.get();
    boolean ended =
        last.entries.values().stream()
            .filter(entry -> last.inFlight(entry.cluster()))
            .anyMatch(entry -> !view.inFlight(entry.cluster()));
    boolean approved =
        last.step.progress().groups().stream()
            .flatMap(group -> group.holds().stream())
            .filter(hold -> hold.kind() == HoldKind.APPROVAL)
            .anyMatch(hold -> hold.until().filter(at -> !at.isAfter(view.now)).isPresent());
    Invariant.I16.holds(
        ended || approved || lapsed(last), () -> view.starts + " start, by time alone");
  }

  private boolean lapsed(StepView last) {
    return last.step.state().checkState().records().stream()
        .filter(
            known ->
                view.starts.stream().map(view.groupOf::get).noneMatch(known.key().group()::same))
        .anyMatch(
            known ->
                view.hub.checks().stream()
                    .filter(rule -> rule.name().equals(known.key().check()))
                    .filter(rule -> rule.hash().equals(known.key().hash()))
                    .anyMatch(
                        rule -> known.passed(rule, last.now) && !known.passed(rule, view.now)));
  }
}
