package io.sluice.rollout.lifecycle;

import static java.util.Objects.requireNonNull;

import io.sluice.approval.ApprovalRule;
import io.sluice.check.CheckDefinition;
import io.sluice.fleet.DecisionGroup;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicySnapshot;
import io.sluice.policy.Problem;
import io.sluice.rollout.strategy.DeclaredGroups;
import io.sluice.rollout.strategy.EffectiveStrategy;
import io.sluice.rollout.strategy.SettingsReading;
import java.util.List;

/**
 * Holds the settings that decide how a policy is rolled out; {@link SettingsValidation} validates
 * them.
 *
 * @param way how the policy is staged
 * @param strategy the effective strategy
 * @param approvals the group names of {@code spec.decisionGroups} of the Rollout, as listed
 * @param declared the groups of the bound placements
 * @param groups the groups that have clusters
 * @param groupSizes the sizes of groups that the placements set explicitly, in clusters
 * @param contentBytes the size of the stored copy of this version, as JSON
 * @param schedule what is wrong with {@code spec.schedule} of the Rollout
 * @param checks {@code spec.checks} of the Rollout, and what is wrong with it
 * @param approvalRules {@code spec.approvalRules} of the Rollout, and what is wrong with it
 */
public record StagingSettings(
    PolicyName policy,
    PolicySnapshot root,
    StagingWay way,
    EffectiveStrategy strategy,
    List<String> approvals,
    DeclaredGroups declared,
    List<DecisionGroup> groups,
    List<Long> groupSizes,
    long contentBytes,
    List<Problem> schedule,
    SettingsReading<List<CheckDefinition>> checks,
    SettingsReading<List<ApprovalRule>> approvalRules) {
  public StagingSettings {
    requireNonNull(policy, "policy is null");
    requireNonNull(root, "root is null");
    requireNonNull(way, "way is null");
    requireNonNull(strategy, "strategy is null");
    approvals = List.copyOf(approvals);
    requireNonNull(declared, "declared is null");
    groups = List.copyOf(groups);
    groupSizes = List.copyOf(groupSizes);
    schedule = List.copyOf(schedule);
    requireNonNull(checks, "checks is null");
    requireNonNull(approvalRules, "approvalRules is null");
  }
}
