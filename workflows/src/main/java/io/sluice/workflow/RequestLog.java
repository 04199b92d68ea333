package io.sluice.workflow;

import io.sluice.policy.PolicyName;
import io.sluice.rollout.ApprovalRequest;
import io.sluice.rollout.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Checks users' requests of a run, and keeps the ids of granted and the texts of refused ones. */
final class RequestLog {
  private static final int MOST_REFUSALS = 10;
  private static final int MOST_HANDLED = 200;

  private final PolicyName policy;
  private final boolean allowed;
  private final List<String> handled;
  private final List<String> refusals;
  private final List<String> unpublished = new ArrayList<>();
  private Optional<String> closed = Optional.empty();

  RequestLog(RolloutInput input) {
    this.policy = input.spec().policy();
    this.allowed = input.settings().messageApprovals();
    this.handled =
        new ArrayList<>(
            input.carried().map(RolloutInput.Carried::handledUpdates).orElse(List.of()));
    this.refusals =
        new ArrayList<>(input.carried().map(RolloutInput.Carried::refusals).orElse(List.of()));
  }

  /** Refuses every request from now on: the run makes its last write, and would lose them. */
  void close(Optional<Outcome> outcome) {
    String how = outcome.map(end -> " as " + end).orElse("");
    closed =
        Optional.of(
            "its run is ending%s. Look again with sluice status %s -n %s."
                .formatted(how, policy.name(), policy.namespace()));
  }

  /** Returns why the request cannot be granted; empty when it can. The request may be null. */
  <R> Optional<String> objection(String verb, R request, Function<R, Optional<String>> validator) {
    if (request == null) {
      return Optional.of(
          "Cannot %s the rollout of policy %s: the request is empty. Send {\"by\":\"your name\"}."
              .formatted(verb, policy));
    }
    if (closed.isPresent()) {
      return closed.map(("Cannot %s the rollout of policy %s: ".formatted(verb, policy))::concat);
    }
    return validator.apply(request);
  }

  /** The same for an approval, which the administrator may allow in the Rollout object only. */
  Optional<String> approvalObjection(
      String verb, ApprovalRequest request, Function<ApprovalRequest, Optional<String>> validator) {
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
    if (closed.isPresent()) {
      return closed.map(
          "Cannot %s %s of policy %s: ".formatted(verb, request.label(), policy)::concat);
    }
    return validator.apply(request);
  }

  /**
   * Returns whether this id is seen for the first time; a repeated request is not applied again.
   */
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
    unpublished.add(why);
    if (refusals.size() > MOST_REFUSALS) {
      refusals.remove(0);
    }
  }

  /** Returns the refusals that no event reports yet. */
  List<String> takeUnpublished() {
    List<String> taken = List.copyOf(unpublished);
    unpublished.clear();
    return taken;
  }

  boolean hasUnpublished() {
    return !unpublished.isEmpty();
  }

  List<String> refusals() {
    return List.copyOf(refusals);
  }

  List<String> handled() {
    return List.copyOf(handled);
  }
}
