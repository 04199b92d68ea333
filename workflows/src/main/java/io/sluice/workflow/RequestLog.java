package io.sluice.workflow;

import io.sluice.policy.PolicyName;
import io.sluice.rollout.ApprovalRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Settles which requests of people a run grants, and remembers those that it did not. */
final class RequestLog {
  private static final int MOST_REFUSALS = 10;
  private static final int MOST_HANDLED = 200;

  private final PolicyName policy;
  private final boolean allowed;
  private final List<String> handled;
  private final List<String> refusals;
  private final List<String> untold = new ArrayList<>();

  RequestLog(RolloutInput input) {
    this.policy = input.spec().policy();
    this.allowed = input.settings().messageApprovals();
    this.handled =
        new ArrayList<>(
            input.carried().map(RolloutInput.Carried::handledUpdates).orElse(List.of()));
    this.refusals =
        new ArrayList<>(input.carried().map(RolloutInput.Carried::refusals).orElse(List.of()));
  }

  /** Why the request cannot be granted; empty when it can. Takes anything, also null. */
  <R> Optional<String> objectionTo(String verb, R request, Function<R, Optional<String>> why) {
    if (request == null) {
      return Optional.of(
          "Cannot %s the rollout of policy %s: the request is empty. Send {\"by\":\"your name\"}."
              .formatted(verb, policy));
    }
    return why.apply(request);
  }

  /** The same for an approval, which the administrator may have closed to messages. */
  Optional<String> objection(
      String verb,
      ApprovalRequest request,
      Function<ApprovalRequest, Optional<String>> objections) {
    if (request == null) {
      return Optional.of(
          "Cannot %s a group of policy %s: the request is empty. Send {\"group\":\"prod\",\"by\":\"your name\"}."
              .formatted(verb, policy));
    }
    if (!allowed) {
      return Optional.of(
          "Cannot %s %s of policy %s: approvals by message are refused here. Use sluice %s, or start the worker with --approvals-temporal Allowed."
              .formatted(
                  verb,
                  request.ungrouped() ? "the ungrouped clusters" : "group " + request.group(),
                  policy,
                  verb));
    }
    return objections.apply(request);
  }

  /** True the first time this id is seen; a repeated request is answered, not carried out again. */
  boolean isNew(String updateId) {
    if (handled.contains(updateId)) {
      return false;
    }
    handled.add(updateId);
    if (handled.size() > MOST_HANDLED) {
      handled.remove(0);
    }
    return true;
  }

  void refused(String why) {
    refusals.add(why);
    untold.add(why);
    if (refusals.size() > MOST_REFUSALS) {
      refusals.remove(0);
    }
  }

  /** Refusals that nobody has been told of by an event yet. */
  List<String> takeUntold() {
    List<String> taken = List.copyOf(untold);
    untold.clear();
    return taken;
  }

  boolean hasUntold() {
    return !untold.isEmpty();
  }

  List<String> refusals() {
    return List.copyOf(refusals);
  }

  List<String> handled() {
    return List.copyOf(handled);
  }
}
