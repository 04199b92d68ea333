package io.sluice.simulator.propagator;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Holds one change of an object as a watch reports it: without {@code before} it is new, without
 * {@code after} it is gone.
 */
record ObjectChange(
    ResourceDefinitionContext kind,
    Optional<GenericKubernetesResource> before,
    Optional<GenericKubernetesResource> after) {

  boolean update() {
    return before.isPresent() && after.isPresent();
  }

  /** Returns the object before and after the change, where there is one. */
  Stream<GenericKubernetesResource> both() {
    return Stream.of(before, after).flatMap(Optional::stream);
  }

  /** Returns the object as it is now, or as it was last. */
  GenericKubernetesResource latest() {
    return after.or(() -> before).orElseThrow();
  }
}
