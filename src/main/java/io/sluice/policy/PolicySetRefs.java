package io.sluice.policy;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds the PolicySets that a policy depends on (policy-propagation 4.2). */
public final class PolicySetRefs {
  private PolicySetRefs() {}

  /** Names one PolicySet. */
  public record Ref(String namespace, String name) {}

  /**
   * Returns the sets in the dependencies of a spec, of the policy and of its templates.
   *
   * @param rootNamespace the namespace of a set that names none
   */
  public static Set<Ref> of(Map<String, Object> spec, String rootNamespace) {
    Set<Ref> refs = new LinkedHashSet<>();
    add(JsonTree.maps(spec, PolicyApi.DEPENDENCIES), rootNamespace, refs);
    JsonTree.maps(spec, PolicyApi.TEMPLATES)
        .forEach(
            template ->
                add(JsonTree.maps(template, PolicyApi.EXTRA_DEPENDENCIES), rootNamespace, refs));
    return refs;
  }

  private static void add(
      List<Map<String, Object>> dependencies, String rootNamespace, Set<Ref> refs) {
    for (Map<String, Object> dependency : dependencies) {
      if (PolicyApi.POLICY_SET.equals(dependency.get("kind"))) {
        JsonTree.text(dependency, "name")
            .map(
                name -> new Ref(JsonTree.text(dependency, "namespace").orElse(rootNamespace), name))
            .ifPresent(refs::add);
      }
    }
  }
}
