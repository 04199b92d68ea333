package io.sluice.simulator.propagator;

import static io.sluice.simulator.propagator.PropagatorKinds.CLUSTER_GROUP;
import static io.sluice.simulator.propagator.PropagatorKinds.POLICY_GROUP;
import static io.sluice.simulator.propagator.PropagatorKinds.RULE_GROUP;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.simulator.tree.ObjectTree;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Holds a PlacementBinding as the propagator reads it: in the spelling that upstream ships
 * (policy-propagation 2.2).
 *
 * @param placement the name in {@code placementRef}
 * @param kind of the placement; empty when group and kind do not match
 * @param policies direct subjects, in order, each once
 * @param sets PolicySets among the subjects, in order, each once
 * @param override the action, as written, when it is enforce
 */
record PolicyBinding(
    String namespace,
    String name,
    String placement,
    Optional<String> kind,
    List<String> policies,
    List<String> sets,
    Optional<String> override,
    boolean restricted) {
  static final String PLACEMENT = "Placement";
  static final String RULE = "PlacementRule";

  static PolicyBinding of(GenericKubernetesResource binding) {
    Map<String, Object> fields = binding.getAdditionalProperties();
    Map<String, Object> ref = ObjectTree.map(fields.get("placementRef"));
    String action =
        ObjectTree.text(ObjectTree.map(fields.get("bindingOverrides")).get("remediationAction"));
    return new PolicyBinding(
        binding.getMetadata().getNamespace(),
        binding.getMetadata().getName(),
        ObjectTree.text(ref.get("name")),
        kind(ObjectTree.text(ref.get("apiGroup")), ObjectTree.text(ref.get("kind"))),
        subjects(fields, "Policy"),
        subjects(fields, "PolicySet"),
        Optional.of(action).filter("enforce"::equalsIgnoreCase),
        "restricted".equals(fields.get("subFilter")));
  }

  private static Optional<String> kind(String group, String kind) {
    return Optional.of(kind)
        .filter(
            known ->
                known.equals(PLACEMENT) && group.equals(CLUSTER_GROUP)
                    || known.equals(RULE) && group.equals(RULE_GROUP));
  }

  private static List<String> subjects(Map<String, Object> fields, String kind) {
    return ObjectTree.maps(fields.get("subjects"))
        .filter(subject -> POLICY_GROUP.equals(subject.get("apiGroup")))
        .filter(subject -> kind.equals(subject.get("kind")))
        .map(subject -> ObjectTree.text(subject.get("name")))
        .distinct()
        .toList();
  }

  /** Returns whether it refers to a placement of that kind and name. */
  boolean refersTo(String placementKind, String placementName) {
    return kind.filter(placementKind::equals).isPresent() && placement.equals(placementName);
  }
}
