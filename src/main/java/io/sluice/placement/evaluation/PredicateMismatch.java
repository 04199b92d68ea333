package io.sluice.placement.evaluation;

import io.sluice.fleet.LabelSelector;
import io.sluice.fleet.LabelSelector.Requirement;
import io.sluice.placement.ManagedCluster;
import io.sluice.placement.ScoreTable;
import io.sluice.placement.spec.ClusterPredicate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Describes the first term of a predicate that a cluster does not meet. */
final class PredicateMismatch {
  private PredicateMismatch() {}

  /** {@code requires label env In [prod], and it has env=dev}. */
  static String describe(ClusterPredicate predicate, ManagedCluster cluster, ScoreTable scores) {
    return unmet(predicate.selector().labels(), "label", cluster.labels())
        .or(() -> unmet(predicate.selector().claims(), "claim", cluster.claims()))
        .or(() -> predicate.cel().flatMap(cel -> cel.mismatch(cluster, scores)))
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "predicate matches cluster %s after all".formatted(cluster.name())));
  }

  private static Optional<String> unmet(
      LabelSelector selector, String kind, Map<String, String> values) {
    return terms(selector).stream()
        .filter(term -> !new LabelSelector(Map.of(), List.of(term)).matches(values))
        .findFirst()
        .map(
            term ->
                "requires %s %s, and it has %s".formatted(kind, text(term), found(term, values)));
  }

  private static List<Requirement> terms(LabelSelector selector) {
    List<Requirement> terms = new ArrayList<>();
    selector
        .matchLabels()
        .forEach(
            (key, value) ->
                terms.add(new Requirement(key, LabelSelector.Operator.IN, List.of(value))));
    terms.addAll(selector.matchExpressions());
    return terms;
  }

  private static String text(Requirement term) {
    return term.operator().takesValues()
        ? "%s %s %s".formatted(term.key(), term.operator(), term.values())
        : "%s %s".formatted(term.key(), term.operator());
  }

  private static String found(Requirement term, Map<String, String> values) {
    String value = values.get(term.key());
    return value == null ? "none" : term.key() + "=" + value;
  }
}
