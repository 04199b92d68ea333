package io.sluice.control.template;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.control.cache.CalendarCache;
import io.sluice.control.cache.LeaderRouter;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.template.KarmadaKinds;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Routes events of the hub to the controller of templates.
 *
 * <p>Events are dropped while this process is not the leader; a new leader looks at everything
 * once.
 */
public final class TemplateRouter extends LeaderRouter<TemplateRouter.ChangeHandler> {
  /** Handles changes; every method must return at once. */
  interface ChangeHandler {
    void policyChanged(GenericKubernetesResource policy);

    /** A binding changed; both states of it may name other dependencies. */
    void bindingChanged(GenericKubernetesResource binding);

    void workChanged(GenericKubernetesResource work);

    void rolloutChanged(GenericKubernetesResource rollout);

    /** The Lease of Karmada's own controllers changed. */
    void leaseChanged();

    /** A cluster came, left or was relabelled. */
    void clusterChanged();

    /** A calendar came, left or was changed: what it binds may be any Rollout. */
    void calendarChanged();

    void templateChanged(
        Optional<GenericKubernetesResource> former, Optional<GenericKubernetesResource> present);
  }

  @Override
  protected void route(
      ChangeHandler handler,
      ResourceDefinitionContext kind,
      Optional<GenericKubernetesResource> former,
      Optional<GenericKubernetesResource> present) {
    Stream<GenericKubernetesResource> both = Stream.concat(former.stream(), present.stream());
    if (kind == KarmadaKinds.PROPAGATION_POLICY
        || kind == KarmadaKinds.CLUSTER_PROPAGATION_POLICY) {
      both.forEach(handler::policyChanged);
    } else if (kind == KarmadaKinds.RESOURCE_BINDING
        || kind == KarmadaKinds.CLUSTER_RESOURCE_BINDING) {
      both.forEach(handler::bindingChanged);
    } else if (kind == KarmadaKinds.WORK) {
      handler.workChanged(present.or(() -> former).orElseThrow());
    } else if (kind == Kinds.ROLLOUT) {
      handler.rolloutChanged(present.or(() -> former).orElseThrow());
    } else if (kind == Kinds.LEASE) {
      handler.leaseChanged();
    } else if (kind == Kinds.MANAGED_CLUSTER) {
      if (!samePlace(former, present)) {
        handler.clusterChanged();
      }
    } else if (CalendarCache.KINDS.contains(kind)) {
      handler.calendarChanged();
    } else {
      handler.templateChanged(former, present);
    }
  }

  /** Clusters report all the time; only their labels and their deletion move anything. */
  private static boolean samePlace(
      Optional<GenericKubernetesResource> former, Optional<GenericKubernetesResource> present) {
    return former.isPresent()
        && present.isPresent()
        && HubObjects.labels(former.get()).equals(HubObjects.labels(present.get()))
        && (former.get().getMetadata().getDeletionTimestamp() == null)
            == (present.get().getMetadata().getDeletionTimestamp() == null);
  }
}
