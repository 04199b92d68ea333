package io.sluice.plan.tracking;

import io.sluice.fleet.GroupKey;
import io.sluice.rollout.Intent;
import io.sluice.rollout.Progress;
import io.sluice.rollout.RequestedApproval;
import io.sluice.rollout.RootView;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyType;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Decides which groups are approved, and by whom (rollout-strategy 4).
 *
 * <p>A mandatory group always is (A1); a named one by its entry (A2), the ungrouped clusters
 * together (A3), both only while the version gate is open (A4); or by message (A5).
 */
public final class Approvals {
  /** The approver if the strategy needs no approval, or the spec does not show who set it. */
  public static final String UNKNOWN = "unknown";

  private final Strategy strategy;
  private final Intent intent;
  private final Map<String, Intent.GroupApproval> inSpec = new HashMap<>();
  private final Map<Optional<String>, RequestedApproval> byMessage = new HashMap<>();
  private final boolean gateOpen;

  /**
   * Collects what counts now.
   *
   * @param strategy that of the attempt
   * @param given approvals by message, of the attempt
   * @param root the policy; absent while it cannot be read
   */
  public Approvals(
      Strategy strategy,
      Collection<RequestedApproval> given,
      Intent intent,
      Optional<RootView> root) {
    this.strategy = strategy;
    this.intent = intent;
    intent.decisionGroups().stream()
        .filter(Intent.GroupApproval::rolloutApproved)
        .forEach(entry -> inSpec.putIfAbsent(entry.groupName(), entry));
    given.forEach(approval -> byMessage.putIfAbsent(approval.groupName(), approval));
    this.gateOpen = gateOpen(intent, root);
  }

  private static boolean gateOpen(Intent intent, Optional<RootView> root) {
    Optional<String> wanted = intent.approvalsForVersion();
    return wanted.isEmpty() || wanted.equals(root.flatMap(RootView::versionAnnotation));
  }

  public boolean approved(GroupKey group) {
    return strategy.type() != StrategyType.MANUAL_PER_GROUP
        || strategy.mandatory(group)
        || bySpec(group) && gateOpen
        || byMessage.containsKey(nameOf(group));
  }

  /** Returns who approved a group; absent: it is not approved. */
  public Optional<String> approver(GroupKey group) {
    if (!approved(group)) {
      return Optional.empty();
    }
    boolean asked = strategy.type() == StrategyType.MANUAL_PER_GROUP;
    return Optional.of(asked ? approval(group, nameOf(group)).by() : UNKNOWN);
  }

  /** True when the spec approves the group, but for another version of the policy. */
  public boolean heldByGate(GroupKey group) {
    return !gateOpen && bySpec(group);
  }

  private boolean bySpec(GroupKey group) {
    return group.named() ? inSpec.containsKey(group.name()) : intent.ungroupedApproved();
  }

  /** Absent for the ungrouped clusters. */
  private static Optional<String> nameOf(GroupKey group) {
    return group.named() ? Optional.of(group.name()) : Optional.empty();
  }

  /** Lists the approvals that count now, each group name once. */
  public List<Progress.Approval> reported(Collection<GroupKey> groups) {
    if (strategy.type() != StrategyType.MANUAL_PER_GROUP) {
      return List.of();
    }
    Map<Optional<String>, Progress.Approval> reported = new LinkedHashMap<>();
    for (GroupKey group : groups) {
      if (approved(group)) {
        reported.computeIfAbsent(nameOf(group), name -> approval(group, name));
      }
    }
    return List.copyOf(reported.values());
  }

  private Progress.Approval approval(GroupKey group, Optional<String> name) {
    if (strategy.mandatory(group)) {
      return new Progress.Approval(
          name, true, "strategy", Optional.empty(), "Mandatory", Optional.empty());
    }
    if (bySpec(group) && gateOpen) {
      Optional<String> manager =
          group.named() ? inSpec.get(group.name()).by() : intent.ungroupedBy();
      Optional<Instant> at = group.named() ? inSpec.get(group.name()).at() : intent.ungroupedAt();
      return new Progress.Approval(
          name, true, manager.orElse(UNKNOWN), at, "Spec", Optional.empty());
    }
    RequestedApproval given = byMessage.get(name);
    return new Progress.Approval(
        name, true, given.by(), Optional.of(given.at()), "Signal", given.comment());
  }
}
