package io.sluice.plan.tracking;

import io.sluice.approval.ApprovalJudge;
import io.sluice.approval.ApprovalRecord;
import io.sluice.approval.ApprovalVerdict;
import io.sluice.approval.ApprovedVersion;
import io.sluice.fleet.GroupKey;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Intent;
import io.sluice.rollout.Progress;
import io.sluice.rollout.RequestedApproval;
import io.sluice.rollout.RootView;
import io.sluice.rollout.Wording;
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
 * together (A3), both only while the version gate is open (A4); or by message (A5). A group that
 * rules cover is approved by the records of people, and by nothing else (between-waves 4).
 */
public final class Approvals {
  /** The approver if the strategy needs no approval, or the spec does not show who set it. */
  public static final String UNKNOWN = "unknown";

  private final Strategy strategy;
  private final Intent intent;
  private final Map<String, Intent.GroupApproval> inSpec = new HashMap<>();
  private final Map<Optional<String>, RequestedApproval> byMessage = new HashMap<>();
  private final boolean gateOpen;
  private final Optional<ApprovalJudge> rules;

  /** Collects what counts now where no rules are. */
  public Approvals(
      Strategy strategy,
      Collection<RequestedApproval> given,
      Intent intent,
      Optional<RootView> root) {
    this(strategy, given, intent, root, Optional.empty());
  }

  /**
   * Collects what counts now.
   *
   * @param strategy that of the attempt
   * @param given approvals by message, of the attempt
   * @param root the policy; absent while it cannot be read
   * @param rules judges the groups that rules cover; absent: there are none
   */
  public Approvals(
      Strategy strategy,
      Collection<RequestedApproval> given,
      Intent intent,
      Optional<RootView> root,
      Optional<ApprovalJudge> rules) {
    this.rules = rules;
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

  /**
   * Collects what counts at a step.
   *
   * @param given approvals by message, of the attempt
   */
  public static Approvals of(
      AttemptSpec spec, Collection<RequestedApproval> given, HubSnapshot hub, Instant now) {
    Optional<ApprovalJudge> rules =
        hub.approvals()
            .map(
                ruled ->
                    new ApprovalJudge(
                        ruled,
                        new ApprovedVersion(
                            spec.rolloutUid(),
                            hub.root().flatMap(RootView::versionAnnotation),
                            spec.version().contentHash()),
                        spec.strategy()::mandatory,
                        now));
    return new Approvals(spec.strategy(), given, hub.intent(), hub.root(), rules);
  }

  public boolean approved(GroupKey group) {
    return verdict(group).map(ApprovalVerdict::met).orElseGet(() -> approvedWithoutRule(group));
  }

  /** Returns how a group stands that rules cover; empty for others. */
  public Optional<ApprovalVerdict> verdict(GroupKey group) {
    return rules.flatMap(judge -> judge.verdict(group));
  }

  /**
   * Returns when time alone changes which records count: only what has not started depends on it
   * (between-waves Q4, H2).
   */
  public Optional<Instant> next(Membership members) {
    return rules.isEmpty()
        ? Optional.empty()
        : next(members.groups().sorted(members.waiting()).keySet());
  }

  /** Returns the same for these groups. */
  public Optional<Instant> next(Collection<GroupKey> groups) {
    return groups.stream()
        .flatMap(group -> verdict(group).stream())
        .flatMap(verdict -> verdict.next().stream())
        .min(Instant::compareTo);
  }

  private boolean approvedWithoutRule(GroupKey group) {
    return strategy.type() != StrategyType.MANUAL_PER_GROUP
        || strategy.mandatory(group)
        || bySpec(group) && gateOpen
        || byMessage.containsKey(group.approvedName());
  }

  /** Returns who approved a group; absent: it is not approved. */
  public Optional<String> approver(GroupKey group) {
    if (!approved(group)) {
      return Optional.empty();
    }
    Optional<ApprovalVerdict> verdict = verdict(group);
    if (verdict.isPresent()) {
      return Optional.of(
          QuorumMessage.names(verdict.get().counted().stream().map(ApprovalRecord::by).toList()));
    }
    boolean asked = strategy.type() == StrategyType.MANUAL_PER_GROUP;
    return Optional.of(asked ? approval(group, group.approvedName()).by() : UNKNOWN);
  }

  /** True when the spec approves the group, but for another version of the policy. */
  public boolean heldByGate(GroupKey group) {
    return verdict(group).isEmpty() && !gateOpen && bySpec(group);
  }

  /**
   * Returns what a group that is not approved still needs, as its rules say, without a full stop;
   * empty for a group that none covers.
   */
  public Optional<String> missing(GroupKey group) {
    return verdict(group)
        .filter(verdict -> !verdict.met())
        .map(
            verdict ->
                verdict.revoked()
                    ? revoked(group)
                    : new QuorumMessage(rules.orElseThrow().now()).of(verdict));
  }

  private String revoked(GroupKey group) {
    Optional<String> by =
        group.named()
            ? intent.decisionGroups().stream()
                .filter(entry -> entry.groupName().equals(group.name()))
                .findFirst()
                .flatMap(Intent.GroupApproval::by)
            : intent.ungroupedBy();
    return "it is revoked" + by.map(manager -> " by " + Wording.person(manager)).orElse("");
  }

  private boolean bySpec(GroupKey group) {
    return group.named() ? inSpec.containsKey(group.name()) : intent.ungroupedApproved();
  }

  /**
   * Lists the approvals that count now: each group name once, and for one that rules cover each
   * record that counts, whether they are enough or not.
   */
  public List<Progress.Approval> reported(Collection<GroupKey> groups) {
    Map<Optional<String>, List<Progress.Approval>> reported = new LinkedHashMap<>();
    for (GroupKey group : groups) {
      List<Progress.Approval> counted = reported(group, group.approvedName());
      if (!counted.isEmpty()) {
        reported.putIfAbsent(group.approvedName(), counted);
      }
    }
    return reported.values().stream().flatMap(List::stream).toList();
  }

  private List<Progress.Approval> reported(GroupKey group, Optional<String> name) {
    Optional<ApprovalVerdict> verdict = verdict(group);
    if (verdict.isPresent()) {
      boolean met = verdict.get().met();
      return verdict.get().counted().stream().map(record -> approval(record, met)).toList();
    }
    return strategy.type() == StrategyType.MANUAL_PER_GROUP && approved(group)
        ? List.of(approval(group, name))
        : List.of();
  }

  private static Progress.Approval approval(ApprovalRecord record, boolean approved) {
    return new Progress.Approval(
        record.groupName(),
        approved,
        record.by(),
        Optional.of(record.at()),
        "Record",
        record.comment());
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
