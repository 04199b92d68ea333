package io.sluice.worker;

import io.sluice.scheduling.PlacementController;
import io.sluice.watch.PolicyController;

/** Holds what runs while the process leads. */
record Controllers(PolicyController policies, PlacementController placements)
    implements AutoCloseable {
  static Controllers start(PolicyController policies, PlacementController placements) {
    placements.start();
    try {
      policies.start();
    } catch (RuntimeException e) {
      placements.close();
      throw e;
    }
    return new Controllers(policies, placements);
  }

  @Override
  public void close() {
    try {
      placements.close();
    } finally {
      policies.close();
    }
  }
}
