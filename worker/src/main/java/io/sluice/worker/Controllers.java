package io.sluice.worker;

import io.sluice.detector.TemplateController;
import io.sluice.scheduling.PlacementController;
import io.sluice.watch.PolicyController;
import java.util.Optional;
import java.util.function.Supplier;

/** Holds what runs while the process leads; templates are propagated by a controller of its own. */
record Controllers(PolicyController policies, PlacementController placements, StartedParts started)
    implements AutoCloseable {
  /** Starts all; none runs on if one of them cannot start. */
  static Controllers start(
      Supplier<PolicyController> policies,
      Supplier<PlacementController> placements,
      Supplier<Optional<TemplateController>> templates) {
    StartedParts started = new StartedParts();
    try {
      PolicyController policy = started.add(policies.get());
      PlacementController placement = started.add(placements.get());
      Optional<TemplateController> template = templates.get();
      template.ifPresent(started::add);
      placement.start();
      template.ifPresent(TemplateController::start);
      policy.start();
      return new Controllers(policy, placement, started);
    } catch (RuntimeException e) {
      throw started.abandon(e);
    }
  }

  @Override
  public void close() {
    started.close();
  }
}
