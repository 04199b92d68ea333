package io.sluice.hub.placement;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.fleet.LabelSelector;
import io.sluice.fleet.LabelSelector.Operator;
import io.sluice.fleet.LabelSelector.Requirement;
import io.sluice.hub.client.HubObjects;
import io.sluice.placement.ManagedClusterSet;
import io.sluice.policy.JsonTree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Parses ManagedClusterSets (placement 3.1). */
public final class ManagedClusterSetParser {
  private ManagedClusterSetParser() {}

  /**
   * Parses a set. One whose selector cannot be used gets a type that says so: which clusters are in
   * it is unknown, as with any type that is unknown.
   */
  public static ManagedClusterSet parse(GenericKubernetesResource object) {
    Map<String, Object> selector =
        JsonTree.map(HubObjects.part(object, "spec"), "clusterSelector");
    String type = JsonTree.text(selector, "selectorType").orElse("");
    List<Map<String, Object>> expressions =
        JsonTree.maps(JsonTree.map(selector, "labelSelector"), "matchExpressions");
    List<String> unusable = expressions.stream().flatMap(each -> unusable(each).stream()).toList();
    if (!unusable.isEmpty()) {
      type = "%s with %s".formatted(type, String.join(" and ", unusable));
    }
    return new ManagedClusterSet(
        object.getMetadata().getName(),
        type,
        selector.get("labelSelector") instanceof Map<?, ?>
            ? Optional.of(labelSelector(JsonTree.map(selector, "labelSelector"), expressions))
            : Optional.empty());
  }

  private static LabelSelector labelSelector(
      Map<String, Object> tree, List<Map<String, Object>> expressions) {
    List<Requirement> requirements = new ArrayList<>();
    for (Map<String, Object> each : expressions) {
      operator(each)
          .ifPresent(
              operator ->
                  requirements.add(
                      new Requirement(
                          JsonTree.text(each, "key").orElse(""),
                          operator,
                          JsonTree.texts(each, "values"))));
    }
    return new LabelSelector(JsonTree.strings(tree, "matchLabels"), requirements);
  }

  /** Formats why Kubernetes would refuse the expression; empty when it would not. */
  private static Optional<String> unusable(Map<String, Object> expression) {
    Optional<Operator> operator = operator(expression);
    if (operator.isEmpty()) {
      return Optional.of(
          "the operator \"%s\"".formatted(JsonTree.text(expression, "operator").orElse("")));
    }
    boolean values = !JsonTree.texts(expression, "values").isEmpty();
    return operator.get().takesValues() == values
        ? Optional.empty()
        : Optional.of(
            "the operator %s %s values"
                .formatted(operator.get().label(), values ? "beside" : "without"));
  }

  private static Optional<Operator> operator(Map<String, Object> expression) {
    return Arrays.stream(Operator.values())
        .filter(known -> known.label().equals(expression.get("operator")))
        .findFirst();
  }
}
