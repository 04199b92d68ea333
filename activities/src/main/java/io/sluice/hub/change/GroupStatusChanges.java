package io.sluice.hub.change;

import static java.util.Objects.requireNonNullElse;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import io.sluice.fleet.GroupKey;
import io.sluice.hold.HoldKind;
import io.sluice.hub.change.StatusChange.ApprovalAwaited;
import io.sluice.hub.change.StatusChange.ApprovalRevoked;
import io.sluice.hub.change.StatusChange.GroupApproved;
import io.sluice.hub.change.StatusChange.GroupStarted;
import io.sluice.hub.change.StatusChange.WindowMissed;
import io.sluice.hub.crd.RolloutStatus;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds what has become of the groups of an attempt, and of their approvals. */
final class GroupStatusChanges {
  private static final String MANDATORY = "Mandatory";

  private final RolloutStatus before;
  private final RolloutStatus after;

  /** Compares two statuses of one attempt. */
  GroupStatusChanges(RolloutStatus before, RolloutStatus after) {
    this.before = before;
    this.after = after;
  }

  Stream<StatusChange> find() {
    return Stream.of(approved(), revoked(), started(), awaiting(), missed()).flatMap(each -> each);
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
    return approvals(status).map(GroupStatusChanges::name).collect(Collectors.toSet());
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
    Map<String, Long> former =
        begun(before).collect(groupingBy(GroupStatusChanges::name, counting()));
    Map<String, Long> present =
        begun(after).collect(groupingBy(GroupStatusChanges::name, counting()));
    return begun(after)
        .filter(group -> !known.contains(group.key()))
        .filter(
            group ->
                present.merge(name(group), -1L, Long::sum) >= former.getOrDefault(name(group), 0L))
        .map(GroupStarted::new);
  }

  /** A group waits for its approval once nothing that is asked before holds it. */
  private Stream<StatusChange> awaiting() {
    Set<String> known = first(before).map(GroupStatusChanges::name).collect(Collectors.toSet());
    return first(after)
        .filter(group -> !known.contains(name(group)))
        .map(group -> new ApprovalAwaited(group, group.holds().get(0)));
  }

  private static Stream<RolloutStatus.Group> first(RolloutStatus status) {
    return groups(status)
        .filter(
            group -> group.holds().stream().limit(1).anyMatch(hold -> is(HoldKind.APPROVAL, hold)));
  }

  /** What a calendar holds from the begin of an attempt on is no window that was missed. */
  private Stream<StatusChange> missed() {
    Set<String> open =
        groups(before)
            .filter(group -> group.counts().toApply() > 0)
            .filter(group -> group.holds().stream().noneMatch(GroupStatusChanges::closed))
            .map(GroupStatusChanges::place)
            .collect(Collectors.toSet());
    return groups(after)
        .filter(group -> open.contains(place(group)))
        .flatMap(
            group ->
                group.holds().stream()
                    .filter(GroupStatusChanges::closed)
                    .map(hold -> new WindowMissed(group, hold)));
  }

  /** Without a rule and an instant the calendar has to be evaluated anew: nothing closes. */
  private static boolean closed(RolloutStatus.Hold hold) {
    return is(HoldKind.CALENDAR, hold) && (hold.rule() != null || hold.until() != null);
  }

  private static boolean is(HoldKind kind, RolloutStatus.Hold hold) {
    return kind.label().equals(hold.kind());
  }

  /** Names a group as long as the attempt lasts, whatever index it has since. */
  private static String place(RolloutStatus.Group group) {
    return name(group) + "/" + group.placed().place();
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
