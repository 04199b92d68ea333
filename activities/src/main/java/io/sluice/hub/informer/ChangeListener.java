package io.sluice.hub.informer;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.hub.client.HubException;
import io.sluice.hub.crd.Kinds;
import java.util.Optional;
import org.slf4j.LoggerFactory;

/** Receives what informers see; must return at once. */
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

  /** Is called when a kind was listed, and when a watch of it begins. */
  default void answered(ResourceDefinitionContext kind) {}

  /**
   * Is called when the watch of a kind ends for good, by an error that no code can handle: nothing
   * comes any more. The error ends its thread afterwards.
   */
  default void broken(ResourceDefinitionContext kind, Error error) {}

  /**
   * Is called when a list or a watch failed; it is tried again. Says so in the log, less and less
   * often.
   *
   * @param times how often in a row
   */
  default void failed(
      ResourceDefinitionContext kind, KubernetesClientException failure, int times) {
    if (Integer.bitCount(times) == 1) {
      LoggerFactory.getLogger(ChangeListener.class)
          .warn(
              HubException.of("watch " + Kinds.resource(kind), "watch", kind, failure)
                  .getMessage());
    }
  }
}
