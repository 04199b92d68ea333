package io.sluice.rehearsal.recorded;

import io.sluice.rollout.Action;
import io.sluice.rollout.ClusterState;
import io.sluice.rollout.Phase;
import io.sluice.rollout.Progress;
import io.sluice.rollout.Stage;
import io.sluice.rollout.Step;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Notes the events of a course from its steps: what happens to clusters, groups and the attempt.
 */
public final class CourseEvents {
  private final Map<String, List<Instant>> events = new TreeMap<>();
  private final Map<String, Stage> stages = new TreeMap<>();
  private final Map<String, Boolean> approved = new TreeMap<>();
  private boolean paused;
  private boolean halted;
  private Optional<?> outcome = Optional.empty();

  /** Notes a step. */
  public void enter(Instant at, Step step) {
    for (ClusterState entry : step.state().clusters()) {
      Stage before = stages.put(entry.cluster(), entry.stage());
      if (before != entry.stage()) {
        note(at, "cluster " + entry.cluster() + " " + entry.stage());
        if (before == null) {
          first(at, "start of group " + step.state().groups().get(entry.group()).label());
        }
      }
    }
    Progress progress = step.progress();
    for (Progress.Group group : progress.groups()) {
      Boolean before = approved.put(group.label(), group.approved());
      if (before != null && before != group.approved()) {
        note(
            at, (group.approved() ? "approval of group " : "revocation of group ") + group.label());
      }
    }
    if (paused != (progress.phase() == Phase.PAUSED)) {
      paused = !paused;
      note(at, paused ? "pause" : "resume");
    }
    if (!halted && step.state().breach().isPresent()) {
      halted = true;
      note(at, "halt: " + step.state().breach().get());
    }
    if (!outcome.equals(step.state().outcome())) {
      outcome = step.state().outcome();
      note(at, "outcome " + outcome.map(Object::toString).orElse("none"));
    }
    for (Action action : step.actions()) {
      if (action instanceof Action.Close close) {
        first(at, "end: " + close.because());
      }
    }
  }

  private void note(Instant at, String what) {
    events.computeIfAbsent(what, absent -> new ArrayList<>()).add(at);
  }

  private void first(Instant at, String what) {
    events.computeIfAbsent(what, absent -> new ArrayList<>(List.of(at)));
  }

  /** Returns the instants of each event. */
  Map<String, List<Instant>> events() {
    return events;
  }
}
