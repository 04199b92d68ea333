package io.sluice.template;

import io.sluice.policy.JsonTree;
import java.util.List;
import java.util.Map;

/** Names the fields of a policy that Sluice does not carry out (lazy-activation 2.12). */
final class UnsupportedFields {
  private static final List<String> OF_PLACEMENT =
      List.of("clusterAffinities", "spreadConstraints", "workloadAffinity");

  private UnsupportedFields() {}

  /**
   * Checks a spec.
   *
   * @param problems takes what would be placed otherwise than is written
   * @param remarks takes what is kept and has no effect
   */
  static void check(Map<String, Object> spec, List<String> problems, List<String> remarks) {
    Map<String, Object> placement = JsonTree.map(spec, "placement");
    OF_PLACEMENT.stream()
        .filter(field -> present(placement.get(field)))
        .map("spec.placement.%s is not supported. Use clusterAffinity."::formatted)
        .forEach(problems::add);
    if (present(JsonTree.map(placement, "clusterAffinity").get("fieldSelector"))) {
      problems.add(
          "spec.placement.clusterAffinity.fieldSelector is not supported. Use labelSelector.");
    }
    Map<String, Object> replicas = JsonTree.map(placement, "replicaScheduling");
    JsonTree.text(replicas, "replicaSchedulingType")
        .filter(type -> !type.equals("Duplicated"))
        .map(
            "spec.placement.replicaScheduling.replicaSchedulingType is %s, but replicas are not divided. Use Duplicated, or remove replicaScheduling."
                ::formatted)
        .ifPresent(problems::add);
    if (present(spec.get("dependentOverrides"))) {
      problems.add("spec.dependentOverrides is not supported. Remove it.");
    }
    if (Boolean.TRUE.equals(spec.get("association"))) {
      problems.add("spec.association is not supported. Use propagateDeps.");
    }
    withoutEffect(spec, remarks);
  }

  private static void withoutEffect(Map<String, Object> spec, List<String> remarks) {
    for (String field : List.of("failover", "schedulePriority")) {
      if (present(spec.get(field))) {
        remarks.add("spec.%s is kept and has no effect.".formatted(field));
      }
    }
    JsonTree.text(spec, "schedulerName")
        .filter(name -> !name.equals("default-scheduler"))
        .map("spec.schedulerName %s is kept and has no effect."::formatted)
        .ifPresent(remarks::add);
  }

  private static boolean present(Object value) {
    return value != null
        && !(value instanceof List<?> list && list.isEmpty())
        && !(value instanceof Map<?, ?> map && map.isEmpty());
  }
}
