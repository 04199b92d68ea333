package io.sluice.plan;

import io.sluice.fleet.ByteOrder;
import io.sluice.fleet.GroupKey;
import io.sluice.plan.strategy.StrategyType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Settles which groups people let go (rollout-strategy 4).
 *
 * <p>A mandatory group always is (A1); a named one by its entry (A2), the ungrouped clusters
 * together (A3), both only while the version gate is open (A4); or by message (A5).
 */
final class Approvals {
  private final AttemptSpec spec;
  private final Intent intent;
  private final Wishes wishes;
  private final boolean gateOpen;

  Approvals(AttemptSpec spec, Wishes wishes, HubView hub) {
    this.spec = spec;
    this.intent = hub.intent();
    this.wishes = wishes;
    this.gateOpen = gateOpen(hub);
  }

  private static boolean gateOpen(HubView hub) {
    Optional<String> wanted = hub.intent().approvalsForVersion();
    return wanted.isEmpty() || wanted.equals(hub.root().flatMap(RootView::versionAnnotation));
  }

  boolean approved(GroupKey group) {
    return spec.strategy().type() != StrategyType.MANUAL_PER_GROUP
        || spec.strategy().mandatory(group)
        || bySpec(group) && gateOpen
        || byMessage(group).isPresent();
  }

  /** True when the spec approves the group, but for another version of the policy. */
  boolean heldByGate(GroupKey group) {
    return !gateOpen && bySpec(group);
  }

  private boolean bySpec(GroupKey group) {
    return group.named() ? entryOf(group).isPresent() : intent.ungroupedApproved();
  }

  private Optional<Intent.GroupApproval> entryOf(GroupKey group) {
    return intent.decisionGroups().stream()
        .filter(entry -> entry.rolloutApproved() && group.name().equals(entry.groupName()))
        .findFirst();
  }

  private Optional<MessageApproval> byMessage(GroupKey group) {
    Optional<String> name = group.named() ? Optional.of(group.name()) : Optional.empty();
    return wishes.approvals().stream().filter(given -> given.groupName().equals(name)).findFirst();
  }

  /** One line per approval that counts now, each group name once. */
  List<Progress.Approval> told(Collection<GroupKey> groups) {
    if (spec.strategy().type() != StrategyType.MANUAL_PER_GROUP) {
      return List.of();
    }
    List<Progress.Approval> told = new ArrayList<>();
    for (GroupKey group : groups) {
      Optional<String> name = group.named() ? Optional.of(group.name()) : Optional.empty();
      if (approved(group) && told.stream().noneMatch(entry -> entry.groupName().equals(name))) {
        told.add(told(group, name));
      }
    }
    return told;
  }

  private Progress.Approval told(GroupKey group, Optional<String> name) {
    if (spec.strategy().mandatory(group)) {
      return new Progress.Approval(
          name, true, "strategy", Optional.empty(), "Mandatory", Optional.empty());
    }
    if (bySpec(group) && gateOpen) {
      Optional<String> manager =
          group.named() ? entryOf(group).flatMap(Intent.GroupApproval::by) : intent.ungroupedBy();
      return new Progress.Approval(
          name, true, manager.orElse("unknown"), Optional.empty(), "Spec", Optional.empty());
    }
    MessageApproval given = byMessage(group).orElseThrow();
    return new Progress.Approval(
        name, true, given.by(), Optional.of(given.at()), "Signal", given.comment());
  }

  /** The names in the spec that no placement declares: hubs differ (rollout-strategy A7). */
  List<String> unmatched(Collection<GroupKey> groups) {
    return intent.decisionGroups().stream()
        .map(Intent.GroupApproval::groupName)
        .filter(name -> groups.stream().noneMatch(group -> group.name().equals(name)))
        .sorted(ByteOrder.NAMES)
        .toList();
  }
}
