package io.sluice.plan.report;

import static java.util.Objects.requireNonNull;

import io.sluice.approval.ApprovalVerdict;
import io.sluice.fleet.GroupKey;
import io.sluice.plan.tracking.Approvals;
import io.sluice.policy.RolloutTarget;
import io.sluice.rollout.Intent;
import io.sluice.rollout.RootView;
import io.sluice.rollout.Wording;
import io.sluice.rollout.lifecycle.FieldAdvice;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Formats which approvals clusters wait for, and where to give them (rollout-strategy 4). */
public final class ApprovalMessage {
  private final Approvals approvals;
  private final Intent intent;
  private final Optional<RootView> root;
  private final RolloutTarget target;

  /**
   * Prepares the message.
   *
   * @param approvals those that count now
   * @param root what is rolled out; absent while it cannot be read
   */
  public ApprovalMessage(
      Approvals approvals, Intent intent, Optional<RootView> root, RolloutTarget target) {
    this.approvals = requireNonNull(approvals, "approvals is null");
    this.intent = requireNonNull(intent, "intent is null");
    this.root = requireNonNull(root, "root is null");
    this.target = requireNonNull(target, "target is null");
  }

  /**
   * Formats the message.
   *
   * @param waiting the groups that are not approved, in rollout order, with what waits in each
   */
  public String of(Map<GroupKey, String> waiting) {
    List<String> parts = new ArrayList<>();
    waiting.forEach(
        (group, shown) ->
            parts.add(approvals.heldByGate(group) ? gate(group) : missing(group, shown)));
    return Wording.groups(parts, " ", " The same holds for %s.");
  }

  private String missing(GroupKey group, String shown) {
    return approvals
        .verdict(group)
        .map(verdict -> ruled(group, shown, verdict))
        .orElseGet(() -> unruled(group, shown));
  }

  /** What a person has revoked is approved again before records count (between-waves Q4). */
  private String ruled(GroupKey group, String shown, ApprovalVerdict verdict) {
    return "Waiting for approval of group %s (%s): %s. %s"
        .formatted(
            group.label(),
            shown,
            approvals.missing(group).orElse("its approval does not count yet"),
            verdict.revoked()
                ? FieldAdvice.approve(group.named())
                : FieldAdvice.record(group.named()));
  }

  private static String unruled(GroupKey group, String shown) {
    return "Waiting for approval of group %s (%s). %s"
        .formatted(group.label(), shown, FieldAdvice.approve(group.named()));
  }

  private String gate(GroupKey group) {
    String wanted = intent.approvalsForVersion().orElse("");
    return root.flatMap(RootView::versionAnnotation)
        .map(
            version ->
                "Group %s is approved for version %s, but the policy is version %s. Set spec.approvalsForVersion to %s."
                    .formatted(group.label(), wanted, version, version))
        .orElse(
            "Group %s is approved for version %s, but the %s has no version annotation. Remove spec.approvalsForVersion."
                .formatted(group.label(), wanted, target.content()));
  }
}
