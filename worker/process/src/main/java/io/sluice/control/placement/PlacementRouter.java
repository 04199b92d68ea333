package io.sluice.control.placement;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.control.cache.LeaderRouter;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Routes events of the hub to the Placements that they concern (placement 10).
 *
 * <p>Events are dropped while this process is not the leader; a new leader evaluates every
 * Placement once.
 */
public final class PlacementRouter extends LeaderRouter<PlacementRouter.ChangeHandler> {
  /** Handles changes; every method must return at once. */
  interface ChangeHandler {
    /** The Placement itself changed, its status included. */
    void placementChanged(PlacementKey placement);

    /** A PlacementDecision that may be of this Placement changed. */
    void decisionChanged(PlacementKey placement);

    void clusterChanged(
        Optional<GenericKubernetesResource> former, Optional<GenericKubernetesResource> present);

    void setChanged();

    void bindingChanged(String namespace);

    void scoreChanged();
  }

  @Override
  protected void route(
      ChangeHandler handler,
      ResourceDefinitionContext kind,
      Optional<GenericKubernetesResource> former,
      Optional<GenericKubernetesResource> present) {
    if (same(former, present)) {
      return;
    }
    GenericKubernetesResource object = present.or(() -> former).orElseThrow();
    if (kind == Kinds.PLACEMENT) {
      handler.placementChanged(PlacementKey.of(object));
    } else if (kind == Kinds.PLACEMENT_DECISION) {
      Stream.concat(former.stream(), present.stream())
          .flatMap(PlacementKey::ofDecision)
          .distinct()
          .forEach(handler::decisionChanged);
    } else if (kind == Kinds.MANAGED_CLUSTER) {
      handler.clusterChanged(former, present);
    } else if (kind == Kinds.MANAGED_CLUSTER_SET) {
      if (!sameSpec(former, present)) {
        handler.setChanged();
      }
    } else if (kind == Kinds.MANAGED_CLUSTER_SET_BINDING) {
      if (!sameSpec(former, present)) {
        handler.bindingChanged(object.getMetadata().getNamespace());
      }
    } else if (kind == Kinds.ADD_ON_PLACEMENT_SCORE) {
      handler.scoreChanged();
    }
  }

  /** A list of the informer shows objects again that did not change. */
  private static boolean same(
      Optional<GenericKubernetesResource> former, Optional<GenericKubernetesResource> present) {
    return former.isPresent()
        && present.isPresent()
        && former
            .get()
            .getMetadata()
            .getResourceVersion()
            .equals(present.get().getMetadata().getResourceVersion());
  }

  /** OCM writes the status of sets and bindings, which no evaluation reads. */
  private static boolean sameSpec(
      Optional<GenericKubernetesResource> former, Optional<GenericKubernetesResource> present) {
    return former.isPresent()
        && present.isPresent()
        && HubObjects.generation(former.get()) == HubObjects.generation(present.get());
  }
}
