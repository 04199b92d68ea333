package io.sluice.workflow;

import io.sluice.plan.RequestHandler;
import io.sluice.plan.RequestValidator;
import io.sluice.rollout.ApprovalRequest;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.Request;
import io.temporal.failure.ApplicationFailure;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInit;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Receives what Temporal delivers to a run: its start, signals, updates and queries.
 *
 * <p>{@link RolloutRun} runs the attempt; {@link RequestLog} keeps users' requests.
 */
public final class PolicyRolloutWorkflowImpl implements PolicyRolloutWorkflow {
  private final SignalBuffer buffer = new SignalBuffer();
  private final RequestLog requests;
  private final RolloutRun run;

  @WorkflowInit
  public PolicyRolloutWorkflowImpl(RolloutInput input) {
    this.requests = new RequestLog(input);
    this.run = new RolloutRun(input, buffer, requests);
  }

  @Override
  public RolloutResult run(RolloutInput same) {
    return run.run();
  }

  @Override
  public void clustersReported(ReportBatch batch) {
    if (batch != null) {
      buffer.reported(batch.reports());
    }
  }

  @Override
  public void policyChanged() {
    buffer.hubChanged();
  }

  @Override
  public void fleetChanged() {
    buffer.hubChanged();
  }

  @Override
  public void rolloutChanged() {
    buffer.hubChanged();
  }

  @Override
  public RequestAnswer approve(ApprovalRequest request) {
    return granted(approval(request), "%s approved by %s.".formatted(what(request), request.by()));
  }

  @Override
  public void canApprove(ApprovalRequest request) {
    validate(toApproving(request));
  }

  @Override
  public void approveGroup(ApprovalRequest request) {
    signalled(toApproving(request), approval(request));
  }

  private Optional<String> toApproving(ApprovalRequest request) {
    return requests.approvalObjection("approve", request, validator()::checkApproval);
  }

  private static UnaryOperator<AttemptState> approval(ApprovalRequest request) {
    return state -> RequestHandler.approve(state, request, RolloutRun.now());
  }

  @Override
  public RequestAnswer revoke(ApprovalRequest request) {
    return granted(
        revocation(request), "%s not approved by message any more.".formatted(what(request)));
  }

  @Override
  public void canRevoke(ApprovalRequest request) {
    validate(toRevoking(request));
  }

  @Override
  public void revokeGroup(ApprovalRequest request) {
    signalled(toRevoking(request), revocation(request));
  }

  private Optional<String> toRevoking(ApprovalRequest request) {
    return requests.approvalObjection("revoke", request, validator()::checkRevocation);
  }

  private static UnaryOperator<AttemptState> revocation(ApprovalRequest request) {
    return state -> RequestHandler.revoke(state, request);
  }

  @Override
  public RequestAnswer pause(Request request) {
    return granted(RequestHandler::pause, "Paused by %s.".formatted(request.by()));
  }

  @Override
  public void canPause(Request request) {
    validate(requests.objection("pause", request, validator()::checkPause));
  }

  @Override
  public RequestAnswer resume(Request request) {
    return granted(RequestHandler::resume, "Resumed by %s.".formatted(request.by()));
  }

  @Override
  public void canResume(Request request) {
    validate(requests.objection("resume", request, validator()::checkResume));
  }

  @Override
  public RequestAnswer abort(Request request) {
    return granted(
        state -> RequestHandler.abort(state, request, RolloutRun.now()),
        "Aborted by %s.".formatted(request.by()));
  }

  @Override
  public void canAbort(Request request) {
    validate(requests.objection("abort", request, validator()::checkAbort));
  }

  private static String what(ApprovalRequest request) {
    return request.ungrouped() ? "The ungrouped clusters are" : "Group " + request.group() + " is";
  }

  private RequestValidator validator() {
    return run.validator();
  }

  private static void validate(Optional<String> objection) {
    objection.ifPresent(
        why -> {
          throw ApplicationFailure.newNonRetryableFailure(why, "RequestRefused");
        });
  }

  /** Applies an update once; an update that is sent again is only answered again. */
  private RequestAnswer granted(UnaryOperator<AttemptState> change, String message) {
    if (requests.isNew(Workflow.getCurrentUpdateInfo().orElseThrow().getUpdateId())) {
      run.apply(change);
    }
    return new RequestAnswer(message);
  }

  private void signalled(Optional<String> objection, UnaryOperator<AttemptState> change) {
    if (objection.isPresent()) {
      requests.refused(objection.get());
      buffer.wake();
    } else {
      run.apply(change);
    }
  }

  @Override
  public RunStatus status() {
    return run.status();
  }
}
