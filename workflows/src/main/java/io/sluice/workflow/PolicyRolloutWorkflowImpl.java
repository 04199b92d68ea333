package io.sluice.workflow;

import io.sluice.fleet.Departures;
import io.sluice.fleet.UndoneRepairs;
import io.sluice.plan.RequestHandler;
import io.sluice.plan.RequestValidator;
import io.sluice.rollout.ApprovalRequest;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.Request;
import io.temporal.common.converter.RawValue;
import io.temporal.failure.ApplicationFailure;
import io.temporal.workflow.Workflow;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Receives what Temporal delivers to a run: its start, signals, updates and queries.
 *
 * <p>{@link RolloutRun} runs the attempt; {@link RequestLog} keeps users' requests.
 */
public final class PolicyRolloutWorkflowImpl implements PolicyRolloutWorkflow {
  private final RolloutInput input;
  private final SignalBuffer buffer = new SignalBuffer();
  private final ApprovalSetting approvals;
  private final RequestLog requests;
  private final RolloutRun run;

  PolicyRolloutWorkflowImpl(RolloutInput input, ApprovalSetting approvals, StepListener listener) {
    this.input = input;
    this.approvals = approvals;
    this.requests = new RequestLog(input);
    this.run = new RolloutRun(input, buffer, requests, listener);
  }

  @Override
  public RolloutResult run(RolloutInput same) {
    return run.run();
  }

  @Override
  public void clustersReported(ReportBatch batch, AttemptKey attempt) {
    if (batch != null && isFor(attempt)) {
      buffer.reported(batch.reports());
    }
  }

  private boolean isFor(AttemptKey attempt) {
    return attempt == null || attempt.of(input.spec());
  }

  @Override
  public void policyChanged() {
    buffer.hubChanged();
  }

  @Override
  public void fleetChanged(Departures departures, AttemptKey attempt, UndoneRepairs undone) {
    if (departures != null && isFor(attempt)) {
      buffer.departed(departures);
    }
    if (undone != null && isFor(attempt)) {
      buffer.undone(undone);
    }
    buffer.hubChanged();
  }

  @Override
  public void rolloutChanged() {
    buffer.hubChanged();
  }

  @Override
  public RequestAnswer approve(RawValue argument) {
    ApprovalRequest request = RequestArgument.approval(argument).request().orElseThrow();
    return granted(approval(request), "%s approved by %s.".formatted(what(request), request.by()));
  }

  @Override
  public void canApprove(RawValue argument) {
    validate(toApproving(RequestArgument.approval(argument), approvals.allowed()));
  }

  @Override
  public void approveGroup(RawValue argument) {
    RequestArgument<ApprovalRequest> read = RequestArgument.approval(argument);
    signalled(
        toApproving(read, approvals.allowedForSignal()),
        read.request().map(PolicyRolloutWorkflowImpl::approval));
  }

  private Optional<String> toApproving(RequestArgument<ApprovalRequest> argument, boolean allowed) {
    return requests.approvalObjection("approve", argument, allowed, validator()::checkApproval);
  }

  private static UnaryOperator<AttemptState> approval(ApprovalRequest request) {
    return state -> RequestHandler.approve(state, request, RolloutRun.now());
  }

  @Override
  public RequestAnswer revoke(RawValue argument) {
    ApprovalRequest request = RequestArgument.approval(argument).request().orElseThrow();
    return granted(
        revocation(request), "%s not approved by message any more.".formatted(what(request)));
  }

  @Override
  public void canRevoke(RawValue argument) {
    validate(toRevoking(RequestArgument.approval(argument), approvals.allowed()));
  }

  @Override
  public void revokeGroup(RawValue argument) {
    RequestArgument<ApprovalRequest> read = RequestArgument.approval(argument);
    signalled(
        toRevoking(read, approvals.allowedForSignal()),
        read.request().map(PolicyRolloutWorkflowImpl::revocation));
  }

  private Optional<String> toRevoking(RequestArgument<ApprovalRequest> argument, boolean allowed) {
    return requests.approvalObjection("revoke", argument, allowed, validator()::checkRevocation);
  }

  private static UnaryOperator<AttemptState> revocation(ApprovalRequest request) {
    return state -> RequestHandler.revoke(state, request, RolloutRun.now());
  }

  @Override
  public RequestAnswer pause(RawValue argument) {
    Request request = RequestArgument.request(argument).request().orElseThrow();
    return granted(
        state -> RequestHandler.pause(state, request, RolloutRun.now()),
        "Paused by %s.".formatted(request.by()));
  }

  @Override
  public void canPause(RawValue argument) {
    check("pause", argument, validator()::checkPause);
  }

  @Override
  public RequestAnswer resume(RawValue argument) {
    Request request = RequestArgument.request(argument).request().orElseThrow();
    return granted(
        state -> RequestHandler.resume(state, request, RolloutRun.now()),
        "Resumed by %s.".formatted(request.by()));
  }

  @Override
  public void canResume(RawValue argument) {
    check("resume", argument, validator()::checkResume);
  }

  @Override
  public RequestAnswer abort(RawValue argument) {
    Request request = RequestArgument.request(argument).request().orElseThrow();
    return granted(
        state -> RequestHandler.abort(state, request, RolloutRun.now()),
        "Aborted by %s.".formatted(request.by()));
  }

  @Override
  public void canAbort(RawValue argument) {
    check("abort", argument, validator()::checkAbort);
  }

  private void check(
      String verb, RawValue argument, Function<Request, Optional<String>> validator) {
    validate(requests.objection(verb, RequestArgument.request(argument), validator));
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

  private void signalled(Optional<String> objection, Optional<UnaryOperator<AttemptState>> change) {
    if (objection.isPresent()) {
      requests.refused(objection.get());
      buffer.wake();
    } else {
      run.apply(change.orElseThrow());
    }
  }

  @Override
  public RunStatus status() {
    return run.status();
  }

  @Override
  public Ledger ledger() {
    return run.ledger();
  }

  @Override
  public AbsentMembers absent() {
    return run.absent();
  }

  @Override
  public WhyAnswer why(RawValue cluster) {
    return run.why(cluster);
  }

  @Override
  public PlanAnswer plan() {
    return run.plan();
  }
}
