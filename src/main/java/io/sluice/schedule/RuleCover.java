package io.sluice.schedule;

import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.LabelSelector;
import io.sluice.fleet.LabelSelector.Requirement;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds the clusters that the same rules cover (between-waves C1).
 *
 * <p>A fleet has thousands of clusters, and few kinds of them: rules are compared once with each
 * group and each set of those labels that any rule asks for.
 */
final class RuleCover {
  private final List<NumberedRule> rules;
  private final Set<String> keys = new HashSet<>();
  private final Map<List<Object>, BitSet> byKind = new HashMap<>();

  RuleCover(List<NumberedRule> rules) {
    this.rules = rules;
    rules.forEach(rule -> rule.scope().clusterSelector().ifPresent(this::addKeys));
  }

  private void addKeys(LabelSelector selector) {
    keys.addAll(selector.matchLabels().keySet());
    selector.matchExpressions().stream().map(Requirement::key).forEach(keys::add);
  }

  /**
   * Returns the clusters by the numbers of the rules that cover them.
   *
   * @param groups of several that have a cluster, the first in rollout order counts
   * @param labels by cluster
   */
  Map<BitSet, List<String>> clusters(
      List<DecisionGroup> groups, Map<String, Map<String, String>> labels) {
    Map<String, String> groupOf = new LinkedHashMap<>();
    groups.stream()
        .sorted((one, other) -> one.key().compareTo(other.key()))
        .forEach(
            group ->
                group
                    .clusters()
                    .forEach(name -> groupOf.putIfAbsent(name, RuleScope.nameOf(group.key()))));
    Map<BitSet, List<String>> clusters = new LinkedHashMap<>();
    groupOf.forEach(
        (name, group) ->
            clusters
                .computeIfAbsent(
                    covering(group, labels.getOrDefault(name, Map.of())),
                    covering -> new ArrayList<>())
                .add(name));
    return clusters;
  }

  private BitSet covering(String group, Map<String, String> labels) {
    Map<String, String> asked =
        keys.stream().filter(labels::containsKey).collect(Collectors.toMap(k -> k, labels::get));
    return byKind.computeIfAbsent(
        List.of(group, asked),
        kind -> {
          BitSet covering = new BitSet();
          for (int i = 0; i < rules.size(); i++) {
            covering.set(i, rules.get(i).scope().covers(group, asked));
          }
          return covering;
        });
  }
}
