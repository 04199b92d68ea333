package io.sluice.policy.admission;

import io.sluice.policy.JsonTree;
import io.sluice.policy.PolicyApi;
import io.sluice.policy.Problem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds templates whose reports nobody could tell from others: those without a name, and two of one
 * kind and name, of which clusters judge one alone.
 */
public final class TemplateNames {
  private static final String MISSING = "TemplateNameMissing";
  private static final String DUPLICATE = "DuplicateTemplate";
  private static final String PATH = "spec.policy-templates[%d].objectDefinition.metadata.name";

  private TemplateNames() {}

  /** Returns the templates of the spec of a policy that have no name, in their order. */
  public static List<Problem> missing(Map<String, Object> spec) {
    List<Problem> problems = new ArrayList<>();
    List<Map<String, Object>> templates = definitions(spec);
    for (int i = 0; i < templates.size(); i++) {
      if (name(templates.get(i)).isEmpty()) {
        problems.add(
            new Problem(
                MISSING,
                PATH.formatted(i),
                "is missing, so no cluster can report on this " + kind(templates.get(i)),
                "Name it"));
      }
    }
    return problems;
  }

  /** Returns the templates of the spec of a policy that are called as one before them. */
  public static List<Problem> duplicates(Map<String, Object> spec) {
    List<Problem> problems = new ArrayList<>();
    Map<String, Integer> first = new HashMap<>();
    List<Map<String, Object>> templates = definitions(spec);
    for (int i = 0; i < templates.size(); i++) {
      String kind = kind(templates.get(i));
      String name = name(templates.get(i));
      Integer before = name.isEmpty() ? null : first.putIfAbsent(kind + "/" + name, i);
      if (before != null) {
        problems.add(
            new Problem(
                DUPLICATE,
                PATH.formatted(i),
                "is \"%s\", as that of the %s in policy-templates[%d], and clusters judge only one of them"
                    .formatted(name, kind, before),
                "Give each template a name of its own"));
      }
    }
    return problems;
  }

  private static List<Map<String, Object>> definitions(Map<String, Object> spec) {
    return JsonTree.maps(spec, PolicyApi.TEMPLATES).stream()
        .map(template -> JsonTree.map(template, PolicyApi.DEFINITION))
        .toList();
  }

  private static String kind(Map<String, Object> definition) {
    return JsonTree.text(definition, "kind").orElse("template");
  }

  private static String name(Map<String, Object> definition) {
    return JsonTree.text(JsonTree.map(definition, "metadata"), "name").orElse("");
  }
}
