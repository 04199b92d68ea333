package io.sluice.forecast;

import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.FleetView;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Member;
import io.sluice.rollout.PendingCluster;
import io.sluice.rollout.PendingMode;
import io.sluice.rollout.Stage;
import io.sluice.rollout.strategy.StrategyType;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Decides whether clusters may be left out of the steps of an attempt. */
final class ReductionRule {
  private final AttemptState state;
  private final FleetView fleet;
  private final Set<String> ignored;
  private final boolean alike;

  ReductionRule(AttemptState state, HubSnapshot hub) {
    this.state = state;
    this.fleet = hub.fleet();
    this.ignored = Set.copyOf(fleet.ignored());
    this.alike =
        hub.schedule().filter(times -> times.courses().size() > 1).isEmpty()
            && hub.approvals().isEmpty();
  }

  boolean allows() {
    return state.spec().strategy().type() == StrategyType.PROGRESSIVE
        && state.breach().isEmpty()
        && state.outcome().isEmpty()
        && fleet.incoherent().isEmpty()
        // Else one whose window is open, or whose group is approved, may start before those that
        // come first by name.
        && alike
        && fleet.leaving().isEmpty()
        && sameGroups()
        && nothingToProvide()
        && state.clusters().stream()
            .noneMatch(entry -> entry.stage() != Stage.SUCCEEDED && mandatory(entry))
        && state.waiting().stream().noneMatch(this::mandatory);
  }

  /** Groups that a placement numbers anew would be found again among all groups only. */
  private boolean sameGroups() {
    List<GroupKey> keys = fleet.groups().stream().map(DecisionGroup::key).toList();
    Set<GroupKey> distinct = new HashSet<>(keys);
    return distinct.size() == keys.size()
        && keys.size() == state.groups().size()
        && distinct.containsAll(state.groups());
  }

  /** Returns whether every cluster has what it runs until its turn. */
  private boolean nothingToProvide() {
    Set<String> bare = new HashSet<>(fleet.withoutReplica());
    boolean informs = state.spec().mode() == PendingMode.INFORM;
    return state.waiting().stream().allMatch(entry -> provided(entry, informs, bare));
  }

  private static boolean provided(PendingCluster entry, boolean informs, Set<String> bare) {
    return entry.refused() == 0
        && (entry.provided() || !informs && !entry.gone() && !bare.contains(entry.cluster()));
  }

  /** Returns how many clusters a step can start at most. */
  long most() {
    long members = state.clusters().size() + state.waiting().size();
    return state
        .spec()
        .strategy()
        .maxConcurrency()
        .map(limit -> limit.limitOf(members))
        .orElse(members);
  }

  boolean mandatory(Member member) {
    return state.spec().strategy().mandatory(state.groups().get(member.group()));
  }

  boolean ignored(Member member) {
    return ignored.contains(member.cluster());
  }
}
