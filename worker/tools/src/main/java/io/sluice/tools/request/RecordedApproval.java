package io.sluice.tools.request;

import static java.util.Objects.requireNonNull;

import io.sluice.approval.ApprovalRecord;
import io.sluice.hub.client.VerifiedUser;
import io.sluice.tools.approval.ApprovalEditor;
import io.sluice.tools.approval.ApprovalRecords;
import io.sluice.tools.approval.RuledGroup;
import java.util.ArrayList;
import java.util.List;

/**
 * Records that a person approves a group that rules cover, in the spec of its Rollout
 * (between-waves Q1): of the version that is on the hub, in place of what the same person has
 * recorded before.
 */
record RecordedApproval(GroupApproval asked, RuledGroup ruled) {
  RecordedApproval {
    requireNonNull(asked, "asked is null");
    requireNonNull(ruled, "ruled is null");
  }

  RequestDecision decide(RequestContext context) {
    checkSettings(context);
    VerifiedUser user =
        context
            .source()
            .user()
            .orElseThrow(
                () ->
                    asked.refusal(
                        context,
                        "a rule counts people, and the hub does not say as whom it knows you. Sign"
                            + " in as a user whom it verifies, or allow the creation of"
                            + " SelfSubjectReviews."));
    ApprovalRecord record = ruled.given(user, asked.comment());
    checkCounts(record, context);
    boolean revoked = RuledGroup.revoked(context.spec(), asked.group());
    if (already(record) && !revoked) {
      return RequestDecision.nothing(
          lines(
              "You have already approved %s of %s%s."
                  .formatted(label(), context.title(), what(record)),
              record));
    }
    List<String> lines =
        lines(
            "Recorded your approval of %s of %s%s."
                .formatted(label(), context.title(), what(record)),
            record);
    if (revoked) {
      lines.add(
          1, "That ends the revocation, which held %s whatever people approve.".formatted(label()));
    }
    if (ruled.with(record).met()) {
      GroupLabel.letGo(asked.group(), context).ifPresent(lines::add);
    }
    return RequestDecision.write(
        context.edited(
            spec -> {
              ApprovalRecords.put(spec, record);
              if (revoked) {
                ApprovalEditor.forget(spec, asked.group());
              }
            }),
        lines);
  }

  private void checkSettings(RequestContext context) {
    if (ruled.problem().isPresent()) {
      throw asked.refusal(
          context,
          "the rules of approvals are refused, so that nothing counts. "
              + ruled.problem().get().sentences());
    }
    if (asked.versions() == ApprovalVersion.ANY && ruled.bound()) {
      throw asked.refusal(
          context,
          "a rule binds approvals to what is approved, so that none holds for every version. Leave"
              + " --any-version out, or have the rule say boundTo: Any.");
    }
    if (asked.versions() == ApprovalVersion.THIS && !ruled.bound()) {
      throw asked.refusal(
          context,
          "no rule binds approvals, so that each holds for every version. Leave --this-version out,"
              + " or have the rule say boundTo: Version.");
    }
  }

  private void checkCounts(ApprovalRecord record, RequestContext context) {
    if (ruled.rulesFor(record) == 0) {
      throw asked.refusal(
          context,
          ruled.rules().stream()
              .flatMap(rule -> rule.objection(record).stream())
              .findFirst()
              .orElseThrow());
    }
  }

  /** What expires is renewed. */
  private boolean already(ApprovalRecord record) {
    return !ruled.expires()
        && ruled
            .recordOf(record.by())
            .filter(known -> !known.at().isAfter(record.at()))
            .filter(known -> asked.comment().isEmpty() || asked.comment().equals(known.comment()))
            .filter(known -> ruled.rulesFor(known) == ruled.rulesFor(record))
            .isPresent();
  }

  private String label() {
    return GroupLabel.of(asked.group());
  }

  /** Says what it holds for: {@code for version 7, content 41c2}. */
  private String what(ApprovalRecord record) {
    if (!ruled.bound()) {
      return ", whatever is rolled out";
    }
    List<String> parts = new ArrayList<>();
    record.version().map("version "::concat).ifPresent(parts::add);
    record.content().map("content "::concat).ifPresent(parts::add);
    return " for " + String.join(", ", parts);
  }

  private List<String> lines(String first, ApprovalRecord record) {
    List<String> lines = new ArrayList<>();
    lines.add(first);
    lines.addAll(notes(record));
    return lines;
  }

  /** Says how far the rules are met with that record. */
  private List<String> notes(ApprovalRecord record) {
    RuledGroup then = ruled.with(record);
    List<String> notes = new ArrayList<>(then.states());
    then.expiry(record).map("Yours counts until %s."::formatted).ifPresent(notes::add);
    return notes;
  }
}
