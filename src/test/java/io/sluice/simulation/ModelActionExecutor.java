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

/** Carries actions out, with mishaps; each answers whether the hub's answer came back. */
final class ModelActionExecutor implements Action.Cases<Boolean> {
  /** The run has no say any more. */
  static final class Lost extends RuntimeException {
    private static final long serialVersionUID = 1;

    Lost(ClaimLost cause) {
      super(cause);
    }
  }

  private interface Call {
    Answer of(String cluster) throws ClaimLost;
  }

  private final Simulation world;
  private final AttemptLog book;
  private final ModelReplicaWriter port;
  private final HubCallFault mishap;
  private final List<Ack> acks = new ArrayList<>();
  private final List<Observation.Look> looks = new ArrayList<>();
  private final List<Report> reports = new ArrayList<>();

  ModelActionExecutor(Simulation world, AttemptLog book, HubCallFault mishap) {
    this.world = world;
    this.book = book;
    this.port = new ModelReplicaWriter(world.hub(), book, world.now());
    this.mishap = mishap;
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
    if (mishap == HubCallFault.HUB_AWAY) {
      return false;
    }
    int reached = mishap == HubCallFault.HALF ? clusters.size() / 2 : clusters.size();
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
    if (mishap != HubCallFault.NONE) {
      world.tally().saw(CoverageItem.CALL_REPEATED);
      acks.clear();
      reports.clear();
      return false;
    }
    return true;
  }

  @Override
  public Boolean look(Action.Look action) {
    if (mishap != HubCallFault.NONE) {
      return false;
    }
    for (String cluster : action.clusters()) {
      Optional<ModelReplica> replica = world.hub().replica(cluster);
      replica.ifPresent(found -> reports.add(world.hub().reportOf(cluster, found, world.now())));
    }
    looks.add(new Observation.Look(action.clusters(), world.now()));
    return true;
  }

  @Override
  public Boolean close(Action.Close action) {
    throw new IllegalStateException("a run closes itself, attempt " + book.spec.number());
  }

  List<Ack> takeAcks() {
    return taken(acks);
  }

  List<Observation.Look> takeLooks() {
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
