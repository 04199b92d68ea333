package io.sluice.policy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds hub templates, which the propagator renders and standalone Sluice refuses
 * (policy-propagation 10).
 */
public final class HubTemplates {
  private static final String REASON = "HubTemplatesUnsupported";
  private static final String DELIMITER = "{{hub";
  private static final List<String> ENCRYPTING = List.of("fromSecret", "protect");
  private static final String DISABLE = PolicyApi.PREFIX + "disable-templates";

  /** The values that Go's ParseBool reads as true, as spokes read the annotation. */
  private static final Set<String> TRUE = Set.of("1", "t", "T", "true", "True", "TRUE");

  private HubTemplates() {}

  /**
   * Returns a problem for each template that standalone mode cannot deliver: unrendered, it fails
   * on the spoke.
   */
  public static List<Problem> unsupported(PolicySnapshot snapshot) {
    List<Problem> problems = new ArrayList<>();
    if (disabled(snapshot.annotations())) {
      return problems;
    }
    List<Map<String, Object>> templates = JsonTree.maps(snapshot.spec(), PolicyApi.TEMPLATES);
    for (int i = 0; i < templates.size(); i++) {
      if (mentionsHub(templates.get(i).get(PolicyApi.DEFINITION))) {
        problems.add(
            new Problem(
                REASON,
                "spec.policy-templates[%d].objectDefinition".formatted(i),
                "is a hub template, which standalone mode does not render",
                "Remove {{hub ... hub}}, or run Sluice beside the propagator"));
      }
    }
    return problems;
  }

  /** Returns whether the propagator renders a template of that version. */
  public static boolean in(PolicySnapshot snapshot) {
    return !disabled(snapshot.annotations())
        && JsonTree.maps(snapshot.spec(), PolicyApi.TEMPLATES).stream()
            .anyMatch(HubTemplates::rendered);
  }

  /**
   * Returns whether the propagator encrypts values of that version for each cluster, with a key
   * that it replaces every 30 days, and keeps for one more period.
   */
  public static boolean encrypts(PolicySnapshot snapshot) {
    return in(snapshot)
        && ENCRYPTING.stream()
            .anyMatch(word -> mentions(snapshot.spec().get(PolicyApi.TEMPLATES), word));
  }

  /** Returns whether the propagator renders a part of {@code spec.policy-templates[]}. */
  public static boolean rendered(Map<String, Object> template) {
    return mentionsHub(template);
  }

  static boolean disabled(Map<String, String> annotations) {
    return TRUE.contains(annotations.getOrDefault(DISABLE, ""));
  }

  private static boolean mentionsHub(Object tree) {
    return mentions(tree, DELIMITER);
  }

  private static boolean mentions(Object tree, String word) {
    if (tree instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .anyMatch(entry -> mentions(entry.getKey(), word) || mentions(entry.getValue(), word));
    }
    if (tree instanceof Collection<?> list) {
      return list.stream().anyMatch(item -> mentions(item, word));
    }
    return tree instanceof String text && text.contains(word);
  }
}
