package io.sluice.plan;

import io.sluice.rollout.ApprovalRequest;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Request;
import io.sluice.rollout.RequestState.RecordedRequest;
import io.sluice.rollout.RequestedApproval;
import io.sluice.rollout.Wording;
import java.time.Instant;

/**
 * Records requests that reach a running attempt by message in its state (rollout-strategy A5, 5).
 *
 * <p>{@link RequestValidator} checks them beforehand; what is recorded takes effect with the next
 * step. Each is safe to repeat.
 */
public final class RequestHandler {
  private RequestHandler() {}

  /** Approves a group; of two requests for it the later one is kept. */
  public static AttemptState approve(AttemptState state, ApprovalRequest request, Instant now) {
    String by = unverified(request.by());
    return state.with(
        state
            .requests()
            .plus(new RequestedApproval(request.groupName(), by, now, request.comment()))
            .plus(new RecordedRequest("approved " + request.label(), by, now, request.comment())));
  }

  /** Withdraws an approval that was given by message. Clusters in flight go on (A9). */
  public static AttemptState revoke(AttemptState state, ApprovalRequest request, Instant now) {
    return state.with(
        state
            .requests()
            .without(request.groupName())
            .plus(
                new RecordedRequest(
                    "revoked " + request.label(),
                    unverified(request.by()),
                    now,
                    request.comment())));
  }

  /** Pauses: no cluster starts any more; observation, soaks and deadlines go on. */
  public static AttemptState pause(AttemptState state, Request request, Instant now) {
    return state.with(
        state.requests().paused(true).plus(recorded(RecordedRequest.PAUSED, request, now)));
  }

  /** Resumes; a pause in the Rollout's spec stays. */
  public static AttemptState resume(AttemptState state, Request request, Instant now) {
    return state.with(state.requests().paused(false).plus(recorded("resumed", request, now)));
  }

  /** Ends the attempt as Aborted; an outcome that is already set stays. */
  public static AttemptState abort(AttemptState state, Request request, Instant now) {
    AttemptState recorded = state.with(state.requests().plus(recorded("aborted", request, now)));
    return recorded.aborted(
        "%s aborted it%s"
            .formatted(
                unverified(request.by()), request.comment().map(why -> ": " + why).orElse("")),
        now);
  }

  /** Ends the attempt as Aborted because its run was canceled in Temporal. */
  public static AttemptState cancel(AttemptState state, Instant now) {
    return state.aborted("its run was canceled in Temporal", now);
  }

  /**
   * Ends the attempt as Aborted where {@code spec.abortRollout} names it. An outcome that is set
   * stays, and an attempt that another one takes over from is superseded.
   */
  static AttemptState abortedInSpec(AttemptState state, HubSnapshot hub, Instant now) {
    if (state.outcome().isPresent()
        || hub.claim() != HubSnapshot.ClaimState.HELD
        || OutcomeRules.overtaking(state.spec(), hub).isPresent()) {
      return state;
    }
    return hub.intent()
        .abortOf(state.spec().rolloutUid())
        .map(
            abort ->
                state.aborted(
                    "aborted by " + abort.by().map(Wording::person).orElse("spec.abortRollout"),
                    now))
        .orElse(state);
  }

  private static RecordedRequest recorded(String what, Request request, Instant now) {
    return new RecordedRequest(what, unverified(request.by()), now, request.comment());
  }

  /** Marks a name as claimed: Temporal gives a workflow no identity of the sender. */
  private static String unverified(String name) {
    return "unverified:" + name.trim();
  }
}
