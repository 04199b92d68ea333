package io.sluice.plan.report;

import io.sluice.rollout.ClusterState;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Stage;
import java.time.Duration;
import java.time.Instant;

/**
 * Decides from when on OCM's propagator counts as away behind the gate: it has not used the ticket
 * of a cluster (gate 4.4).
 */
final class TicketDelay {
  private static final Duration LONGEST = Duration.ofSeconds(30);

  private TicketDelay() {}

  /** Returns whether the cluster has waited too long for the write of the propagator. */
  static boolean over(HubSnapshot hub, ClusterState entry, Instant now) {
    return hub.kept().isPresent()
        && entry.stage() == Stage.STARTED
        && entry.refused() == 0
        && !entry.sinceInstant().plus(LONGEST).isAfter(now);
  }
}
