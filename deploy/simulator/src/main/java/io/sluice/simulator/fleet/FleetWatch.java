package io.sluice.simulator.fleet;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Forwards the changes that one watch of a hub shows to a fleet of simulated clusters. */
public final class FleetWatch {
  private static final Logger LOG = LoggerFactory.getLogger(FleetWatch.class);

  private FleetWatch() {}

  /**
   * Starts a watch; it does not wait for the hub, and a hub that is away does not end it.
   *
   * @param clusters what the log calls those that watch
   * @param seen is given each object that exists, and again whenever it changes
   * @param gone is given each object that was deleted
   */
  public static void start(
      String clusters,
      SharedIndexInformer<GenericKubernetesResource> informer,
      Consumer<GenericKubernetesResource> seen,
      Consumer<GenericKubernetesResource> gone) {
    informer.addEventHandler(
        new ResourceEventHandler<GenericKubernetesResource>() {
          @Override
          public void onAdd(GenericKubernetesResource object) {
            seen.accept(object);
          }

          @Override
          public void onUpdate(GenericKubernetesResource former, GenericKubernetesResource object) {
            seen.accept(object);
          }

          @Override
          public void onDelete(GenericKubernetesResource object, boolean unknownFinalState) {
            gone.accept(object);
          }
        });
    informer.exceptionHandler(
        (started, failure) -> {
          LOG.warn("The {} cannot watch the hub, and try again", clusters, failure);
          return true;
        });
    informer
        .start()
        .whenComplete(
            (started, failure) -> {
              if (failure != null) {
                LOG.error("The {} have stopped watching the hub", clusters, failure);
              }
            });
  }
}
