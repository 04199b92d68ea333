package io.sluice.demo;

import io.sluice.policy.JsonTree;
import io.sluice.policy.PolicyName;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the decision groups that the manifests of a demo give to its policy, in rollout order, so
 * that commands and options name groups that exist.
 *
 * <p>Clusters without a named group are the group {@code ""}.
 */
final class ExampleGroups {
  private static final String PREFIX = "cluster.open-cluster-management.io/";
  private static final String ORDINARY_FAILURE = "stage";

  private final List<Manifest> manifests;
  private final PolicyName policy;

  ExampleGroups(List<Manifest> manifests, PolicyName policy) {
    this.manifests = manifests;
    this.policy = policy;
  }

  /** Returns the names, each once. */
  List<String> names() {
    return decisions().stream()
        .map(decision -> label(decision, "decision-group-name"))
        .distinct()
        .toList();
  }

  /** Returns the first group that a person has to approve; empty if there is none. */
  Optional<String> unapproved() {
    boolean manual =
        manifests.stream()
            .filter(manifest -> manifest.is("Policy") && manifest.name().equals(policy.name()))
            .map(manifest -> JsonTree.map(manifest.spec(), "rolloutStrategy"))
            .flatMap(strategy -> JsonTree.text(strategy, "type").stream())
            .anyMatch("manualPerGroup"::equalsIgnoreCase);
    List<String> approved =
        manifests.stream()
            .filter(manifest -> manifest.is("Rollout"))
            .filter(manifest -> manifest.name().equals(policy.rolloutName()))
            .flatMap(manifest -> JsonTree.maps(manifest.spec(), "decisionGroups").stream())
            .filter(entry -> Boolean.TRUE.equals(entry.get("rolloutApproved")))
            .flatMap(entry -> JsonTree.text(entry, "groupName").stream())
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

  /** Returns the clusters of a group, in the order of its PlacementDecisions. */
  List<String> clusters(String group) {
    return decisions().stream()
        .filter(decision -> group.equals(label(decision, "decision-group-name")))
        .flatMap(
            decision ->
                JsonTree.maps(JsonTree.map(decision.tree(), "status"), "decisions").stream())
        .flatMap(row -> JsonTree.text(row, "clusterName").stream())
        .toList();
  }

  private List<Manifest> decisions() {
    List<String> placements =
        manifests.stream()
            .filter(manifest -> manifest.is("PlacementBinding"))
            .filter(this::bindsThePolicy)
            .flatMap(
                binding ->
                    JsonTree.text(JsonTree.map(binding.tree(), "placementRef"), "name").stream())
            .toList();
    return manifests.stream()
        .filter(manifest -> manifest.is("PlacementDecision"))
        .filter(decision -> placements.contains(label(decision, "placement")))
        .sorted(Comparator.comparing(ExampleGroups::index))
        .toList();
  }

  private boolean bindsThePolicy(Manifest binding) {
    return Examples.namespace(binding).equals(policy.namespace())
        && JsonTree.maps(binding.tree(), "subjects").stream()
            .map(subject -> JsonTree.text(subject, "name"))
            .anyMatch(Optional.of(policy.name())::equals);
  }

  private static int index(Manifest decision) {
    String index = label(decision, "decision-group-index");
    return index.matches("\\d{1,9}") ? Integer.parseInt(index) : 0;
  }

  private static String label(Manifest decision, String name) {
    Map<String, String> labels = JsonTree.strings(decision.metadata(), "labels");
    return labels.getOrDefault(PREFIX + name, "");
  }
}
