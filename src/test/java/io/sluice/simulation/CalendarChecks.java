package io.sluice.simulation;

import io.sluice.rollout.PendingCluster;
import io.sluice.rollout.Phase;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Checks what a calendar has to do with a step, against the calendar itself: I24 and I28. */
final class CalendarChecks {
  private final StepView view;
  private final ModelCalendar calendar;

  private CalendarChecks(StepView view, ModelCalendar calendar) {
    this.view = view;
    this.calendar = calendar;
  }

  static void of(StepView view, Optional<ModelCalendar> calendar, CoverageCounter coverage) {
    calendar.ifPresent(known -> new CalendarChecks(view, known).all(coverage));
  }

  private void all(CoverageCounter coverage) {
    List<String> starts = view.inTurn();
    Invariant.I24.holds(
        starts.stream().allMatch(cluster -> calendar.open(cluster, view.now)),
        () -> "%s start, but %s is closed".formatted(starts, calendar));
    if (!view.judges() || view.step.state().outcome().isPresent()) {
      return;
    }
    Optional<Instant> opens = opens();
    boolean held = view.step.progress().heldByCalendar();
    Invariant.I28.holds(
        opens.isEmpty() || view.step.wakeAt().filter(at -> !at.isAfter(opens.get())).isPresent(),
        () -> "%s opens, but the run wakes %s".formatted(opens, view.step.wakeAt()));
    Invariant.I28.holds(
        !held || view.step.progress().waitingFor().startsWith("Waiting for "),
        () -> "held, but: " + view.step.progress().waitingFor());
    Invariant.I28.holds(
        !held || closed().isPresent(), () -> "held by a calendar that is open: " + calendar);
    if (held && view.step.progress().phase() == Phase.PROGRESSING) {
      coverage.saw(CoverageItem.HELD_BY_CALENDAR);
    }
    if (!starts.isEmpty()) {
      coverage.saw(CoverageItem.OPENED_BY_CALENDAR);
    }
  }

  private Optional<String> closed() {
    return view.step.state().waiting().stream()
        .map(PendingCluster::cluster)
        .filter(cluster -> !view.absent(cluster) && !calendar.open(cluster, view.now))
        .findFirst();
  }

  private Optional<Instant> opens() {
    return view.step.state().waiting().stream()
        .filter(entry -> !view.absent(entry.cluster()))
        .flatMap(entry -> calendar.opens(entry.cluster(), view.now).stream())
        .min(Comparator.naturalOrder());
  }
}
