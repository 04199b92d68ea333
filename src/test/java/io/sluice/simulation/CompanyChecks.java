package io.sluice.simulation;

import io.sluice.fleet.GroupKey;
import io.sluice.rollout.ClusterState;
import io.sluice.rollout.FleetView;
import io.sluice.rollout.Stage;
import io.sluice.rollout.strategy.GroupSelector;
import io.sluice.rollout.strategy.StrategyType;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Checks which group a cluster belongs to, and what that lets it get: rollout-strategy 3.7, 4. */
final class CompanyChecks {
  private final StepView view;
  private final AttemptLog log;

  private CompanyChecks(StepView view) {
    this.view = view;
    this.log = view.log;
  }

  static void of(StepView view, ModelFleet fleet) {
    CompanyChecks checks = new CompanyChecks(view);
    checks.leaving(fleet);
    checks.resolveIndexes();
    checks.approvals();
    checks.openings();
  }

  /** Compares with the fleet itself, not with what the run was told. */
  private void leaving(ModelFleet fleet) {
    for (ClusterState entry : view.before.clusters()) {
      String cluster = entry.cluster();
      boolean nothing = entry.stage() == Stage.STARTED && entry.refused() == 0;
      boolean released = fleet.releases(cluster) > log.releases.getOrDefault(cluster, 0);
      Invariant.STAYS_COUNTED.holds(
          view.entries.containsKey(cluster)
              || !view.groupOf.containsKey(cluster) && (nothing || released),
          () -> "%s is counted no more".formatted(entry));
    }
    if (view.hub.fleet().incoherent().isEmpty()) {
      view.hub.fleet().groups().stream()
          .flatMap(group -> group.clusters().stream())
          .forEach(cluster -> log.releases.put(cluster, fleet.releases(cluster)));
    }
  }

  /**
   * The index of a mandatory group means a group of the attempt's first coherent snapshot, also
   * when its run was lost.
   */
  private void resolveIndexes() {
    boolean known = view.hub.fleet().incoherent().isEmpty() && !view.hub.fleet().groups().isEmpty();
    if (log.indexed.isEmpty() && known) {
      log.indexed = Optional.of(indexed(view.hub.fleet()));
    }
    Set<String> mandatory = new TreeSet<>();
    view.step.state().groups().stream()
        .filter(group -> view.mandatory(group) && !byName(group))
        .forEach(group -> mandatory.add(GroupOrder.identity(group)));
    Invariant.PINNED.holds(
        log.indexed.filter(first -> !first.containsAll(mandatory)).isEmpty(),
        () -> "%s are mandatory by index, there were %s".formatted(mandatory, log.indexed));
  }

  /** Returns the groups of a snapshot, each with its index in it. */
  static Set<String> indexed(FleetView fleet) {
    Set<String> indexed = new TreeSet<>();
    fleet.groups().forEach(group -> indexed.add(GroupOrder.identity(group.key())));
    return indexed;
  }

  private boolean mandatory(GroupKey group) {
    return byName(group)
        || view.mandatory(group)
            && log.indexed.filter(it -> it.contains(GroupOrder.identity(group))).isPresent();
  }

  private boolean byName(GroupKey group) {
    return view.spec.strategy().mandatoryDecisionGroups().stream()
        .map(GroupSelector::groupName)
        .anyMatch(Optional.of(group.name())::equals);
  }

  private void approvals() {
    for (String cluster : view.starts) {
      GroupKey own = view.groupOf.get(cluster);
      Invariant.UNAPPROVED.holds(
          view.early(cluster)
              || view.allAtOnce()
              || mandatory(own)
              || view.approved(own, log.granted),
          () -> "%s starts, %s is not approved".formatted(cluster, own));
      log.approvedStarts.add(cluster);
    }
  }

  private void openings() {
    if (view.allAtOnce()) {
      return;
    }
    List<ClusterState> earlier =
        view.entries.values().stream()
            .filter(entry -> view.begun(entry.cluster()))
            .sorted(Comparator.comparing(ClusterState::cluster))
            .toList();
    for (String cluster : view.inTurn()) {
      GroupKey own = view.groupOf.get(cluster);
      boolean opens = earlier.stream().noneMatch(entry -> same(startedIn(entry.cluster()), own));
      if (opens) {
        earlier.stream()
            .map(ClusterState::cluster)
            .filter(view::inFlight)
            .forEach(
                other ->
                    Invariant.OPENING.holds(
                        !holds(startedIn(other), own),
                        () ->
                            "%s opens with %s while %s of %s is in flight"
                                .formatted(own, cluster, other, startedIn(other))));
      }
    }
  }

  private GroupKey startedIn(String cluster) {
    return Optional.ofNullable(log.clusters.get(cluster))
        .flatMap(known -> known.group)
        .orElseGet(() -> view.groupOf.get(cluster));
  }

  private static boolean same(GroupKey one, GroupKey other) {
    return GroupOrder.identity(one).equals(GroupOrder.identity(other));
  }

  /** Returns whether a group with a cluster in flight keeps another one from opening. */
  private boolean holds(GroupKey other, GroupKey own) {
    boolean first = view.mandatory(other);
    if (first != view.mandatory(own)) {
      return first;
    }
    if (!first && view.spec.strategy().type() == StrategyType.MANUAL_PER_GROUP) {
      return true;
    }
    return (first || view.spec.strategy().perGroup()) && GroupOrder.before(other, own);
  }
}
