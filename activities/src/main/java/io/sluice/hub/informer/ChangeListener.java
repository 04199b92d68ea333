package io.sluice.hub.informer;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.Optional;

/** Receives every change that the informers see; must return at once. */
public interface ChangeListener {
  /** Takes no notice of any change. */
  ChangeListener NONE = (kind, former, present) -> {};

  /**
   * Handles a change of one object.
   *
   * @param former the object before; absent when it is new
   * @param present the object now; absent when it was deleted
   */
  void changed(
      ResourceDefinitionContext kind,
      Optional<GenericKubernetesResource> former,
      Optional<GenericKubernetesResource> present);
}
