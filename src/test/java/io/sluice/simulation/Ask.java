package io.sluice.simulation;

import io.sluice.fleet.DecisionGroup;
import io.sluice.plan.ApprovalRequest;
import io.sluice.plan.AttemptState;
import io.sluice.plan.Intent;
import io.sluice.plan.Messages;
import io.sluice.plan.Objections;
import io.sluice.plan.Request;
import java.time.Instant;
import java.util.Optional;

/** Lists what a person can ask of a running attempt by message, as far as the product grants it. */
enum Ask {
  APPROVE,
  REVOKE,
  PAUSE,
  RESUME,
  ABORT;

  private static final Request ANN = Request.by("ann");

  Optional<String> objection(AttemptState state, ModelHub hub, String group) {
    Objections objections =
        new Objections(
            state,
            hub.fleet().snapshot().stream().map(DecisionGroup::key).toList(),
            hub.rollout().map(RolloutObject::intent).orElse(Intent.NONE));
    return switch (this) {
      case APPROVE -> objections.toApproving(request(group));
      case REVOKE -> objections.toRevoking(request(group));
      case PAUSE -> objections.toPausing(ANN);
      case RESUME -> objections.toResuming(ANN);
      case ABORT -> objections.toAborting(ANN);
    };
  }

  AttemptState of(AttemptState state, String group, Instant now) {
    return switch (this) {
      case APPROVE -> Messages.approve(state, request(group), now);
      case REVOKE -> Messages.revoke(state, request(group));
      case PAUSE -> Messages.pause(state);
      case RESUME -> Messages.resume(state);
      case ABORT -> Messages.abort(state, ANN, now);
    };
  }

  private static ApprovalRequest request(String group) {
    return new ApprovalRequest(group, group.isEmpty(), "ann", Optional.empty());
  }
}
