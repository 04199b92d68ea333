package io.sluice.control.placement;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.control.cache.LeaderRouter;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import java.util.List;
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
    /** The Placement itself changed; its status may have, too. */
    void placementChanged(PlacementKey placement);

    /** Nothing but the status of the Placement changed. */
    void placementStatusChanged(PlacementKey placement);

    /** A PlacementDecision that may be of these Placements changed. */
    void decisionChanged(GenericKubernetesResource decision, List<PlacementKey> placements);

    void clusterChanged(
        Optional<GenericKubernetesResource> former, Optional<GenericKubernetesResource> present);

    void setChanged(GenericKubernetesResource set);

    void bindingChanged(String namespace);

    void scoreChanged(GenericKubernetesResource score);
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
      if (sameSettings(former, present)) {
        handler.placementStatusChanged(PlacementKey.of(object));
      } else {
        handler.placementChanged(PlacementKey.of(object));
      }
    } else if (kind == Kinds.PLACEMENT_DECISION) {
      handler.decisionChanged(
          object,
          Stream.concat(former.stream(), present.stream())
              .flatMap(PlacementKey::ofDecision)
              .distinct()
              .toList());
    } else if (kind == Kinds.MANAGED_CLUSTER) {
      handler.clusterChanged(former, present);
    } else if (kind == Kinds.MANAGED_CLUSTER_SET) {
      if (!sameSpec(former, present)) {
        handler.setChanged(object);
      }
    } else if (kind == Kinds.MANAGED_CLUSTER_SET_BINDING) {
      if (!sameSpec(former, present)) {
        handler.bindingChanged(object.getMetadata().getNamespace());
      }
    } else if (kind == Kinds.ADD_ON_PLACEMENT_SCORE) {
      handler.scoreChanged(object);
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

  /** Labels and annotations of a Placement are settings, and do not change its generation. */
  private static boolean sameSettings(
      Optional<GenericKubernetesResource> former, Optional<GenericKubernetesResource> present) {
    return sameSpec(former, present)
        && former.get().getMetadata().getUid().equals(present.get().getMetadata().getUid())
        && HubObjects.labels(former.get()).equals(HubObjects.labels(present.get()))
        && HubObjects.annotations(former.get()).equals(HubObjects.annotations(present.get()))
        && HubObjects.deleting(former.get()) == HubObjects.deleting(present.get());
  }

  /** OCM writes the status of sets and bindings, which no evaluation reads. */
  private static boolean sameSpec(
      Optional<GenericKubernetesResource> former, Optional<GenericKubernetesResource> present) {
    return former.isPresent()
        && present.isPresent()
        && HubObjects.generation(former.get()) == HubObjects.generation(present.get());
  }
}
