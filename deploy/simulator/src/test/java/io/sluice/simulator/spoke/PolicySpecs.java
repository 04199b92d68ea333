package io.sluice.simulator.spoke;

import io.sluice.simulator.tree.ObjectTree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Builds the specs of policies for tests, as generic trees. */
final class PolicySpecs {
  private PolicySpecs() {}

  static Map<String, Object> policy(String action, List<Map<String, Object>> templates) {
    Map<String, Object> spec = new LinkedHashMap<>();
    spec.put("disabled", false);
    if (!action.isEmpty()) {
      spec.put("remediationAction", action);
    }
    spec.put("policy-templates", templates);
    return spec;
  }

  static Map<String, Object> enforced(Map<String, Object> template) {
    return policy("enforce", List.of(template));
  }

  static Map<String, Object> enforced(Map<String, Object> first, Map<String, Object> second) {
    return policy("enforce", List.of(first, second));
  }

  /** One ConfigurationPolicy template {@code pod} whose content is this value. */
  static Map<String, Object> enforced(String value) {
    return enforced(configuration("pod", value));
  }

  static Map<String, Object> configuration(String name, String value) {
    return template(
        "policy.open-cluster-management.io/v1", "ConfigurationPolicy", name, Map.of("v", value));
  }

  static Map<String, Object> template(
      String apiVersion, String kind, String name, Map<String, Object> spec) {
    return Map.of(
        "objectDefinition",
        Map.of(
            "apiVersion",
            apiVersion,
            "kind",
            kind,
            "metadata",
            Map.of("name", name),
            "spec",
            spec));
  }

  static Map<String, Object> with(Map<String, Object> tree, String field, Object value) {
    Map<String, Object> changed = new LinkedHashMap<>(tree);
    changed.put(field, value);
    return changed;
  }

  static Map<String, Object> dependency(String kind, String name, String compliance) {
    return Map.of(
        "apiVersion",
        "policy.open-cluster-management.io/v1",
        "kind",
        kind,
        "name",
        name,
        "compliance",
        compliance);
  }

  /** The details of a status, one map per template. */
  static List<Map<String, Object>> details(Map<String, Object> status) {
    List<Map<String, Object>> details = new ArrayList<>();
    ObjectTree.list(status.get("details")).forEach(detail -> details.add(ObjectTree.map(detail)));
    return details;
  }

  static List<Map<String, Object>> history(Map<String, Object> status, int template) {
    List<Map<String, Object>> history = new ArrayList<>();
    ObjectTree.list(details(status).get(template).get("history"))
        .forEach(entry -> history.add(ObjectTree.map(entry)));
    return history;
  }
}
