package io.sluice.simulation;

import io.sluice.rollout.Outcome;
import java.util.Optional;

/** Knows when an event can have an effect at all. */
final class EventFilter {
  private EventFilter() {}

  static boolean of(EventKind kind, Simulation world) {
    Optional<ModelRollout> object = world.hub().rollout();
    Optional<ModelRoot> root = world.hub().root();
    return switch (kind) {
      case STEP, WAKE, TELL, RUN_FREEZES, WORKER_CRASHES -> world.awake().findAny().isPresent();
      case ACT -> world.awake().anyMatch(ModelRun::busy);
      case KEEP -> world.awake().findAny().isEmpty();
      case DELIVER, DELIVER_BACKWARDS, DELIVER_AND_KEEP, LOSE_MAIL -> !world.mail().isEmpty();
      case COMES_BACK -> !world.fleet().away().isEmpty();
      case NOT_IGNORED -> !world.fleet().ignored().isEmpty();
      case TAKES_WRITES -> !world.fleet().refusing().isEmpty();
      case COHERENT -> world.fleet().incoherent();
      case INCOHERENT -> !world.fleet().incoherent();
      case IS_REMOVED -> !world.hub().fleetView().leaving().isEmpty();
      case GO_ON -> object.filter(known -> known.paused).isPresent();
      case RESUME_BY_MESSAGE ->
          world.running().filter(run -> run.state().wishes().paused()).isPresent();
      case RETRY ->
          object
              .flatMap(known -> known.outcome)
              .filter(end -> end == Outcome.FAILED || end == Outcome.ABORTED)
              .isPresent();
      case ENABLE -> root.filter(ModelRoot::disabled).isPresent();
      case STAGE -> root.filter(known -> !known.staged()).isPresent();
      case CREATE_POLICY -> root.isEmpty();
      case SETTINGS_VALID -> world.hub().refusal().isPresent();
      case RUN_THAWS -> world.runs().stream().anyMatch(ModelRun::frozen);
      case RIVAL -> world.awake().anyMatch(run -> !run.claimed());
      default -> true;
    };
  }
}
