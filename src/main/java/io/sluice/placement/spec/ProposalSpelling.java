package io.sluice.placement.spec;

import io.sluice.policy.JsonTree;
import io.sluice.rollout.strategy.SettingNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Rewrites a {@code decisionStrategy} as OCM's proposal of decision groups spelled it into the
 * canonical fields (placement 2.1).
 *
 * <p>OCM's CRD drops the fields of the proposal without a message. A field that is given in both
 * spellings must have one value.
 */
final class ProposalSpelling {
  private static final String STRATEGY = "decisionStrategy";
  private static final String INNER = "groupStrategy";
  private static final String SIZE = "clustersPerDecisionGroup";
  private static final String GROUPS = "decisionGroups";
  private static final String NAME = "groupName";
  private static final String SELECTOR = "groupClusterSelector";
  private static final String CANONICAL = "spec." + STRATEGY + "." + INNER;

  private final List<String> warnings = new ArrayList<>();

  /** Returns a sentence for each field that a hub with OCM's CRD drops, as found by now. */
  List<String> warnings() {
    return warnings;
  }

  /** Returns the place of {@code decisionStrategy}, with canonical fields; absent without one. */
  SettingNode canonical(SettingNode spec) {
    SettingNode written = spec.child(STRATEGY);
    SettingNode capital = spec.child("DecisionStrategy");
    Map<String, Object> merged = new LinkedHashMap<>();
    if (!written.absent()) {
      merged.put(STRATEGY, strategy(written));
    }
    if (!capital.absent()) {
      move(merged, STRATEGY, strategy(capital), capital, "spec." + STRATEGY);
    }
    return new SettingNode(written.path(), merged.get(STRATEGY), spec.collector());
  }

  private Object strategy(SettingNode node) {
    SettingNode inner = node.child(INNER);
    if (node.notAnObject() || inner.notAnObject()) {
      return node.value();
    }
    Map<String, Object> groups = inner(inner);
    Map<String, Object> strategy = JsonTree.map(node.value());
    strategy.remove(SIZE);
    strategy.remove(GROUPS);
    strategy.remove("DecisionGroups");
    SettingNode size = node.child(SIZE);
    if (!size.absent()) {
      move(groups, SIZE, size(size), size, CANONICAL + "." + SIZE);
    }
    for (String field : List.of(GROUPS, "DecisionGroups")) {
      moveGroups(groups, node.child(field));
    }
    if (!groups.isEmpty()) {
      strategy.put(INNER, groups);
    }
    return strategy;
  }

  private Map<String, Object> inner(SettingNode node) {
    Map<String, Object> groups = JsonTree.map(node.value());
    groups.remove("DecisionGroups");
    groups.computeIfPresent(GROUPS, (field, value) -> groups(node.child(GROUPS)));
    moveGroups(groups, node.child("DecisionGroups"));
    return groups;
  }

  private void moveGroups(Map<String, Object> target, SettingNode from) {
    if (!from.absent()) {
      move(target, GROUPS, groups(from), from, CANONICAL + "." + GROUPS);
    }
  }

  /**
   * The proposal writes {@code None} for no limit; in its own place alone, where OCM has no field.
   */
  private static Object size(SettingNode node) {
    return "None".equals(node.value()) ? "100%" : node.value();
  }

  private Object groups(SettingNode node) {
    if (node.notAList()) {
      return node.value();
    }
    List<SettingNode> items = node.items().toList();
    return IntStream.range(0, items.size())
        .mapToObj(i -> group(items.get(i), "%s.%s[%d].".formatted(CANONICAL, GROUPS, i)))
        .toList();
  }

  private Object group(SettingNode node, String canonical) {
    Map<String, Object> group = JsonTree.map(node.value());
    if (node.notAnObject()) {
      return node.value();
    }
    if (group.remove("GroupName") != null) {
      SettingNode name = node.child("GroupName");
      move(group, NAME, name.value(), name, canonical + NAME);
    }
    if (group.remove("clusterSelector") != null) {
      SettingNode selector = node.child("clusterSelector");
      move(
          group,
          SELECTOR,
          Map.of("labelSelector", selector.value()),
          selector,
          canonical + SELECTOR + ".labelSelector");
    }
    return group;
  }

  /** Puts a value where it belongs, unless another one is there. */
  private void move(
      Map<String, Object> target, String field, Object value, SettingNode from, String canonical) {
    Optional<Object> present = Optional.ofNullable(target.putIfAbsent(field, value));
    if (present.isPresent() && !present.get().equals(value)) {
      Misconfigured.field(from, "differs from " + canonical, "Keep one of them");
    }
    warnings.add(
        "%s is read as %s here, but a hub with the CRD of Open Cluster Management drops it without a message. Write %s."
            .formatted(from.path(), canonical, canonical));
  }
}
