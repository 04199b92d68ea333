package io.sluice.demo;

import io.sluice.fleet.ByteOrder;
import io.sluice.fleet.DecisionGroup;
import io.sluice.hub.crd.RolloutSpecReader;
import io.sluice.policy.JsonTree;
import io.sluice.policy.PolicyName;
import io.sluice.rollout.strategy.StrategyType;
import io.sluice.settings.Settings;
import io.sluice.tools.manifest.Manifest;
import io.sluice.tools.placement.PlacementFiles;
import io.sluice.tools.placement.PlacementObjects;
import io.sluice.tools.placement.PlacementReport;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds the decision groups that the Placements of a demo give to its policy, in rollout order, so
 * that commands and options name groups that exist: by evaluating them as the worker does.
 *
 * <p>Clusters without a named group are the group {@code ""}.
 */
final class ExampleGroups {
  private static final String ORDINARY_FAILURE = "stage";

  private final List<Manifest> manifests;
  private final PolicyName policy;
  private final boolean manual;
  private final List<DecisionGroup> groups;

  /**
   * Evaluates the Placements.
   *
   * @param strategy the rollout strategy of the policy
   */
  ExampleGroups(
      List<Manifest> manifests, PolicyName policy, Map<String, Object> strategy, Instant now) {
    this.manifests = manifests;
    this.policy = policy;
    this.manual =
        StrategyType.ofWritten(strategy).filter(StrategyType.MANUAL_PER_GROUP::equals).isPresent();
    PlacementObjects objects = new PlacementFiles(Examples.DEFAULT_NAMESPACE).read(manifests);
    this.groups =
        placements()
            .flatMap(placement -> objects.find(policy.namespace(), placement).stream())
            .map(
                placement ->
                    objects.input(placement, false, Settings.DEFAULTS.placements().grouping(), now))
            .flatMap(input -> PlacementReport.of(input, List.of()).groups().stream())
            .toList();
  }

  /** Returns the names, each once. */
  List<String> names() {
    return groups.stream()
        .filter(group -> !group.clusters().isEmpty())
        .map(group -> group.key().name())
        .distinct()
        .toList();
  }

  /** Returns the label of each cluster's group, in rollout order; its first group counts. */
  Map<String, String> labels() {
    Map<String, String> labels = new LinkedHashMap<>();
    groups.forEach(
        group ->
            group.clusters().forEach(cluster -> labels.putIfAbsent(cluster, group.key().label())));
    return labels;
  }

  /** Returns the first group that a person has to approve; empty if there is none. */
  Optional<String> unapproved() {
    List<String> approved =
        manifests.stream()
            .filter(manifest -> manifest.is("Rollout"))
            .filter(manifest -> manifest.name().equals(policy.rolloutName()))
            .flatMap(manifest -> RolloutSpecReader.of(manifest.spec()).approvedGroups().stream())
            .toList();
    return manual
        ? names().stream().filter(name -> !approved.contains(name)).findFirst()
        : Optional.empty();
  }

  /** Returns the group whose clusters fail on request: stage, else the first one. */
  String failing() {
    List<String> names = names();
    return names.contains(ORDINARY_FAILURE) || names.isEmpty() ? ORDINARY_FAILURE : names.get(0);
  }

  /** Returns the clusters of a group, in the order of its decisions. */
  List<String> clusters(String group) {
    return groups.stream()
        .filter(each -> each.key().name().equals(group))
        .flatMap(each -> each.clusters().stream())
        .toList();
  }

  private Stream<String> placements() {
    return manifests.stream()
        .filter(manifest -> manifest.is("PlacementBinding"))
        .filter(this::bindsThePolicy)
        // It adds no cluster (policy-propagation 5.2).
        .filter(binding -> !"restricted".equals(binding.tree().get("subFilter")))
        .flatMap(
            binding -> JsonTree.text(JsonTree.map(binding.tree(), "placementRef"), "name").stream())
        .distinct()
        .sorted(ByteOrder.NAMES);
  }

  private boolean bindsThePolicy(Manifest binding) {
    return Examples.namespace(binding).equals(policy.namespace())
        && JsonTree.maps(binding.tree(), "subjects").stream()
            .map(subject -> JsonTree.text(subject, "name"))
            .anyMatch(Optional.of(policy.name())::equals);
  }
}
