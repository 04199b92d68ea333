package io.sluice.forecast;

import io.sluice.rollout.Ack;
import io.sluice.rollout.Action;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.ClusterState;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Observation;
import io.sluice.rollout.Report;
import io.sluice.rollout.Stage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * Answers the actions of an attempt: the hub takes every write at once, and clusters report as a
 * profile says.
 */
final class AnsweringFleet implements Action.Cases<Boolean> {
  private final AttemptSpec spec;
  private final FleetProfile profile;
  private final PriorityQueue<Report> due =
      new PriorityQueue<>(Comparator.comparingLong(Report::at).thenComparing(Report::cluster));
  private final List<Ack> acks = new ArrayList<>();
  private final List<Observation.LookDone> looks = new ArrayList<>();
  private Instant now;

  AnsweringFleet(AttemptSpec spec, FleetProfile profile, Instant now) {
    this.spec = spec;
    this.profile = profile;
    this.now = now;
  }

  /** Answers for clusters that were started before the forecast begins. */
  void resume(AttemptState state) {
    for (ClusterState entry : state.clusters()) {
      if (entry.stage() == Stage.DISPATCHED) {
        answer(entry.cluster(), entry.dispatchedAt(), entry.dispatchAttempt(spec.number()));
      } else if (entry.stage() == Stage.STARTED && entry.refused() == 0) {
        written(entry.cluster(), now, Ack.RequestedWrite.DISPATCH);
        answer(entry.cluster(), now, spec.number());
      }
    }
  }

  /** Executes an action at this instant; returns true if it ends the attempt. */
  boolean execute(Action action, Instant at) {
    now = at;
    return action.match(this);
  }

  @Override
  public Boolean dispatch(Action.Dispatch action) {
    for (String cluster : action.clusters()) {
      Instant at = action.dispatchedAt().getOrDefault(cluster, now);
      written(cluster, at, Ack.RequestedWrite.DISPATCH);
      answer(cluster, now, spec.number());
    }
    return false;
  }

  private void answer(String cluster, Instant dispatched, long attempt) {
    ClusterAnswer answer = profile.answer(cluster);
    Instant at = answer.at(dispatched);
    due.add(
        answer.report(cluster, attempt, spec.version().contentHash(), at.isBefore(now) ? now : at));
  }

  private void written(String cluster, Instant at, Ack.RequestedWrite to) {
    acks.add(Ack.written(cluster, at, spec.number()).to(to));
  }

  private Boolean writtenAll(List<String> clusters, Ack.RequestedWrite to) {
    clusters.forEach(cluster -> written(cluster, now, to));
    return false;
  }

  @Override
  public Boolean provide(Action.Provide action) {
    return writtenAll(action.clusters(), Ack.RequestedWrite.PROVIDE);
  }

  @Override
  public Boolean publish(Action.Publish action) {
    return writtenAll(action.clusters(), Ack.RequestedWrite.PUBLISH);
  }

  @Override
  public Boolean takeBack(Action.TakeBack action) {
    return writtenAll(action.clusters(), Ack.RequestedWrite.TAKE_BACK);
  }

  @Override
  public Boolean look(Action.Look action) {
    looks.add(new Observation.LookDone(action.clusters(), now));
    return false;
  }

  @Override
  public Boolean close(Action.Close action) {
    return true;
  }

  /** Returns whether the hub has answers for a step at this instant. */
  boolean hasAnswers() {
    return !acks.isEmpty() || !looks.isEmpty();
  }

  /** Returns when the next cluster reports. */
  Optional<Instant> nextReport() {
    return Optional.ofNullable(due.peek()).map(report -> Instant.ofEpochMilli(report.at()));
  }

  /** Returns what a step at this instant observes, once; a report comes after its answer. */
  Observation take(HubSnapshot hub, Instant at) {
    List<Report> reports = new ArrayList<>();
    while (!due.isEmpty() && due.peek().at() <= at.toEpochMilli()) {
      reports.add(due.poll());
    }
    Observation seen = new Observation(hub, acks, looks, reports);
    acks.clear();
    looks.clear();
    return seen;
  }
}
