package io.sluice.simulation;

import io.sluice.rollout.Ack;
import io.sluice.rollout.Action;
import io.sluice.rollout.Observation;
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
    Answer of(String cluster) throws ClaimLost;
  }

  private final Simulation simulation;
  private final AttemptLog log;
  private final ModelReplicaWriter port;
  private final HubCallFault fault;
  private final List<Ack> acks = new ArrayList<>();
  private final List<Observation.LookDone> looks = new ArrayList<>();
  private final List<Report> reports = new ArrayList<>();

  ModelActionExecutor(Simulation simulation, AttemptLog log, HubCallFault fault) {
    this.simulation = simulation;
    this.log = log;
    this.port = new ModelReplicaWriter(simulation.hub(), log, simulation.now());
    this.fault = fault;
  }

  @Override
  public Boolean dispatch(Action.Dispatch action) {
    return each(action.clusters(), Ack.RequestedWrite.DISPATCH, port::dispatch);
  }

  @Override
  public Boolean provide(Action.Provide action) {
    return each(
        action.clusters(),
        Ack.RequestedWrite.PROVIDE,
        cluster -> port.provide(cluster, action.content()));
  }

  @Override
  public Boolean takeBack(Action.TakeBack action) {
    return each(action.clusters(), Ack.RequestedWrite.TAKE_BACK, port::takeBack);
  }

  private boolean each(List<String> clusters, Ack.RequestedWrite asked, Call call) {
    if (fault == HubCallFault.HUB_UNREACHABLE) {
      return false;
    }
    int reached = fault == HubCallFault.HALF ? clusters.size() / 2 : clusters.size();
    try {
      port.checkClaim();
      for (String cluster : clusters.subList(0, reached)) {
        Answer answer = call.of(cluster);
        acks.add(answer.ack().to(asked));
        answer.report().ifPresent(reports::add);
      }
    } catch (ClaimLost e) {
      throw new Lost(e);
    }
    if (fault != HubCallFault.NONE) {
      simulation.coverage().saw(CoverageItem.CALL_REPEATED);
      acks.clear();
      reports.clear();
      return false;
    }
    return true;
  }

  @Override
  public Boolean look(Action.Look action) {
    if (fault != HubCallFault.NONE) {
      return false;
    }
    for (String cluster : action.clusters()) {
      Optional<ModelReplica> replica = simulation.hub().replica(cluster);
      replica.ifPresent(
          found -> reports.add(simulation.hub().reportOf(cluster, found, simulation.now())));
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

  private static <T> List<T> taken(List<T> values) {
    List<T> copy = List.copyOf(values);
    values.clear();
    return copy;
  }
}
