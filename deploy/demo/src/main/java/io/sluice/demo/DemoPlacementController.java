package io.sluice.demo;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.control.cache.HubCaches;
import io.sluice.control.cache.HubCachesBuilder;
import io.sluice.control.placement.PlacementController;
import io.sluice.control.placement.PlacementRouter;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.event.EventRecorder;
import io.sluice.placement.GroupingMode;
import io.sluice.placement.PlacementMode;
import io.sluice.settings.EvaluatorSettings;
import io.sluice.time.ProcessTime;

/**
 * Evaluates the Placements of a hub in place of OCM's placement controller, where Sluice's worker
 * does not: beside OCM's propagator, Placements are OCM's.
 */
final class DemoPlacementController implements AutoCloseable {
  /** All Placements: a hub of a demo has no other controller for them. */
  static final EvaluatorSettings SETTINGS =
      new EvaluatorSettings(PlacementMode.ALL, GroupingMode.STABLE);

  private final HubCaches caches;
  private final EventRecorder events;
  private final PlacementController controller;

  private DemoPlacementController(
      HubCaches caches, EventRecorder events, PlacementController controller) {
    this.caches = caches;
    this.events = events;
    this.controller = controller;
  }

  /** Starts it; the client stays the caller's. */
  static DemoPlacementController start(KubernetesClient hub) {
    ProcessTime time = ProcessTime.SYSTEM;
    PlacementRouter router = new PlacementRouter();
    HubCaches caches = HubCachesBuilder.of(hub, router, time).with(Kinds.EVALUATED).start();
    EventRecorder events = new EventRecorder(hub, time.clock());
    return new DemoPlacementController(
        caches,
        events,
        new PlacementController(hub, caches, router, events, SETTINGS, time).start());
  }

  @Override
  public void close() {
    controller.close();
    caches.close();
    events.close();
  }
}
