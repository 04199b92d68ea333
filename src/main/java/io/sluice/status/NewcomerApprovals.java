package io.sluice.status;

import static java.util.Objects.requireNonNull;

import io.sluice.approval.ApprovalJudge;
import io.sluice.approval.ApprovedVersion;
import io.sluice.approval.RuledApprovals;
import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.plan.report.ApprovalMessage;
import io.sluice.plan.tracking.Approvals;
import io.sluice.policy.RolloutTarget;
import io.sluice.rollout.Intent;
import io.sluice.rollout.RequestedApproval;
import io.sluice.rollout.RootView;
import io.sluice.rollout.Wording;
import io.sluice.rollout.lifecycle.SettingsValidation;
import io.sluice.rollout.strategy.GroupSelector;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyType;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Decides which clusters that join after the end of an attempt wait for an approval: those of
 * groups that are not approved (rollout-strategy 3.7, "Added after the end").
 */
public final class NewcomerApprovals {
  private final Approvals approvals;
  private final ApprovalMessage message;

  /**
   * What the attempt that ended last still reports of its approvals.
   *
   * @param byMessage those that hold for it alone
   * @param mandatory the names of mandatory groups of which it had one each
   */
  public record Given(List<RequestedApproval> byMessage, List<String> mandatory) {
    public Given {
      byMessage = List.copyOf(byMessage);
      mandatory = List.copyOf(mandatory);
    }
  }

  /**
   * The rules of approvals, and what they ask for.
   *
   * @param rolloutUid of the attempt that ended last
   */
  public record Rules(RuledApprovals ruled, String rolloutUid, Instant now) {
    public Rules {
      requireNonNull(ruled, "ruled is null");
      requireNonNull(rolloutUid, "rolloutUID is null");
      requireNonNull(now, "now is null");
    }
  }

  /**
   * The newcomers that get nothing before an approval.
   *
   * @param waitingFor which one, and where to give it
   * @param next when time alone changes which recorded approvals count (between-waves Q4)
   */
  public record Waiting(Set<String> clusters, String waitingFor, Optional<Instant> next) {
    public Waiting {
      clusters = Set.copyOf(clusters);
      requireNonNull(waitingFor, "waitingFor is null");
      requireNonNull(next, "next is null");
    }
  }

  /**
   * Collects what counts now; empty where newcomers need no approval: only the type manualPerGroup
   * asks for any, and rules whatever the type is.
   *
   * @param declared the present groups
   * @param rules absent: there are none
   */
  public static Optional<NewcomerApprovals> of(
      RolloutTarget target,
      Optional<SettingsValidation> settings,
      Given given,
      Intent intent,
      RootView root,
      Collection<GroupKey> declared,
      Optional<Rules> rules) {
    return asking(settings, rules.isPresent())
        .map(
            strategy ->
                new NewcomerApprovals(target, strategy, given, intent, root, declared, rules));
  }

  /**
   * Returns whether newcomers may have to wait at all: else nothing need be collected.
   *
   * @param ruled whether there are rules of approvals
   */
  public static boolean asks(Optional<SettingsValidation> settings, boolean ruled) {
    return asking(settings, ruled).isPresent();
  }

  private static Optional<Strategy> asking(Optional<SettingsValidation> settings, boolean ruled) {
    return settings
        .filter(accepted -> ruled || !accepted.atOnce())
        .flatMap(
            accepted ->
                accepted.strategy().map(known -> accepted.informPolicy() ? known.asAll() : known))
        .filter(strategy -> ruled || strategy.type() == StrategyType.MANUAL_PER_GROUP);
  }

  NewcomerApprovals(
      RolloutTarget target,
      Strategy last,
      Given given,
      Intent intent,
      RootView root,
      Collection<GroupKey> declared,
      Optional<Rules> rules) {
    Strategy strategy = last.withMandatory(mandatory(last, given, declared));
    this.approvals =
        new Approvals(
            strategy,
            given.byMessage(),
            intent,
            Optional.of(root),
            rules.map(asked -> judge(asked, strategy, root)));
    this.message = new ApprovalMessage(approvals, intent, Optional.of(root), target);
  }

  /** What they get is the version that the root has now. */
  private static ApprovalJudge judge(Rules rules, Strategy strategy, RootView root) {
    ApprovedVersion version =
        new ApprovedVersion(
            rules.rolloutUid(), root.versionAnnotation(), root.version().contentHash());
    return new ApprovalJudge(rules.ruled(), version, strategy::mandatory, rules.now());
  }

  /**
   * An index selects the group that had it when the attempt began. Afterwards only a name shows
   * which one that was, and only a name that no other group has.
   */
  private static GroupSelector[] mandatory(
      Strategy strategy, Given given, Collection<GroupKey> declared) {
    return Stream.concat(
            strategy.mandatoryDecisionGroups().stream()
                .filter(selector -> selector.groupName().isPresent()),
            given.mandatory().stream()
                .filter(name -> once(name, declared))
                .map(GroupSelector::named))
        .toArray(GroupSelector[]::new);
  }

  private static boolean once(String name, Collection<GroupKey> declared) {
    return declared.stream().filter(key -> key.name().equals(name)).count() == 1;
  }

  /**
   * Returns those that wait; empty if none does.
   *
   * @param joined the newcomers in their present groups
   */
  public Optional<Waiting> waiting(List<DecisionGroup> joined) {
    Set<String> clusters = new HashSet<>();
    Map<GroupKey, String> groups = new TreeMap<>();
    for (DecisionGroup group : joined) {
      if (!group.clusters().isEmpty() && !approvals.approved(group.key())) {
        clusters.addAll(group.clusters());
        groups.put(group.key(), Wording.clusters(group.clusters().size()) + " joined");
      }
    }
    return clusters.isEmpty()
        ? Optional.empty()
        : Optional.of(new Waiting(clusters, message.of(groups), approvals.next(groups.keySet())));
  }
}
