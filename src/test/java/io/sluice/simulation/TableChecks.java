package io.sluice.simulation;

import io.sluice.fleet.ClusterStatus;
import io.sluice.fleet.GroupKey;
import io.sluice.plan.ClusterState;
import io.sluice.plan.Progress;
import io.sluice.plan.selection.Candidates;
import io.sluice.plan.selection.Known;
import io.sluice.plan.selection.Selected;
import io.sluice.plan.selection.Selection;
import io.sluice.plan.selection.SelectionFunction;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Checks that a step starts and halts as the selection function says, which is given every cluster
 * by its name, in the words of the table of rollout-strategy 3.5: the step itself only counts.
 */
final class TableChecks {
  private final StepView view;

  private TableChecks(StepView view) {
    this.view = view;
  }

  static void of(StepView view) {
    if (view.judges()) {
      new TableChecks(view).check();
    }
  }

  private void check() {
    Selection selection =
        SelectionFunction.select(view.spec.strategy(), candidates(), known(), view.now);
    Set<String> turn = new TreeSet<>();
    selection.rollout().stream()
        .filter(entry -> entry.status().equals(ClusterStatus.TO_APPLY.word()))
        .map(Selected::cluster)
        .forEach(turn::add);
    Invariant.I2.holds(
        view.starts.equals(mayStart() ? turn : Set.of()),
        () -> "%s start, by the table %s".formatted(view.starts, turn));
    boolean over = selection.breach() || !selection.overTolerance().isEmpty();
    Invariant.I8.holds(
        view.before.breach().isPresent() || view.step.state().breach().isPresent() == over,
        () -> "breach %s, by the table %s".formatted(view.step.state().breach(), selection));
  }

  private boolean mayStart() {
    return view.step.state().outcome().isEmpty()
        && view.step.state().informed()
        && view.hub.refusal().isEmpty()
        && !view.hub.intent().paused()
        && !view.book.pausedByMessage;
  }

  private List<Candidates> candidates() {
    Map<GroupKey, Boolean> approved = new HashMap<>();
    for (Progress.Group group : view.step.progress().groups()) {
      approved.put(group.key(), group.approved());
    }
    return view.groups.entrySet().stream()
        .map(
            group ->
                new Candidates(
                    group.getKey(), List.copyOf(group.getValue()), approved.get(group.getKey())))
        .toList();
  }

  private List<Known> known() {
    return view.entries.values().stream()
        .filter(entry -> !view.starts.contains(entry.cluster()))
        .map(this::known)
        .toList();
  }

  /** After a step no clock of those in flight is over, so it may as well have begun just now. */
  private Known known(ClusterState entry) {
    if (view.released(entry)) {
      return as(entry, ClusterStatus.SKIP);
    }
    return switch (entry.stage()) {
      case STARTED, DISPATCHED ->
          as(entry, ClusterStatus.PROGRESSING).since(view.now.plusMillis(1));
      case SOAKING ->
          as(entry, ClusterStatus.SUCCEEDED)
              .since(view.now.plusMillis(1))
              .withMinSoak(Duration.ofMillis(1));
      case SUCCEEDED, NEW_CLUSTER -> as(entry, ClusterStatus.SKIP);
      case FAILED, TIMED_OUT -> as(entry, ClusterStatus.TIME_OUT);
    };
  }

  private Known as(ClusterState entry, ClusterStatus status) {
    return Known.of(entry.cluster(), view.groupOf.get(entry.cluster()), status);
  }
}
