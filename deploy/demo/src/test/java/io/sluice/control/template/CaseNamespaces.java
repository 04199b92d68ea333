package io.sluice.control.template;

import io.sluice.policy.JsonTree;
import io.sluice.settings.TemplateSettings;
import io.sluice.template.TemplateScope;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Gives cases that share a hub namespaces, and cluster-wide policies, of their own. */
final class CaseNamespaces {
  private static final String NAMESPACE = "lazy-";
  private static final String CLUSTER_POLICY = "ClusterPropagationPolicy";

  private final int cases;

  CaseNamespaces(int cases) {
    this.cases = cases;
  }

  /** Returns what a case calls {@code default}. */
  static String of(int number) {
    return NAMESPACE + number;
  }

  /** Returns the settings of a controller that leaves the templates of other cases alone. */
  TemplateSettings settings(int number) {
    List<String> excluded =
        Stream.concat(
                TemplateScope.DEFAULT_EXCLUDED.stream(),
                IntStream.range(0, cases)
                    .filter(other -> other != number)
                    .mapToObj(CaseNamespaces::of)
                    .flatMap(name -> Stream.of(name, name + "-team-b")))
            .toList();
    return new TemplateSettings(
        TemplateSettings.DEFAULTS.machineKeys(), excluded, TemplateSettings.DEFAULTS.executor());
  }

  /** Returns whether a case has a policy that matches templates of every namespace. */
  static boolean matchesAllNamespaces(Map<String, Object> script) {
    return JsonTree.maps(script, "steps").stream()
        .map(step -> JsonTree.map(step, "object"))
        .filter(object -> CLUSTER_POLICY.equals(object.get("kind")))
        .map(policy -> JsonTree.map(policy, "spec"))
        .flatMap(spec -> JsonTree.maps(spec, "resourceSelectors").stream())
        .anyMatch(selector -> !selector.containsKey("namespace"));
  }

  /** Returns the case with other names. */
  static Map<String, Object> renamed(Map<String, Object> script, int number) {
    return JsonTree.map(renamed("", script, of(number), name -> name));
  }

  /** Renames in the object or reference that a value is, and in all that it holds. */
  private static Object renamed(
      String key, Object value, String namespace, UnaryOperator<String> names) {
    if (value instanceof List<?> items) {
      return items.stream().map(item -> renamed("", item, namespace, names)).toList();
    }
    if (!(value instanceof Map<?, ?>)) {
      return switch (key) {
        case "namespace" -> namespace(value.toString(), namespace);
        case "name" -> names.apply(value.toString());
        default -> value;
      };
    }
    Map<String, Object> part = JsonTree.map(value);
    UnaryOperator<String> own = key.equals("metadata") ? names : names(part, namespace);
    Map<String, Object> result = new LinkedHashMap<>();
    part.forEach((member, inner) -> result.put(member, renamed(member, inner, namespace, own)));
    return result;
  }

  private static UnaryOperator<String> names(Map<String, Object> object, String namespace) {
    return switch (object.getOrDefault("kind", "").toString()) {
      case "ClusterPropagationPolicy" -> name -> namespace + "-" + name;
      case "Namespace" -> name -> namespace(name, namespace);
      default -> name -> name;
    };
  }

  private static String namespace(String name, String namespace) {
    return name.equals("default") ? namespace : namespace + "-" + name;
  }
}
