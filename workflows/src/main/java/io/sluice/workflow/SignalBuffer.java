package io.sluice.workflow;

import io.sluice.check.CheckAnswer;
import io.sluice.fleet.Departures;
import io.sluice.fleet.UndoneRepairs;
import io.sluice.rollout.Ack;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Observation;
import io.sluice.rollout.Report;
import io.temporal.failure.CanceledFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Collects the input of a run between two steps. Handlers only add to it; they never judge. */
final class SignalBuffer {
  private final List<Ack> acks = new ArrayList<>();
  private final List<Observation.LookDone> looks = new ArrayList<>();
  private final List<CheckAnswer> answers = new ArrayList<>();
  private final List<Report> reports = new ArrayList<>();
  private final List<Report> heldBack = new ArrayList<>();
  private Optional<RuntimeException> failure = Optional.empty();
  private Optional<Departures> departures = Optional.empty();
  private Optional<Departures> observedWith = Optional.empty();
  private UndoneRepairs undone = UndoneRepairs.NONE;
  private boolean hubChanged = true;
  private boolean woken;

  void hubChanged() {
    hubChanged = true;
  }

  /**
   * Records which clusters have left. It counts with the next observation alone: one from before
   * may still show them, and would end what is known of them.
   */
  void departed(Departures told) {
    departures = Optional.of(told);
  }

  /** Returns which clusters had left when the observation began that has ended now. */
  Optional<Departures> takeDepartures() {
    Optional<Departures> taken = observedWith;
    observedWith = Optional.empty();
    if (taken.equals(departures)) {
      departures = Optional.empty();
    }
    return taken;
  }

  /** Returns the departures that no step has taken yet; they must not be lost with the run. */
  Optional<Departures> departures() {
    return departures;
  }

  /** Records which repairs are undone now. It counts at once. */
  void undone(UndoneRepairs told) {
    woken |= !undone.equals(told);
    undone = told;
  }

  /** Returns which repairs are undone, as the controller sent it last. */
  UndoneRepairs undone() {
    return undone;
  }

  /** Asks for a step: a user's request, or a call to the hub, changed something. */
  void wake() {
    woken = true;
  }

  /**
   * Records that a call to the hub failed for good, so that the run ends, unless it is canceled.
   */
  void failed(RuntimeException why) {
    if (!(why.getCause() instanceof CanceledFailure)) {
      failure = failure.or(() -> Optional.of(why));
    }
    woken = true;
  }

  void throwFailure() {
    if (failure.isPresent()) {
      throw failure.get();
    }
  }

  void acknowledged(List<Ack> answers) {
    acks.addAll(answers);
  }

  void lookedAt(Observation.LookDone look) {
    looks.add(look);
  }

  /** Records the answer to a check. */
  void answered(CheckAnswer answer) {
    answers.add(answer);
  }

  void reported(List<Report> verdicts) {
    reports.addAll(verdicts);
  }

  /** Returns whether a step is due. O(1): Temporal calls it on every change of state. */
  boolean hasInput() {
    return woken || !acks.isEmpty() || !looks.isEmpty() || !reports.isEmpty() || !answers.isEmpty();
  }

  boolean isHubChanged() {
    return hubChanged;
  }

  /** Records that the hub is observed now: a signal from here on asks for another observation. */
  void observing() {
    hubChanged = false;
    observedWith = departures;
  }

  /**
   * Returns the input of the next step, and empties the buffer.
   *
   * <p>A cluster may report before the batch that wrote it has answered, and a step would drop that
   * verdict, because it knows of no dispatch yet. It is held back until {@link #releaseReports}.
   *
   * @param beingWritten whether a batch with that cluster is under way
   */
  Observation take(HubSnapshot hub, List<String> notTried, Predicate<String> beingWritten) {
    List<Report> due = new ArrayList<>();
    for (Report report : reports) {
      (beingWritten.test(report.cluster()) ? heldBack : due).add(report);
    }
    Observation observation = new Observation(hub, acks, looks, due, notTried, answers);
    acks.clear();
    looks.clear();
    answers.clear();
    reports.clear();
    woken = false;
    return observation;
  }

  /** Lets the next step see what was held back: a batch has answered. */
  void releaseReports() {
    reports.addAll(0, heldBack);
    heldBack.clear();
  }

  /** Returns whether answers of the hub wait for a step; they must not be lost with the run. */
  boolean hasAnswers() {
    return !acks.isEmpty() || !looks.isEmpty();
  }

  List<Report> reports() {
    return List.copyOf(reports);
  }
}
