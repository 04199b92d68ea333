package io.sluice.workflow;

import io.sluice.rollout.Ack;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Observation;
import io.sluice.rollout.Report;
import java.util.ArrayList;
import java.util.List;

/** Collects the input of a run between two steps. Handlers only add to it; they never judge. */
final class SignalBuffer {
  private final List<Ack> acks = new ArrayList<>();
  private final List<Observation.LookDone> looks = new ArrayList<>();
  private final List<Report> reports = new ArrayList<>();
  private boolean hubChanged = true;
  private boolean requested;

  void hubChanged() {
    hubChanged = true;
  }

  /** Records that a user's request changed the state, so that a step follows. */
  void requested() {
    requested = true;
  }

  void acknowledged(List<Ack> answers) {
    acks.addAll(answers);
  }

  void lookedAt(Observation.LookDone look) {
    looks.add(look);
  }

  void reported(List<Report> verdicts) {
    reports.addAll(verdicts);
  }

  /** Returns whether a step is due. O(1): Temporal calls it on every change of state. */
  boolean hasInput() {
    return hubChanged || requested || !acks.isEmpty() || !looks.isEmpty() || !reports.isEmpty();
  }

  /**
   * Returns whether the hub must be observed before the next step, and resets that: a signal that
   * comes during the observation asks for another.
   */
  boolean takeHubChanged() {
    boolean changed = hubChanged;
    hubChanged = false;
    return changed;
  }

  /** Returns the input of the next step, and empties the buffer. */
  Observation take(HubSnapshot hub) {
    Observation observation = new Observation(hub, acks, looks, reports);
    acks.clear();
    looks.clear();
    reports.clear();
    requested = false;
    return observation;
  }

  /** Returns whether answers of the hub wait for a step; they must not be lost with the run. */
  boolean hasAnswers() {
    return !acks.isEmpty() || !looks.isEmpty();
  }

  List<Report> reports() {
    return List.copyOf(reports);
  }
}
