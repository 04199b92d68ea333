package io.sluice.plan;

import io.sluice.approval.ApprovalRule;
import io.sluice.fleet.GroupKey;
import io.sluice.rollout.ApprovalRequest;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.Intent;
import io.sluice.rollout.Request;
import io.sluice.rollout.lifecycle.FieldAdvice;
import io.sluice.rollout.strategy.StrategyType;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Checks requests that reach a running attempt by message, and formats why one is refused
 * (rollout-strategy A5 to A7, 5). Each check returns the message for the sender; empty: granted.
 */
public final class RequestValidator {
  private static final int LONGEST_COMMENT = 512;

  /** The longest name that Kubernetes allows. */
  private static final int LONGEST_NAME = 253;

  private final AttemptState state;
  private final Collection<GroupKey> groups;
  private final Intent intent;
  private final List<ApprovalRule> rules;

  /**
   * Prepares the checks of one attempt as it stands.
   *
   * @param groups the groups that the placements of the policy declare
   * @param intent the Rollout's spec as observed last
   * @param rules of its approvals, as observed last
   */
  public RequestValidator(
      AttemptState state, Collection<GroupKey> groups, Intent intent, List<ApprovalRule> rules) {
    this.state = state;
    this.groups = groups;
    this.intent = intent;
    this.rules = List.copyOf(rules);
  }

  /** Checks the approval of a group (A7). */
  public Optional<String> checkApproval(ApprovalRequest request) {
    return checkGroup("approve", request);
  }

  /** Checks that the approval of a group can be revoked (A6). */
  public Optional<String> checkRevocation(ApprovalRequest request) {
    Optional<String> unnamed = checkGroup("revoke the approval of", request);
    if (unnamed.isPresent()) {
      return unnamed;
    }
    String what = "Cannot revoke the approval of %s: ".formatted(request.label());
    if (mandatory(request)) {
      return Optional.of(
          what
              + "it is in mandatoryDecisionGroups, so it is always approved. Take it out of the"
              + " strategy.");
    }
    boolean inSpec = intent.approvedNames().contains(request.groupName().orElse(""));
    return inSpec ? Optional.of(what + approvedInSpec(request)) : Optional.empty();
  }

  private String approvedInSpec(ApprovalRequest request) {
    return "Rollout %s approves %s. %s"
        .formatted(
            rollout(),
            request.ungrouped() ? "them" : "it",
            FieldAdvice.revoke(!request.ungrouped()));
  }

  /** Checks a pause. */
  public Optional<String> checkPause(Request request) {
    return checkRequest("pause", request);
  }

  /** Checks the end of a pause. */
  public Optional<String> checkResume(Request request) {
    return checkRequest("resume", request)
        .or(
            () ->
                intent.paused()
                    ? Optional.of(
                        "Cannot resume the rollout of %s %s: Rollout %s pauses it in spec.paused. Set spec.paused to false there."
                            .formatted(
                                state.spec().policy().noun(), state.spec().policy(), rollout()))
                    : Optional.empty());
  }

  /** Checks an abort. */
  public Optional<String> checkAbort(Request request) {
    return checkRequest("abort", request);
  }

  private Optional<String> checkRequest(String verb, Request request) {
    String what =
        "Cannot %s the rollout of %s %s: "
            .formatted(verb, state.spec().policy().noun(), state.spec().policy());
    return checkSender(request.by(), request.comment(), what)
        .or(
            () ->
                state
                    .outcome()
                    .map(
                        end ->
                            what
                                + "its outcome is already %s. Change the %s, or retry it if it failed."
                                    .formatted(end, state.spec().policy().content())));
  }

  private Optional<String> checkGroup(String verb, ApprovalRequest request) {
    String what =
        "Cannot %s %s of %s %s: "
            .formatted(verb, request.label(), state.spec().policy().noun(), state.spec().policy());
    if (request.ungrouped() != request.group().isEmpty()) {
      return Optional.of(
          what
              + "the request names "
              + (request.ungrouped() ? "a group and the ungrouped clusters" : "no group")
              + ". Send {\"group\":\"prod\",\"by\":\"your name\"}, or"
              + " {\"ungrouped\":true,\"by\":\"your name\"}.");
    }
    Optional<String> person = checkSender(request.by(), request.comment(), what);
    if (person.isPresent()) {
      return person;
    }
    if (ruled(request)) {
      return Optional.of(
          what
              + "rules say how many people approve it, and messages do not count. Use sluice "
              + "approve or sluice revoke.");
    }
    if (state.spec().strategy().type() != StrategyType.MANUAL_PER_GROUP) {
      return Optional.of(
          what
              + "its strategy is %s, which needs no approval. Use manualPerGroup to decide by hand."
                  .formatted(state.spec().strategy().type()));
    }
    boolean known =
        request.ungrouped() || groups.stream().anyMatch(key -> key.name().equals(request.group()));
    return known
        ? Optional.empty()
        : Optional.of(what + "no such group. " + ApprovalRequest.availableGroups(groups));
  }

  private static Optional<String> checkSender(String by, Optional<String> comment, String what) {
    if (by.isBlank()) {
      return Optional.of(what + "by is empty. Say who asks: {\"by\":\"your name\"}.");
    }
    if (by.length() > LONGEST_NAME) {
      return Optional.of(
          what + "by is longer than %d characters. Shorten it.".formatted(LONGEST_NAME));
    }
    return comment
        .filter(text -> text.length() > LONGEST_COMMENT)
        .map(
            text ->
                what
                    + "the comment is longer than %d characters. Shorten it."
                        .formatted(LONGEST_COMMENT));
  }

  private boolean ruled(ApprovalRequest request) {
    return groups.stream()
        .filter(group -> group.name().equals(request.groupName().orElse("")))
        .anyMatch(
            group ->
                rules.stream()
                    .anyMatch(
                        rule -> rule.covers(group, state.spec().strategy().mandatory(group))));
  }

  private boolean mandatory(ApprovalRequest request) {
    return groups.stream()
        .filter(group -> group.name().equals(request.groupName().orElse("")))
        .anyMatch(state.spec().strategy()::mandatory);
  }

  private String rollout() {
    return state.spec().policy().namespace() + "/" + state.spec().policy().rolloutName();
  }
}
