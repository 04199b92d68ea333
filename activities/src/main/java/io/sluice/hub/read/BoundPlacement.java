package io.sluice.hub.read;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.fleet.ByteOrder;
import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.hub.client.HubObjects;
import io.sluice.policy.JsonTree;
import io.sluice.strategy.Amount;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Holds the decision groups of one placement, and whether the placement and its decisions were read
 * in one state (placement 11).
 *
 * @param kind {@code Placement} or {@code PlacementRule}
 * @param groups the groups that have clusters, by index
 * @param declared every group of the placement, those without clusters included
 * @param problem what is not published yet; empty when placement and decisions agree
 * @param missing what a person has to look after, though it contradicts nothing
 * @param groupSize clusters per group, where the placement sets it explicitly
 */
record BoundPlacement(
    String kind,
    String name,
    List<DecisionGroup> groups,
    List<GroupKey> declared,
    Optional<String> problem,
    Optional<String> missing,
    Optional<Amount> groupSize) {
  BoundPlacement {
    requireNonNull(kind, "kind is null");
    requireNonNull(name, "name is null");
    groups = List.copyOf(groups);
    declared = List.copyOf(declared);
    requireNonNull(groupSize, "groupSize is null");
  }

  /** Parses a Placement and the PlacementDecisions that carry its label. */
  static BoundPlacement of(
      GenericKubernetesResource placement, List<GenericKubernetesResource> decisions, Instant now) {
    String name = placement.getMetadata().getName();
    List<PlacementDecision> read = decisions.stream().map(PlacementDecision::of).toList();
    boolean indexed = read.stream().anyMatch(decision -> decision.index().isPresent());
    SortedMap<GroupKey, SortedSet<String>> groups = grouped(name, read, indexed);
    Map<String, Object> strategy =
        JsonTree.map(
            JsonTree.map(HubObjects.part(placement, "spec"), "decisionStrategy"), "groupStrategy");
    PlacementConsistency consistency = new PlacementConsistency(placement, decisions, read);
    return new BoundPlacement(
        "Placement",
        name,
        groups.entrySet().stream()
            .filter(group -> !group.getValue().isEmpty())
            .map(group -> new DecisionGroup(group.getKey(), List.copyOf(group.getValue())))
            .toList(),
        declared(name, placement, groups.keySet(), strategy),
        consistency.problem(now).or(() -> malformed(name, indexed, read, groups.keySet())),
        consistency.withoutStatus(),
        amount(strategy.get("clustersPerDecisionGroup")));
  }

  /** Combines decisions into groups by their labels; without any index there is one (11.1). */
  private static SortedMap<GroupKey, SortedSet<String>> grouped(
      String placement, List<PlacementDecision> decisions, boolean indexed) {
    SortedMap<GroupKey, SortedSet<String>> groups = new TreeMap<>();
    for (PlacementDecision decision : decisions) {
      GroupKey key =
          indexed
              ? new GroupKey(placement, decision.group(), decision.number().orElse(0))
              : new GroupKey(placement, "", 0);
      groups
          .computeIfAbsent(key, any -> new TreeSet<>(ByteOrder.NAMES))
          .addAll(decision.clusters());
    }
    return groups;
  }

  private static Optional<String> malformed(
      String name, boolean indexed, List<PlacementDecision> decisions, Set<GroupKey> keys) {
    return !indexed || wellFormed(decisions, keys)
        ? Optional.empty()
        : Optional.of("Waiting for placement %s to publish all its decisions.".formatted(name));
  }

  /** Returns false when the labels of decisions contradict each other. */
  private static boolean wellFormed(List<PlacementDecision> decisions, Set<GroupKey> keys) {
    return decisions.stream().allMatch(decision -> decision.number().isPresent())
        && keys.stream().mapToInt(GroupKey::index).distinct().count() == keys.size();
  }

  /** Parses a PlacementRule: one unnamed group, with nothing to check (placement 12). */
  static BoundPlacement ofRule(GenericKubernetesResource rule, String groupsOf) {
    SortedSet<String> clusters = new TreeSet<>(ByteOrder.NAMES);
    JsonTree.maps(HubObjects.part(rule, "status"), "decisions").stream()
        .flatMap(decision -> JsonTree.text(decision, "clusterName").stream())
        .forEach(clusters::add);
    GroupKey key = new GroupKey(groupsOf, "", 0);
    return new BoundPlacement(
        "PlacementRule",
        rule.getMetadata().getName(),
        clusters.isEmpty() ? List.of() : List.of(new DecisionGroup(key, List.copyOf(clusters))),
        List.of(key),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  boolean coherent() {
    return problem.isEmpty();
  }

  /** Returns every selected cluster once. */
  List<String> clusters() {
    return groups.stream().flatMap(group -> group.clusters().stream()).distinct().toList();
  }

  /** Returns the explicit size of a group in clusters; absent also while no cluster is selected. */
  Optional<Long> clustersPerGroup() {
    long selected = clusters().size();
    return groupSize.filter(size -> selected > 0).map(size -> Math.max(1, size.of(selected)));
  }

  private static List<GroupKey> declared(
      String name,
      GenericKubernetesResource placement,
      Set<GroupKey> keys,
      Map<String, Object> strategy) {
    List<GroupKey> declared = new ArrayList<>(keys);
    JsonTree.maps(HubObjects.part(placement, "status"), "decisionGroups").stream()
        .map(
            entry ->
                new GroupKey(
                    name,
                    JsonTree.text(entry, "decisionGroupName").orElse(""),
                    (int) HubObjects.number(entry, "decisionGroupIndex")))
        .forEach(declared::add);
    // A group without clusters has no index yet, but settings may name it.
    JsonTree.maps(strategy, "decisionGroups").stream()
        .flatMap(entry -> JsonTree.text(entry, "groupName").stream())
        .filter(group -> declared.stream().noneMatch(key -> key.name().equals(group)))
        .map(group -> new GroupKey(name, group, -1))
        .toList()
        .forEach(declared::add);
    return declared.stream().distinct().sorted().toList();
  }

  private static Optional<Amount> amount(Object value) {
    if (value instanceof Number number) {
      return Optional.of(Amount.count(number.longValue()));
    }
    if (value instanceof String text && text.matches("[0-9]{1,3}%")) {
      return Optional.of(Amount.percent(Long.parseLong(text.substring(0, text.length() - 1))));
    }
    return Optional.empty();
  }
}
