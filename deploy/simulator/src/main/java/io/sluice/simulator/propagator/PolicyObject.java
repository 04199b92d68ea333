package io.sluice.simulator.propagator;

import static java.util.Objects.requireNonNullElse;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.sluice.simulator.tree.ObjectTree;
import java.util.Map;
import java.util.Optional;

/** Reads the parts of a Policy by which roots, replicas and their state are recognized. */
final class PolicyObject {
  static final String ROOT_LABEL = PropagatorKinds.PREFIX + "root-policy";

  private PolicyObject() {}

  /** Returns the label of a replica; empty for a root. */
  static Optional<String> rootLabel(HasMetadata policy) {
    return Optional.ofNullable(labels(policy).get(ROOT_LABEL));
  }

  static Map<String, String> labels(HasMetadata object) {
    return requireNonNullElse(object.getMetadata().getLabels(), Map.of());
  }

  static Map<String, String> annotations(HasMetadata object) {
    return requireNonNullElse(object.getMetadata().getAnnotations(), Map.of());
  }

  static Map<String, Object> spec(GenericKubernetesResource object) {
    return ObjectTree.map(object.getAdditionalProperties().get("spec"));
  }

  static Map<String, Object> status(GenericKubernetesResource object) {
    return ObjectTree.map(object.getAdditionalProperties().get("status"));
  }

  static boolean disabled(GenericKubernetesResource policy) {
    return Boolean.TRUE.equals(spec(policy).get("disabled"));
  }

  /** Returns the name that replicas of a root have. */
  static String replicaName(HasMetadata root) {
    return root.getMetadata().getNamespace() + "." + root.getMetadata().getName();
  }

  /** Returns whether an update changed more than the status. */
  static boolean changed(GenericKubernetesResource before, GenericKubernetesResource after) {
    return !sameGeneration(before, after)
        || !labels(before).equals(labels(after))
        || !annotations(before).equals(annotations(after));
  }

  static boolean sameGeneration(HasMetadata before, HasMetadata after) {
    return before.getMetadata().getGeneration().equals(after.getMetadata().getGeneration());
  }
}
