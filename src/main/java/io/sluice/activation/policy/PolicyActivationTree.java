package io.sluice.activation.policy;

import io.sluice.activation.ActivationRecordTree;
import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.placement.spec.GroupStrategyParser;
import io.sluice.policy.JsonTree;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Converts an activation from and to the tree in {@code Rollout.status} (lazy-activation 4.5). */
public final class PolicyActivationTree {
  private static final String PENDING = "pending";
  private static final String ADD = "clustersToAdd";
  private static final String CHANGE = "clustersToChange";
  private static final String REMOVE = "clustersToRemove";
  private static final String RELEASED = "releasedRevision";
  private static final String JOINED = "clustersJoined";
  private static final String CONTRIBUTIONS = "contributions";
  private static final String BINDING = "placementBinding";
  private static final String SNAPSHOT = "snapshot";
  private static final String PLACEMENT_GENERATION = "placementGeneration";
  private static final String GROUPS = "decisionGroups";
  private static final String CLUSTERS = "clusters";
  private static final String SIZE = "clustersPerDecisionGroup";

  private PolicyActivationTree() {}

  public static Map<String, Object> of(PolicyActivation activation) {
    Map<String, Object> tree = new LinkedHashMap<>(ActivationRecordTree.of(activation.record()));
    if (activation.record().pending().isPresent()) {
      Map<String, Object> pending = new LinkedHashMap<>(JsonTree.map(tree, PENDING));
      pending.put(ADD, activation.clustersToAdd());
      pending.put(CHANGE, activation.clustersToChange());
      pending.put(REMOVE, activation.clustersToRemove());
      tree.put(PENDING, pending);
    }
    activation.released().ifPresent(revision -> tree.put(RELEASED, revision));
    if (activation.joined() > 0) {
      tree.put(JOINED, activation.joined());
    }
    tree.put(
        CONTRIBUTIONS,
        activation.contributions().stream().map(PolicyActivationTree::contribution).toList());
    return tree;
  }

  private static Map<String, Object> contribution(ContributionRecord stored) {
    Map<String, Object> tree = new LinkedHashMap<>();
    if (!stored.binding().isEmpty()) {
      tree.put(BINDING, stored.binding());
    }
    tree.putAll(ActivationRecordTree.of(stored.record()));
    stored.snapshot().ifPresent(snapshot -> tree.put(SNAPSHOT, snapshot));
    if (stored.placementGeneration() > 0) {
      tree.put(PLACEMENT_GENERATION, stored.placementGeneration());
    }
    if (!stored.groups().isEmpty()) {
      tree.put(GROUPS, stored.groups().stream().map(PolicyActivationTree::group).toList());
    }
    stored
        .groupSize()
        .ifPresent(size -> tree.put(SIZE, size.percentage() ? size.toString() : size.value()));
    return tree;
  }

  private static Map<String, Object> group(DecisionGroup group) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("placement", group.key().placement());
    tree.put("groupName", group.key().name());
    tree.put("groupIndex", group.key().index());
    tree.put(CLUSTERS, group.clusters());
    return tree;
  }

  /** Parses an activation; empty when the tree lacks what every record has. */
  public static Optional<PolicyActivation> parse(Map<String, Object> tree) {
    Map<String, Object> pending = JsonTree.map(tree, PENDING);
    return ActivationRecordTree.parse(tree)
        .map(
            record ->
                new PolicyActivation(
                    record,
                    JsonTree.text(tree, RELEASED),
                    JsonTree.number(tree, JOINED),
                    JsonTree.maps(tree, CONTRIBUTIONS).stream()
                        .flatMap(stored -> parseContribution(stored).stream())
                        .toList(),
                    JsonTree.number(pending, ADD),
                    JsonTree.number(pending, CHANGE),
                    JsonTree.number(pending, REMOVE)));
  }

  private static Optional<ContributionRecord> parseContribution(Map<String, Object> tree) {
    return ActivationRecordTree.parse(tree)
        .map(
            record ->
                new ContributionRecord(
                    JsonTree.text(tree, BINDING).orElse(ContributionRecord.STRATEGY),
                    record,
                    tree.containsKey(SNAPSHOT)
                        ? Optional.of(JsonTree.map(tree, SNAPSHOT))
                        : Optional.empty(),
                    JsonTree.number(tree, PLACEMENT_GENERATION),
                    JsonTree.maps(tree, GROUPS).stream()
                        .map(PolicyActivationTree::parseGroup)
                        .toList(),
                    GroupStrategyParser.size(tree.get(SIZE))));
  }

  private static DecisionGroup parseGroup(Map<String, Object> tree) {
    return new DecisionGroup(
        new GroupKey(
            JsonTree.text(tree, "placement").orElse(""),
            JsonTree.text(tree, "groupName").orElse(""),
            (int) JsonTree.number(tree, "groupIndex")),
        JsonTree.texts(tree, CLUSTERS));
  }
}
