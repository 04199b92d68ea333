package io.sluice.simulation;

import io.sluice.fleet.DecisionGroup;
import io.sluice.plan.RequestHandler;
import io.sluice.plan.RequestValidator;
import io.sluice.rollout.ApprovalRequest;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.Intent;
import io.sluice.rollout.Request;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Lists the requests to a running attempt by message, as far as the product grants them. */
enum ModelRequest {
  APPROVE,
  REVOKE,
  PAUSE,
  RESUME,
  ABORT;

  private static final Request ANN = Request.by("ann");

  Optional<String> objection(AttemptState state, ModelHub hub, String group) {
    RequestValidator objections =
        new RequestValidator(
            state,
            hub.fleet().snapshot().stream().map(DecisionGroup::key).toList(),
            hub.rollout().map(ModelRollout::intent).orElse(Intent.NONE),
            hub.quorum().map(known -> known.asked().rules()).orElse(List.of()));
    return switch (this) {
      case APPROVE -> objections.checkApproval(request(group));
      case REVOKE -> objections.checkRevocation(request(group));
      case PAUSE -> objections.checkPause(ANN);
      case RESUME -> objections.checkResume(ANN);
      case ABORT -> objections.checkAbort(ANN);
    };
  }

  AttemptState of(AttemptState state, String group, Instant now) {
    return switch (this) {
      case APPROVE -> RequestHandler.approve(state, request(group), now);
      case REVOKE -> RequestHandler.revoke(state, request(group), now);
      case PAUSE -> RequestHandler.pause(state, ANN, now);
      case RESUME -> RequestHandler.resume(state, ANN, now);
      case ABORT -> RequestHandler.abort(state, ANN, now);
    };
  }

  private static ApprovalRequest request(String group) {
    return new ApprovalRequest(group, group.isEmpty(), "ann", Optional.empty());
  }
}
