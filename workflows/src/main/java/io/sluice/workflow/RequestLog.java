package io.sluice.workflow;

import io.sluice.policy.BindingName;
import io.sluice.policy.RolloutTarget;
import io.sluice.rollout.ApprovalRequest;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Checks users' requests of a run, and keeps the ids of granted and the texts of refused ones, also
 * across the runs of a chain.
 */
final class RequestLog {
  private static final int MOST_REFUSALS = 10;
  private static final int MOST_HANDLED = 200;

  private final RolloutTarget policy;
  private final List<String> handled;
  private final List<String> refusals;
  private final List<String> unpublished;
  private Optional<String> closed = Optional.empty();

  RequestLog(RolloutInput input) {
    this.policy = input.spec().policy();
    this.handled =
        new ArrayList<>(
            input.carried().map(RolloutInput.Carried::handledUpdates).orElse(List.of()));
    this.refusals =
        new ArrayList<>(input.carried().map(RolloutInput.Carried::refusals).orElse(List.of()));
    int waiting = input.carried().map(RolloutInput.Carried::unpublished).orElse(0);
    this.unpublished =
        new ArrayList<>(refusals.subList(refusals.size() - waiting, refusals.size()));
  }

  /** Refuses every request from now on: the run makes its last write, and would lose them. */
  void close(Optional<Outcome> outcome) {
    String how = outcome.map(end -> " as " + end).orElse("");
    closed = Optional.of("its run is ending%s. %s".formatted(how, lookAgain()));
  }

  private String lookAgain() {
    return policy instanceof BindingName
        ? "Look at Rollout %s/%s.".formatted(policy.namespace(), policy.rolloutName())
        : "Look again with sluice status %s -n %s.".formatted(policy.name(), policy.namespace());
  }

  /** Returns why the request cannot be granted; empty when it can. */
  Optional<String> objection(
      String verb, RequestArgument<Request> argument, Function<Request, Optional<String>> check) {
    String what = "Cannot %s the rollout of %s %s: ".formatted(verb, policy.noun(), policy);
    return argument
        .request()
        .map(request -> closed.map(what::concat).or(() -> check.apply(request)))
        .orElseGet(() -> unread(what, argument.problem(), "{\"by\":\"your name\"}"));
  }

  /**
   * The same for an approval, which the administrator may allow in the Rollout object only.
   *
   * @param allowed whether approvals by message count now
   */
  Optional<String> approvalObjection(
      String verb,
      RequestArgument<ApprovalRequest> argument,
      boolean allowed,
      Function<ApprovalRequest, Optional<String>> check) {
    if (argument.request().isEmpty()) {
      return unread(
          "Cannot %s a group of %s %s: ".formatted(verb, policy.noun(), policy),
          argument.problem(),
          "{\"group\":\"prod\",\"by\":\"your name\"}");
    }
    ApprovalRequest request = argument.request().get();
    String what = "Cannot %s %s of %s %s: ".formatted(verb, request.label(), policy.noun(), policy);
    if (!allowed) {
      return Optional.of(
          what
              + "approvals by message are refused here. Use sluice %s, or start the worker with --approvals-temporal Allowed."
                  .formatted(verb));
    }
    return closed.map(what::concat).or(() -> check.apply(request));
  }

  private static Optional<String> unread(String what, String problem, String example) {
    return Optional.of("%s%s. Send %s.".formatted(what, problem, example));
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

  /** Returns how many of the refusals that are kept no event reports yet. */
  int unpublished() {
    return Math.min(unpublished.size(), refusals.size());
  }

  List<String> refusals() {
    return List.copyOf(refusals);
  }

  List<String> handled() {
    return List.copyOf(handled);
  }
}
