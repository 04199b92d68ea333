package io.sluice.worker;

import io.sluice.scheduling.PlacementController;
import io.sluice.watch.PolicyController;
import java.util.function.Supplier;

/** Holds what runs while the process leads. */
record Controllers(PolicyController policies, PlacementController placements, StartedParts started)
    implements AutoCloseable {
  /** Starts both; neither runs on if one of them cannot start. */
  static Controllers start(
      Supplier<PolicyController> policies, Supplier<PlacementController> placements) {
    StartedParts started = new StartedParts();
    try {
      PolicyController policy = started.add(policies.get());
      PlacementController placement = started.add(placements.get());
      placement.start();
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
