package io.sluice.workflow;

import io.sluice.rollout.Ack;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Observation;
import io.sluice.rollout.Report;
import java.util.ArrayList;
import java.util.List;

/** Collects what reaches a run between two steps. Its handlers only enter; they never judge. */
final class SignalBuffer {
  private final List<Ack> acks = new ArrayList<>();
  private final List<Observation.Look> looks = new ArrayList<>();
  private final List<Report> reports = new ArrayList<>();
  private boolean hubChanged = true;
  private boolean asked;

  void hubChanged() {
    hubChanged = true;
  }

  /** A person asked for something: the next step has to see it. */
  void asked() {
    asked = true;
  }

  void acknowledged(List<Ack> answers) {
    acks.addAll(answers);
  }

  void lookedAt(Observation.Look look) {
    looks.add(look);
  }

  void reported(List<Report> verdicts) {
    reports.addAll(verdicts);
  }

  /** O(1): Temporal asks on every change of state. */
  boolean hasNews() {
    return hubChanged || asked || !acks.isEmpty() || !looks.isEmpty() || !reports.isEmpty();
  }

  /**
   * Whether the hub must be looked at before the next step. Forgets it: a signal that comes during
   * the look asks for another.
   */
  boolean takeHubChanged() {
    boolean changed = hubChanged;
    hubChanged = false;
    return changed;
  }

  Observation take(HubSnapshot hub) {
    Observation seen = new Observation(hub, acks, looks, reports);
    acks.clear();
    looks.clear();
    reports.clear();
    asked = false;
    return seen;
  }

  /** Whether answers of the hub wait for a step: they must not be lost with the run. */
  boolean hasAnswers() {
    return !acks.isEmpty() || !looks.isEmpty();
  }

  List<Report> reports() {
    return List.copyOf(reports);
  }
}
