package io.sluice.status;

import static java.util.Objects.requireNonNull;

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
   * The newcomers that get nothing before an approval.
   *
   * @param waitingFor which one, and where to give it
   */
  public record Waiting(Set<String> clusters, String waitingFor) {
    public Waiting {
      clusters = Set.copyOf(clusters);
      requireNonNull(waitingFor, "waitingFor is null");
    }
  }

  /**
   * Collects what counts now; empty where newcomers need no approval: only the type manualPerGroup
   * asks for any.
   *
   * @param declared the present groups
   */
  public static Optional<NewcomerApprovals> of(
      RolloutTarget target,
      Optional<SettingsValidation> settings,
      Given given,
      Intent intent,
      RootView root,
      Collection<GroupKey> declared) {
    return manual(settings)
        .map(strategy -> new NewcomerApprovals(target, strategy, given, intent, root, declared));
  }

  /** Returns whether newcomers may have to wait at all: else nothing need be collected. */
  public static boolean asks(Optional<SettingsValidation> settings) {
    return manual(settings).isPresent();
  }

  private static Optional<Strategy> manual(Optional<SettingsValidation> settings) {
    return settings
        .filter(accepted -> !accepted.atOnce())
        .flatMap(SettingsValidation::strategy)
        .filter(strategy -> strategy.type() == StrategyType.MANUAL_PER_GROUP);
  }

  NewcomerApprovals(
      RolloutTarget target,
      Strategy strategy,
      Given given,
      Intent intent,
      RootView root,
      Collection<GroupKey> declared) {
    this.approvals =
        new Approvals(
            strategy.withMandatory(mandatory(strategy, given, declared)),
            given.byMessage(),
            intent,
            Optional.of(root));
    this.message = new ApprovalMessage(approvals, intent, Optional.of(root), target);
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
        : Optional.of(new Waiting(clusters, message.of(groups)));
  }
}
