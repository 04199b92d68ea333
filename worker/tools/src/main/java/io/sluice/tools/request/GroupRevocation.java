package io.sluice.tools.request;

import io.sluice.hub.client.VerifiedUser;
import io.sluice.rollout.Counts;
import io.sluice.rollout.Wording;
import io.sluice.rollout.lifecycle.HubName;
import io.sluice.tools.approval.ApprovalEditor;
import io.sluice.tools.approval.ApprovalRecords;
import io.sluice.tools.approval.RuledGroup;
import io.sluice.tools.option.NameSuggestions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Takes back the approval of a group in the spec of its Rollout; clusters in flight go on
 * (rollout-strategy A6, A9).
 *
 * <p>Where rules cover the group, it takes back what one person has recorded; a person who has
 * recorded nothing holds the group (between-waves Q4).
 *
 * @param group empty: the ungrouped clusters
 * @param hub for the message that revokes an approval by message
 * @param of whose recorded approval is meant; empty: that of who asks
 */
record GroupRevocation(Optional<String> group, HubName hub, Optional<String> of)
    implements RolloutRequest {
  private static final int MOST_NAMES = 5;

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
    Optional<RuledGroup> ruled = context.ruled(group);
    if (ruled.isEmpty() && of.isEmpty()) {
      GroupLabel.checkStrategy(this, context);
    }
    if (group.filter(context.spec().namedGroups()::contains).isEmpty()) {
      GroupLabel.checkDeclared(this, group, context);
    }
    if (of.isPresent() || ruled.isPresent()) {
      return recorded(ruled, context);
    }
    if (context.mandatory(group)) {
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
    if (context.approved(group, "Signal")) {
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

  private RequestDecision recorded(Optional<RuledGroup> ruled, RequestContext context) {
    Optional<String> who = of.or(() -> context.source().user().map(VerifiedUser::name));
    List<String> people = ApprovalRecords.people(context.spec(), group);
    if (who.filter(people::contains).isPresent()) {
      return withdrawn(ruled, who.get(), context);
    }
    if (of.isPresent()) {
      return RequestDecision.nothing(
          "%s has recorded no approval of %s of %s.%s"
              .formatted(
                  of.get(),
                  GroupLabel.of(group),
                  context.title(),
                  people.isEmpty()
                      ? ""
                      : " Those who have: %s."
                          .formatted(NameSuggestions.list(people, MOST_NAMES))));
    }
    if (RuledGroup.revoked(context.spec(), group)) {
      return RequestDecision.nothing(
          "%s of %s %s already revoked."
              .formatted(
                  Wording.capital(GroupLabel.of(group)),
                  context.title(),
                  group.isPresent() ? "is" : "are"));
    }
    return RequestDecision.write(
            context.edited(spec -> ApprovalEditor.set(spec, group, false)),
            List.of(
                "Revoked %s of %s, where you have recorded no approval: %s, whatever people approve.%s"
                    .formatted(
                        GroupLabel.of(group),
                        context.title(),
                        group.isPresent() ? "it waits" : "they wait",
                        rest(context))))
        .advising("End that with: " + context.command("approve", argument()));
  }

  private RequestDecision withdrawn(
      Optional<RuledGroup> ruled, String who, RequestContext context) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "Withdrew %s approval of %s of %s.%s"
            .formatted(
                of.isEmpty() ? "your" : "the recorded",
                GroupLabel.of(group),
                context.title(),
                of.map(name -> " It was of %s.".formatted(name)).orElse("")));
    ruled.map(found -> found.without(who).states()).ifPresent(lines::addAll);
    boolean held = RuledGroup.revoked(context.spec(), group);
    boolean waits = ruled.filter(found -> !found.without(who).met()).isPresent();
    if (waits && !rest(context).isEmpty()) {
      lines.add(rest(context).strip());
    }
    RequestDecision decision =
        RequestDecision.write(
            context.edited(spec -> ApprovalRecords.remove(spec, group, who)), lines);
    return held || of.isPresent()
        ? decision
        : decision.advising(
            "Hold %s whatever others approve with the same command once more."
                .formatted(group.isPresent() ? "it" : "them"));
  }

  private String argument() {
    return group.orElse("--ungrouped");
  }

  private String message() {
    return group
        .map(name -> "{\"group\":\"%s\",\"by\":\"your name\"}".formatted(name))
        .orElse("{\"ungrouped\":true,\"by\":\"your name\"}");
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
