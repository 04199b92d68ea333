package io.sluice.simulation;

import io.sluice.rollout.Ack;
import io.sluice.rollout.Action;
import io.sluice.rollout.Observation;
import io.sluice.rollout.Progress;
import io.sluice.rollout.Report;
import io.sluice.simulation.ModelReplicaWriter.Answer;
import io.sluice.simulation.ModelReplicaWriter.ClaimLost;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Executes actions, with faults; each returns true if the hub's answer arrived. */
final class ModelActionExecutor implements Action.Cases<Boolean> {
  /** The run has lost its claim. */
  static final class Lost extends RuntimeException {
    private static final long serialVersionUID = 1;

    Lost(ClaimLost cause) {
      super(cause);
    }
  }

  private interface Call {
    Answer of(String cluster);
  }

  private final Simulation simulation;
  private final AttemptLog log;
  private final ModelReplicaWriter port;
  private final Progress progress;
  private final HubCallFault fault;
  private final List<Ack> acks = new ArrayList<>();
  private final List<Observation.LookDone> looks = new ArrayList<>();
  private final List<Report> reports = new ArrayList<>();
  private final List<String> notTried = new ArrayList<>();

  /**
   * Creates an executor for the actions of one step.
   *
   * @param progress what that step reports
   */
  ModelActionExecutor(
      Simulation simulation, AttemptLog log, Progress progress, HubCallFault fault) {
    this.simulation = simulation;
    this.log = log;
    this.progress = progress;
    this.port = new ModelReplicaWriter(simulation.hub(), log, simulation.now());
    this.fault = fault;
  }

  @Override
  public Boolean dispatch(Action.Dispatch action) {
    return each(
        action.clusters(),
        Ack.RequestedWrite.DISPATCH,
        cluster -> port.dispatch(cluster, Optional.ofNullable(action.dispatchedAt().get(cluster))));
  }

  @Override
  public Boolean provide(Action.Provide action) {
    return each(
        action.clusters(),
        Ack.RequestedWrite.PROVIDE,
        cluster -> port.provide(cluster, action.content()));
  }

  @Override
  public Boolean publish(Action.Publish action) {
    if (fault == HubCallFault.HUB_UNREACHABLE) {
      return false;
    }
    if (!simulation.hub().publish(log, progress, true)) {
      throw new Lost(new ClaimLost());
    }
    if (fault != HubCallFault.NONE) {
      return false;
    }
    action
        .clusters()
        .forEach(
            cluster ->
                acks.add(
                    Ack.written(cluster, simulation.now(), log.spec.number())
                        .to(Ack.RequestedWrite.PUBLISH)));
    return true;
  }

  @Override
  public Boolean takeBack(Action.TakeBack action) {
    return each(action.clusters(), Ack.RequestedWrite.TAKE_BACK, port::takeBack);
  }

  private boolean each(List<String> clusters, Ack.RequestedWrite asked, Call call) {
    if (fault == HubCallFault.HUB_UNREACHABLE) {
      return false;
    }
    boolean half = fault == HubCallFault.HALF || fault == HubCallFault.OUT_OF_TIME;
    int reached = half ? clusters.size() / 2 : clusters.size();
    try {
      port.checkClaim();
    } catch (ClaimLost e) {
      throw new Lost(e);
    }
    for (String cluster : clusters.subList(0, reached)) {
      if (asked == Ack.RequestedWrite.TAKE_BACK || port.tries(cluster, asked)) {
        Answer answer = call.of(cluster);
        acks.add(answer.ack().to(asked));
        answer.report().ifPresent(reports::add);
      } else {
        notTried(cluster);
      }
    }
    if (fault == HubCallFault.OUT_OF_TIME) {
      clusters.subList(reached, clusters.size()).forEach(this::notTried);
      return true;
    }
    if (fault != HubCallFault.NONE) {
      simulation.coverage().saw(CoverageItem.CALL_REPEATED);
      acks.clear();
      reports.clear();
      notTried.clear();
      return false;
    }
    return true;
  }

  private void notTried(String cluster) {
    simulation.coverage().saw(CoverageItem.NOT_TRIED);
    notTried.add(cluster);
  }

  @Override
  public Boolean look(Action.Look action) {
    if (fault != HubCallFault.NONE) {
      return false;
    }
    for (String cluster : action.clusters()) {
      simulation.hub().newsOf(cluster, simulation.now()).ifPresent(reports::add);
    }
    looks.add(new Observation.LookDone(action.clusters(), simulation.now()));
    return true;
  }

  @Override
  public Boolean close(Action.Close action) {
    throw new IllegalStateException("a run closes itself, attempt " + log.spec.number());
  }

  List<Ack> takeAcks() {
    return taken(acks);
  }

  List<Observation.LookDone> takeLooks() {
    return taken(looks);
  }

  List<Report> takeReports() {
    return taken(reports);
  }

  List<String> takeNotTried() {
    return taken(notTried);
  }

  private static <T> List<T> taken(List<T> values) {
    List<T> copy = List.copyOf(values);
    values.clear();
    return copy;
  }
}
