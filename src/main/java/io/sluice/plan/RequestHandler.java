package io.sluice.plan;

import io.sluice.rollout.ApprovalRequest;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.Request;
import io.sluice.rollout.RequestedApproval;
import java.time.Instant;

/**
 * Enters into the state of an attempt what people ask of it by message (rollout-strategy A5, 5).
 *
 * <p>{@link RequestValidator} says beforehand why a request cannot be granted; what is granted here
 * takes effect with the next step. Each is safe to repeat.
 */
public final class RequestHandler {
  private RequestHandler() {}

  /** Lets a group go; asked twice, the later request is the one that is told. */
  public static AttemptState approve(AttemptState state, ApprovalRequest request, Instant now) {
    return state.with(
        state
            .wishes()
            .plus(
                new RequestedApproval(
                    request.groupName(), unverified(request.by()), now, request.comment())));
  }

  /** Withdraws an approval that was given by message. Clusters in flight go on (A9). */
  public static AttemptState revoke(AttemptState state, ApprovalRequest request) {
    return state.with(state.wishes().without(request.groupName()));
  }

  /** Starts nobody any more; observation, soaks and deadlines go on. */
  public static AttemptState pause(AttemptState state) {
    return state.with(state.wishes().paused(true));
  }

  public static AttemptState resume(AttemptState state) {
    return state.with(state.wishes().paused(false));
  }

  /** Ends the attempt as Aborted; an outcome that is already set stays. */
  public static AttemptState abort(AttemptState state, Request request, Instant now) {
    return state.aborted(
        "%s aborted it%s"
            .formatted(
                unverified(request.by()), request.comment().map(why -> ": " + why).orElse("")),
        now);
  }

  /** Ends the attempt as Aborted because its run was canceled in Temporal. */
  public static AttemptState cancel(AttemptState state, Instant now) {
    return state.aborted("its run was canceled in Temporal", now);
  }

  /** Temporal tells no workflow who sent a message. */
  private static String unverified(String name) {
    return "unverified:" + name.trim();
  }
}
