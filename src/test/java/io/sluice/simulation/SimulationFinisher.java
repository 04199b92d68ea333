package io.sluice.simulation;

import io.sluice.policy.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Lets a world come to rest: nothing stands in the way any more, and every cluster answers as it
 * always will. Then whatever was begun ends (I19).
 */
final class SimulationFinisher {
  private static final int ROUNDS = 300;

  private final Simulation world;

  SimulationFinisher(Simulation world) {
    this.world = world;
  }

  void settle() {
    world.note("calm");
    clear();
    for (int round = 0; round < ROUNDS; round++) {
      world.keeper().keep();
      letGo();
      world.settle();
      world.runs().removeIf(ModelRun::closed);
      if (rests()) {
        world.oracle().atRest();
        return;
      }
      answer();
      world.settle();
      world.runs().removeIf(ModelRun::closed);
      passTime();
    }
    throw new InvariantViolation(
        Invariant.I19,
        "after %d rounds of calm it goes on: %s"
            .formatted(ROUNDS, world.runs().stream().map(ModelRun::state).toList()));
  }

  private void clear() {
    ModelFleet fleet = world.fleet();
    fleet.incoherent(false, false);
    fleet.refusing().clear();
    world.hub().refusal(Optional.empty());
    world.runs().removeIf(ModelRun::frozen);
    if (fleet.selected().isEmpty()) {
      fleet.select(world.missed("c01") ? "c99" : "c01", 0);
    }
    ModelRoot root = world.hub().root().orElse(ModelRoot.create(9)).disabled(false);
    world.hub().root(Optional.of(root.staged() ? root : root.strategy(0)));
    for (String cluster : new TreeSet<>(world.hub().replicas().keySet())) {
      world.keeper().remove(cluster);
    }
  }

  /** People want it to go on, in whatever Rollout object there is now. */
  private void letGo() {
    world.hub().rollout().ifPresent(this::letGo);
    world.awake().forEach(run -> run.ask(ModelRequest.RESUME, ""));
  }

  private void letGo(ModelRollout object) {
    object.paused = false;
    object.ungrouped = true;
    object.approvalsForVersion = Optional.empty();
    object.retry = Optional.empty();
    world.fleet().groups().forEach(group -> object.approved.add(group.name()));
    object.approved.remove("");
  }

  /** True when no run is open and nothing is due. */
  private boolean rests() {
    return world.runs().isEmpty() && world.keeper().starter().due().isEmpty();
  }

  /** With a deadline some say bad things, or nothing; without one everybody complies in the end. */
  private void answer() {
    boolean deadline =
        world.runs().stream().allMatch(run -> run.spec().strategy().progressDeadline().isPresent());
    world
        .hub()
        .replicas()
        .forEach(
            (cluster, replica) -> {
              int kind = Math.floorMod(world.setup().ending() + cluster.hashCode(), 9);
              Verdict verdict =
                  !deadline || kind > 1
                      ? Verdict.POSITIVE
                      : kind == 0 ? Verdict.NEGATIVE : replica.verdict();
              if (!deadline) {
                world.fleet().away().remove(cluster);
              }
              world.hub().report(cluster, verdict, false);
              world.post(cluster);
            });
  }

  private void passTime() {
    Optional<Instant> wake =
        world.awake().flatMap(run -> run.wakeAt().stream()).min(Comparator.naturalOrder());
    wake.ifPresentOrElse(world::passUntil, () -> world.pass(Duration.ofSeconds(1)));
  }
}
