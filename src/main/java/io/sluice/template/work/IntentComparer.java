package io.sluice.template.work;

import io.sluice.activation.policy.ClusterChanges;
import io.sluice.template.PropagationPolicy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Compares the clusters of a template by its active intent with those by its desired one
 * (lazy-activation 1.4).
 */
public final class IntentComparer {
  private IntentComparer() {}

  /**
   * Compares; nothing differs where no usable policy owns the template.
   *
   * <p>A desired placement that selects no known cluster moves nothing (lazy-activation 2.9).
   */
  public static ClusterChanges compare(TemplateFacts facts) {
    Map<String, Set<String>> active =
        treatments(
            facts.binding().map(BindingState::clusters).orElse(List.of()).stream()
                .filter(facts.inventory()::containsKey)
                .toList(),
            facts.snapshot(),
            facts.requiredBy(),
            "");
    String content =
        facts.record().filter(stored -> !stored.seen().sameContent(facts.content())).isPresent()
            ? "other content"
            : "";
    Map<String, Set<String>> desired =
        facts
            .owner()
            .filter(owner -> owner.problems().isEmpty())
            .map(PropagationPolicy::targeting)
            .map(
                targeting ->
                    treatments(
                        ClusterAffinity.selected(targeting, facts.inventory()),
                        Optional.of(targeting),
                        facts.requiredBy(),
                        content))
            .filter(clusters -> !clusters.isEmpty())
            .orElse(active);
    return ClusterChanges.between(active, desired);
  }

  /** Says of each cluster how its Work is written. */
  private static Map<String, Set<String>> treatments(
      List<String> clusters,
      Optional<Map<String, Object>> snapshot,
      List<DependencyRequirement> requiredBy,
      String content) {
    WorkOptions options = WorkOptions.of(snapshot, requiredBy);
    Map<String, Set<String>> treatments = new TreeMap<>();
    for (String cluster : clusters) {
      treatments.put(
          cluster,
          Set.of(
              content,
              "conflict resolution " + options.conflictResolution(),
              "preserved " + options.preserve(),
              "suspended " + options.suspended(cluster)));
    }
    return treatments;
  }
}
