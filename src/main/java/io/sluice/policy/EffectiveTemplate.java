package io.sluice.policy;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Applies a policy's action to a template as the spoke does (policy-propagation 11.3), which shows
 * whether a controller receives a change (rollout-strategy E5).
 *
 * <p>Labels, annotations and dependencies do not count: changing them causes no new report.
 */
final class EffectiveTemplate {
  private static final String SPEC = "spec";

  private EffectiveTemplate() {}

  /** Returns the hash of apiVersion, kind, name and spec, with the action applied. */
  static String hash(Map<String, Object> definition, Optional<String> action) {
    Map<String, Object> effective = new LinkedHashMap<>();
    effective.put("apiVersion", definition.get("apiVersion"));
    effective.put("kind", definition.get("kind"));
    effective.put("name", JsonTree.map(definition, "metadata").get("name"));
    effective.put(SPEC, spec(definition, action));
    // Under this key the hash keeps empty values: to a controller an empty map is not the same as
    // none.
    return Hashes.ofTree(Map.of(PolicyApi.DEFINITION, effective));
  }

  /** Returns the action in the template's own spec. */
  static Optional<String> ownAction(Map<String, Object> definition) {
    return JsonTree.text(JsonTree.map(definition, SPEC), PolicyApi.ACTION);
  }

  private static Object spec(Map<String, Object> definition, Optional<String> action) {
    if (action.isEmpty()) {
      return definition.get(SPEC);
    }
    TemplateKind kind =
        TemplateKind.of(
            JsonTree.text(definition, "apiVersion").orElse(""),
            JsonTree.text(definition, "kind").orElse(""));
    return switch (kind) {
      case CONSTRAINT -> with(definition, "enforcementAction", constraintAction(action.get()));
      case CONSTRAINT_TEMPLATE -> definition.get(SPEC);
      case STRICT, OTHER ->
          ownAction(definition).filter("informonly"::equalsIgnoreCase).isPresent()
              ? definition.get(SPEC)
              : with(definition, PolicyApi.ACTION, action.get());
    };
  }

  private static String constraintAction(String action) {
    return action.equalsIgnoreCase("enforce") ? "deny" : "warn";
  }

  private static Map<String, Object> with(
      Map<String, Object> definition, String field, String value) {
    Map<String, Object> spec = JsonTree.map(definition, SPEC);
    spec.put(field, value);
    return spec;
  }
}
