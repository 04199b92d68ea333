package io.sluice.hub.approval;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.approval.ApprovalRule;
import io.sluice.approval.ApprovalRuleReader;
import io.sluice.approval.RuledApprovals;
import io.sluice.fleet.ByteOrder;
import io.sluice.hub.crd.RolloutSpec;
import io.sluice.policy.Problem;
import io.sluice.rollout.Intent;
import io.sluice.rollout.strategy.SettingsReading;
import io.sluice.schedule.RuleScope;
import io.sluice.status.NewcomerApprovals;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Reads the rules of approvals of a Rollout, and what people have recorded there (between-waves 4).
 *
 * @param rollout the object; absent: there are no rules
 * @param spec what was read of it
 */
public record ApprovalSettings(Optional<GenericKubernetesResource> rollout, RolloutSpec spec) {
  public ApprovalSettings {
    requireNonNull(rollout, "rollout is null");
    requireNonNull(spec, "spec is null");
  }

  /** Reads the rules, and what is wrong with them. */
  public SettingsReading<List<ApprovalRule>> rules() {
    return ApprovalRuleReader.read(spec.approvalRules);
  }

  /** Returns why rules may not be used now; empty also where there are none. */
  public Optional<Problem> problem(ApprovalGuard guard) {
    return rollout.filter(object -> !spec.approvalRules.isEmpty()).flatMap(guard::problem);
  }

  /** Returns a sentence or two for each record that counts for no rule, as it has no time. */
  public List<String> undated() {
    return spec.approvalRules.isEmpty() ? List.of() : ApprovalRecordReader.undated(spec);
  }

  /**
   * Returns the rules with what people have recorded; empty where there are none, or they are
   * refused.
   *
   * @param target the object whose spec is rolled out, which names its author
   */
  public Optional<RuledApprovals> ruled(Optional<GenericKubernetesResource> target, Instant now) {
    return Optional.of(spec)
        .filter(written -> !written.approvalRules.isEmpty())
        .flatMap(written -> rules().value())
        .filter(rules -> !rules.isEmpty())
        .map(
            rules ->
                new RuledApprovals(
                    rules,
                    ApprovalRecordReader.records(spec),
                    target.flatMap(object -> VersionAuthor.of(object, now)),
                    revoked()));
  }

  /**
   * Returns the rules for clusters that join after the end of an attempt; where nobody holds
   * records to who gave them, none counts.
   *
   * @param rolloutUid of that attempt
   */
  public Optional<NewcomerApprovals.Rules> ofNewcomers(
      Optional<GenericKubernetesResource> target,
      ApprovalGuard guard,
      String rolloutUid,
      Instant now) {
    return ruled(target, now)
        .map(
            ruled ->
                problem(guard).isEmpty()
                    ? ruled
                    : new RuledApprovals(ruled.rules(), List.of(), ruled.author(), ruled.revoked()))
        .map(ruled -> new NewcomerApprovals.Rules(ruled, rolloutUid, now));
  }

  /** Returns the groups that a person holds, whatever was recorded. */
  private List<String> revoked() {
    return spec.approvals.entrySet().stream()
        .filter(entry -> Boolean.FALSE.equals(entry.getValue().rolloutApproved()))
        .map(
            entry -> entry.getKey().equals(Intent.UNGROUPED) ? RuleScope.UNGROUPED : entry.getKey())
        .sorted(ByteOrder.NAMES)
        .toList();
  }
}
