package io.sluice.simulation;

import io.sluice.rollout.Outcome;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** Decides whether an event can have an effect. */
final class EventFilter {
  /**
   * What happens to policies alone: a template has no placement that is published piece by piece,
   * or numbers its groups, and nothing renders or disables it.
   */
  private static final Set<EventKind> OF_POLICIES =
      EnumSet.of(
          EventKind.IN_TWO_PLACEMENTS,
          EventKind.RENUMBERED,
          EventKind.CUT_ANEW,
          EventKind.INCOHERENT,
          EventKind.FOREIGN,
          EventKind.SETS_CHANGE,
          EventKind.RENDERED_ANEW,
          EventKind.DISABLE,
          EventKind.TERMINATE_POLICY);

  private EventFilter() {}

  static boolean of(EventKind kind, Simulation simulation) {
    if (simulation.fleet().ofTemplate() && OF_POLICIES.contains(kind)) {
      return false;
    }
    Optional<ModelRollout> object = simulation.hub().rollout();
    Optional<ModelRoot> root = simulation.hub().root();
    return switch (kind) {
      case STEP, WAKE, WRITE_STATUS, RUN_FREEZES, WORKER_CRASHES ->
          simulation.awake().findAny().isPresent();
      case ACT -> simulation.awake().anyMatch(ModelRun::busy);
      case RECONCILE -> simulation.awake().findAny().isEmpty();
      case DELIVER, DELIVER_BACKWARDS, DELIVER_AND_KEEP, LOSE_REPORTS ->
          !simulation.queue().isEmpty();
      case LEADER_FREEZES -> !simulation.leaderFrozen();
      case LEADER_THAWS -> simulation.leaderFrozen();
      case REPLICA_VANISHES, FORGES_DISPATCH, RENDERED_ANEW ->
          !simulation.hub().replicas().isEmpty();
      case COMES_BACK -> !simulation.fleet().away().isEmpty();
      case NOT_IGNORED -> !simulation.fleet().ignored().isEmpty();
      case SKIPPED -> object.isPresent() && !simulation.fleet().selected().isEmpty();
      case NOT_SKIPPED -> object.filter(known -> !known.skipped.isEmpty()).isPresent();
      case TAKES_WRITES -> !simulation.fleet().refusing().isEmpty();
      case COHERENT -> simulation.fleet().incoherent();
      case LET_THROUGH, EDITED_AND_LET_THROUGH ->
          simulation.setup().gated()
              && root.filter(known -> known.staged() && !known.disabled() && !known.deleting())
                  .isPresent();
      case INCOHERENT -> !simulation.fleet().incoherent();
      case IS_REMOVED -> !simulation.fleet().absent().isEmpty();
      case GROUP_RETURNS -> simulation.fleet().hasEmptied();
      case PLACEMENT_RIGHT -> simulation.fleet().wrong();
      case NO_CHECK -> simulation.hub().check().isPresent();
      case NO_RULES, WITHDRAW, REVOKE_GROUP -> simulation.hub().quorum().isPresent();
      case RECORD -> simulation.hub().quorum().isPresent() && root.isPresent();
      case NO_CALENDAR -> simulation.hub().calendar().isPresent();
      case UNPAUSE -> object.filter(known -> known.paused).isPresent();
      case RESUME_BY_MESSAGE ->
          simulation.running().filter(run -> run.state().requests().paused()).isPresent();
      case RETRY ->
          object
              .flatMap(known -> known.outcome)
              .filter(end -> end == Outcome.FAILED || end == Outcome.ABORTED)
              .isPresent();
      case ENABLE -> root.filter(ModelRoot::disabled).isPresent();
      case POLICY_GOES -> root.filter(ModelRoot::deleting).isPresent();
      case STAGE -> root.filter(known -> !known.staged()).isPresent();
      case CREATE_POLICY -> root.isEmpty();
      case SETTINGS_VALID -> simulation.hub().refusal().isPresent();
      case RUN_THAWS -> simulation.runs().stream().anyMatch(ModelRun::frozen);
      case SECOND_RUN -> simulation.awake().anyMatch(run -> !run.claimed());
      default -> true;
    };
  }
}
