package io.sluice.hub.change;

import static java.util.Objects.requireNonNullElse;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import io.sluice.fleet.GroupKey;
import io.sluice.hub.change.StatusChange.ApprovalRevoked;
import io.sluice.hub.change.StatusChange.GroupApproved;
import io.sluice.hub.change.StatusChange.GroupStarted;
import io.sluice.hub.crd.RolloutStatus;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds what has become of the groups of an attempt, and of their approvals. */
final class GroupChanges {
  private static final String MANDATORY = "Mandatory";

  private final RolloutStatus before;
  private final RolloutStatus after;

  /** Compares two statuses of one attempt. */
  GroupChanges(RolloutStatus before, RolloutStatus after) {
    this.before = before;
    this.after = after;
  }

  Stream<StatusChange> find() {
    return Stream.of(approved(), revoked(), started()).flatMap(each -> each);
  }

  private Stream<StatusChange> approved() {
    Set<String> known = approved(before);
    return approvals(after)
        .filter(approval -> !MANDATORY.equals(approval.how()))
        .filter(approval -> !known.contains(name(approval)))
        .map(GroupApproved::new);
  }

  private Stream<StatusChange> revoked() {
    Set<String> present = approved(after);
    return after.outcome != null
        ? Stream.empty()
        : approved(before).stream()
            .filter(name -> !present.contains(name))
            .sorted()
            .map(ApprovalRevoked::new);
  }

  private static Set<String> approved(RolloutStatus status) {
    return approvals(status).map(GroupChanges::name).collect(Collectors.toSet());
  }

  private static Stream<RolloutStatus.Approval> approvals(RolloutStatus status) {
    return requireNonNullElse(status.approvals, List.<RolloutStatus.Approval>of()).stream()
        .filter(RolloutStatus.Approval::approved);
  }

  /** Returns the name of the groups; empty for the clusters without one. */
  private static String name(RolloutStatus.Approval approval) {
    return requireNonNullElse(approval.groupName(), "");
  }

  /** Where a placement cuts its groups anew, one that has begun may have another index. */
  private Stream<StatusChange> started() {
    Set<GroupKey> known = begun(before).map(RolloutStatus.Group::key).collect(Collectors.toSet());
    Map<String, Long> former = begun(before).collect(groupingBy(GroupChanges::name, counting()));
    Map<String, Long> present = begun(after).collect(groupingBy(GroupChanges::name, counting()));
    return begun(after)
        .filter(group -> !known.contains(group.key()))
        .filter(
            group ->
                present.merge(name(group), -1L, Long::sum) >= former.getOrDefault(name(group), 0L))
        .map(GroupStarted::new);
  }

  private static Stream<RolloutStatus.Group> begun(RolloutStatus status) {
    return groups(status).filter(group -> group.counts().begun());
  }

  private static Stream<RolloutStatus.Group> groups(RolloutStatus status) {
    return requireNonNullElse(status.decisionGroups, List.<RolloutStatus.Group>of()).stream();
  }

  private static String name(RolloutStatus.Group group) {
    return group.placement() + "/" + group.groupName();
  }
}
