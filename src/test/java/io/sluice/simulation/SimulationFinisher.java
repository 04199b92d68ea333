package io.sluice.simulation;

import io.sluice.policy.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Ends a simulation: removes all obstacles, and lets every cluster answer in its final way. Then
 * every attempt must end (I19).
 */
final class SimulationFinisher {
  private static final int ROUNDS = 1_000;

  private final Simulation simulation;

  SimulationFinisher(Simulation simulation) {
    this.simulation = simulation;
  }

  void settle() {
    simulation.note("end");
    clear();
    for (int round = 0; round < ROUNDS; round++) {
      if (round == ROUNDS / 2) {
        // Where a window opens in step with its answers, it may pass whenever nobody may start.
        simulation.hub().check(Optional.empty());
      }
      simulation.reconciler().reconcile();
      letGo();
      simulation.settle();
      simulation.runs().removeIf(ModelRun::closed);
      if (rests()) {
        simulation.checker().atRest();
        return;
      }
      answer();
      simulation.settle();
      simulation.runs().removeIf(ModelRun::closed);
      passTime();
    }
    throw new InvariantViolation(
        Invariant.I19,
        "after %d rounds it still continues: %s"
            .formatted(ROUNDS, simulation.runs().stream().map(ModelRun::state).toList()));
  }

  private void clear() {
    ModelFleet fleet = simulation.fleet();
    fleet.incoherent(false, false);
    fleet.refusing().clear();
    simulation.hub().refusal(Optional.empty());
    simulation.hub().quorum(Optional.empty());
    simulation.hub().undoForgeries();
    List.copyOf(simulation.hub().replicas().keySet()).forEach(simulation.hub()::renderAnew);
    simulation.leaderFrozen(false);
    simulation.runs().removeIf(ModelRun::frozen);
    if (fleet.selected().isEmpty()) {
      fleet.select("c01", 0);
    }
    if (simulation.hub().root().filter(ModelRoot::deleting).isPresent()) {
      simulation.hub().deletePolicy();
    }
    ModelRoot root = simulation.hub().root().orElse(ModelRoot.create(9)).disabled(false);
    simulation.hub().root(Optional.of(root.staged() ? root : root.strategy(0)));
    Set<String> left = new TreeSet<>(simulation.fleet().absent());
    left.addAll(simulation.hub().replicas().keySet());
    left.forEach(simulation.reconciler()::leave);
  }

  /** Removes what blocks the rollout from the current Rollout object. */
  private void letGo() {
    simulation.hub().rollout().ifPresent(this::letGo);
    simulation.awake().forEach(run -> run.ask(ModelRequest.RESUME, ""));
  }

  private void letGo(ModelRollout object) {
    object.paused = false;
    object.ungrouped = true;
    object.approvalsForVersion = Optional.empty();
    object.retry = Optional.empty();
    simulation.fleet().groups().forEach(group -> object.approved.add(group.name()));
    object.approved.remove("");
  }

  /** Returns true if no run is open and nothing is due. */
  private boolean rests() {
    return simulation.runs().isEmpty() && simulation.reconciler().starter().due().isEmpty();
  }

  /** With a deadline some clusters report a violation, or nothing; without one all comply. */
  private void answer() {
    boolean deadline =
        simulation.runs().stream()
            .allMatch(run -> run.spec().strategy().progressDeadline().isPresent());
    if (!deadline) {
      List.copyOf(simulation.fleet().absent()).forEach(simulation.fleet()::comesBack);
      List.copyOf(simulation.fleet().absent()).forEach(simulation.reconciler()::leave);
    }
    simulation.enqueueAll();
    simulation
        .hub()
        .replicas()
        .forEach(
            (cluster, replica) -> {
              int kind = Math.floorMod(simulation.setup().ending() + cluster.hashCode(), 9);
              Verdict verdict =
                  !deadline || kind > 1
                      ? Verdict.POSITIVE
                      : kind == 0 ? Verdict.NEGATIVE : replica.verdict();
              if (!deadline) {
                simulation.fleet().comesBack(cluster);
              }
              simulation.hub().report(cluster, verdict, false);
              simulation.enqueue(cluster);
            });
  }

  private void passTime() {
    Optional<Instant> wake =
        simulation.awake().flatMap(run -> run.wakeAt().stream()).min(Comparator.naturalOrder());
    wake.ifPresentOrElse(simulation::passUntil, () -> simulation.pass(Duration.ofSeconds(1)));
  }
}
