package io.sluice.placement.snapshot;

import static java.util.Objects.requireNonNull;

import io.sluice.fleet.ByteOrder;
import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.placement.DecisionObject;
import io.sluice.placement.GroupStrategy;
import io.sluice.placement.PlacementObject;
import io.sluice.placement.spec.PlacementSpecParser;
import io.sluice.rollout.strategy.Amount;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Holds the decision groups of one placement, and whether the placement and its decisions were read
 * in one state (placement 11).
 *
 * @param kind {@code Placement} or {@code PlacementRule}
 * @param groups the groups that have clusters, by index
 * @param declared every group of the placement, those without clusters included
 * @param problem what is not published yet; empty when placement and decisions agree
 * @param missing what a person has to look after, though it contradicts nothing
 * @param unsatisfied what its controller says of clusters that it cannot choose, as sentences
 * @param groupSize clusters per group, where the placement sets it explicitly
 */
public record PlacementSnapshot(
    String kind,
    String name,
    List<DecisionGroup> groups,
    List<GroupKey> declared,
    Optional<String> problem,
    Optional<String> missing,
    Optional<String> unsatisfied,
    Optional<Amount> groupSize) {
  public PlacementSnapshot {
    requireNonNull(kind, "kind is null");
    requireNonNull(name, "name is null");
    groups = List.copyOf(groups);
    declared = List.copyOf(declared);
    requireNonNull(problem, "problem is null");
    requireNonNull(missing, "missing is null");
    requireNonNull(unsatisfied, "unsatisfied is null");
    requireNonNull(groupSize, "groupSize is null");
  }

  /**
   * Reads a Placement and the PlacementDecisions that carry its label.
   *
   * @param written when the placement or one of the decisions was last written; absent: not known
   */
  public static PlacementSnapshot of(
      PlacementObject placement,
      List<DecisionObject> decisions,
      Optional<Instant> written,
      Instant now) {
    GroupLabels labels = GroupLabels.of(placement.name(), decisions);
    GroupStrategy groups = PlacementSpecParser.groups(placement.spec());
    PlacementConsistency consistency = new PlacementConsistency(placement, decisions, written, now);
    return new PlacementSnapshot(
        "Placement",
        placement.name(),
        labels.groups(),
        DeclaredKeys.of(placement, groups, labels.keys()),
        consistency.problem().or(labels::problem),
        consistency.withoutStatus(),
        UnsatisfiedPlacement.message(placement.name(), placement.status()),
        groups.explicitSize());
  }

  /**
   * Reads a PlacementRule: one unnamed group, with nothing to check (placement 12).
   *
   * @param groupsOf what the key of the group names as its placement
   */
  public static PlacementSnapshot ofRule(
      String name, String groupsOf, Collection<String> clusters) {
    GroupKey key = new GroupKey(groupsOf, "", 0);
    List<String> sorted = clusters.stream().distinct().sorted(ByteOrder.NAMES).toList();
    return new PlacementSnapshot(
        "PlacementRule",
        name,
        sorted.isEmpty() ? List.of() : List.of(new DecisionGroup(key, sorted)),
        List.of(key),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  public boolean coherent() {
    return problem.isEmpty();
  }

  /** Returns every selected cluster once. */
  public List<String> clusters() {
    return groups.stream().flatMap(group -> group.clusters().stream()).distinct().toList();
  }

  /**
   * Returns the explicit size of a group in clusters, by which the placement cuts them: all of them
   * where it sets no limit (placement 4); absent also while no cluster is selected.
   */
  public Optional<Long> clustersPerGroup() {
    if (groupSize.isEmpty()) {
      return Optional.empty();
    }
    long selected = clusters().size();
    return groupSize.filter(size -> selected > 0).map(size -> size.limitOf(selected));
  }
}
