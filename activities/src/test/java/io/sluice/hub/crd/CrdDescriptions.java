package io.sluice.hub.crd;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Lists the fields of a schema, and those that {@code kubectl explain} cannot describe. */
final class CrdDescriptions {
  private CrdDescriptions() {}

  /** The paths of all fields, as {@code .status.conditions[].type}. */
  static List<String> all(Map<String, Object> schema) {
    List<String> fields = new ArrayList<>();
    walk(schema, "", fields, false);
    return fields;
  }

  /** The paths of the fields without a description. */
  static List<String> missing(Map<String, Object> schema) {
    List<String> fields = new ArrayList<>();
    walk(schema, "", fields, true);
    return fields;
  }

  private static void walk(
      Map<String, Object> schema, String path, List<String> fields, boolean missingOnly) {
    if (schema.get("properties") instanceof Map<?, ?> properties) {
      properties.forEach(
          (name, node) -> {
            Map<String, Object> field = CrdFolder.tree(node);
            if (!missingOnly || !field.containsKey("description")) {
              fields.add(path + "." + name);
            }
            walk(field, path + "." + name, fields, missingOnly);
          });
    }
    for (String nested : List.of("items", "additionalProperties")) {
      if (schema.get(nested) instanceof Map<?, ?> node) {
        walk(CrdFolder.tree(node), path + "[]", fields, missingOnly);
      }
    }
  }
}
