package io.sluice.tools.request;

import static java.util.Objects.requireNonNullElse;

import io.sluice.hub.crd.RolloutStatus;
import io.sluice.rollout.Counts;
import io.sluice.rollout.Wording;
import io.sluice.rollout.lifecycle.HubName;
import java.util.List;
import java.util.Optional;

/**
 * Takes back the approval of a group in the spec of its Rollout; clusters in flight go on
 * (rollout-strategy A6, A9).
 *
 * @param group empty: the ungrouped clusters
 * @param hub for the message that revokes an approval by message
 */
record GroupRevocation(Optional<String> group, HubName hub) implements RolloutRequest {
  @Override
  public String act() {
    return "revoke the approval of %s of".formatted(GroupLabel.of(group));
  }

  @Override
  public String purpose() {
    return GroupLabel.PURPOSE;
  }

  @Override
  public RequestDecision decide(RequestContext context) {
    GroupLabel.checkStrategy(this, context);
    if (group.filter(context.spec().namedGroups()::contains).isEmpty()) {
      GroupLabel.checkDeclared(this, group, context);
    }
    if (given(context, "Mandatory")) {
      throw refusal(
          context,
          "it is in mandatoryDecisionGroups, so it is always approved. Take it out of the strategy.");
    }
    if (context.spec().approves(group)) {
      return RequestDecision.write(
          context.edited(spec -> ApprovalEditor.set(spec, group, false)),
          List.of(
              "Revoked the approval of %s of %s.%s%s"
                  .formatted(
                      GroupLabel.of(group), context.title(), rest(context), listed(context))));
    }
    if (given(context, "Signal")) {
      throw refusal(
          context,
          "it was given by message, and the spec does not approve it. Send the update revoke in Temporal's Web UI, or with: temporal workflow update execute -w %s --name revoke --input '%s'"
              .formatted(hub.workflowId(context.target()), message()));
    }
    return RequestDecision.nothing(
        "%s of %s %s not approved."
            .formatted(
                Wording.capital(GroupLabel.of(group)),
                context.title(),
                group.isPresent() ? "is" : "are"));
  }

  private String message() {
    return group
        .map(name -> "{\"group\":\"%s\",\"by\":\"your name\"}".formatted(name))
        .orElse("{\"ungrouped\":true,\"by\":\"your name\"}");
  }

  private boolean given(RequestContext context, String how) {
    return requireNonNullElse(context.status().approvals, List.<RolloutStatus.Approval>of())
        .stream()
        .filter(RolloutStatus.Approval::approved)
        .filter(approval -> how.equals(approval.how()))
        .anyMatch(approval -> group.equals(Optional.ofNullable(approval.groupName())));
  }

  /** Says what a manifest says; empty if nothing else. */
  private String listed(RequestContext context) {
    return context.spec().lists(group)
        ? " %s still approves %s: what is revoked here counts before that."
            .formatted(
                group.isPresent() ? "spec.decisionGroups" : "spec.ungrouped",
                group.isPresent() ? "it" : "them")
        : "";
  }

  /** Describes what goes on, and what does not begin. */
  private String rest(RequestContext context) {
    Counts counts = GroupLabel.counts(group, context);
    if (counts.clusters() > 0 && counts.finished()) {
      return " It is finished: in this rollout that changes nothing, and the next one waits for an approval.";
    }
    long inFlight = counts.progressing() + counts.soaking();
    String going =
        inFlight == 0
            ? ""
            : " %s of it %s in flight and %s on."
                .formatted(
                    Wording.clusters(inFlight),
                    inFlight == 1 ? "is" : "are",
                    inFlight == 1 ? "goes" : "go");
    String waiting =
        counts.toApply() == 0
            ? ""
            : " %s %s not started and %s."
                .formatted(
                    Wording.clusters(counts.toApply()),
                    counts.toApply() == 1 ? "is" : "are",
                    counts.toApply() == 1 ? "waits" : "wait");
    return going + waiting;
  }
}
