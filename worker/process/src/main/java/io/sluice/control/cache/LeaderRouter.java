package io.sluice.control.cache;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.hub.informer.ChangeListener;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Routes the events of the caches to the controller that handles them. They are dropped while this
 * process is not the leader; a new leader looks at everything once.
 *
 * @param <H> handles changes; every method must return at once
 */
public abstract class LeaderRouter<H> implements ChangeListener {
  private final AtomicReference<H> attached = new AtomicReference<>();

  public final void attach(H handler) {
    attached.set(handler);
  }

  /** Drops events again, unless another handler was attached meanwhile. */
  public final void detach(H handler) {
    attached.compareAndSet(handler, null);
  }

  @Override
  public final void changed(
      ResourceDefinitionContext kind,
      Optional<GenericKubernetesResource> former,
      Optional<GenericKubernetesResource> present) {
    H handler = attached.get();
    if (handler != null) {
      route(handler, kind, former, present);
    }
  }

  /** Finds what an event concerns. */
  protected abstract void route(
      H handler,
      ResourceDefinitionContext kind,
      Optional<GenericKubernetesResource> former,
      Optional<GenericKubernetesResource> present);
}
