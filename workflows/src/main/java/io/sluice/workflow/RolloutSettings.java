package io.sluice.workflow;

import static java.util.Objects.requireNonNullElse;

import java.time.Duration;

/**
 * Holds the administrator's settings for runs.
 *
 * @param messageApprovals whether approvals by message count (rollout-strategy A5); a worker reads
 *     its own setting when someone asks, not that of the input
 * @param mostEvents a run with more events in its history continues as a new one, also before
 *     Temporal suggests it; 0: only then
 * @param publishEvery the least time between two status writes that change numbers only
 */
public record RolloutSettings(boolean messageApprovals, long mostEvents, Duration publishEvery) {
  public static final RolloutSettings DEFAULTS =
      new RolloutSettings(false, 0, Duration.ofSeconds(2));

  public RolloutSettings {
    publishEvery = requireNonNullElse(publishEvery, Duration.ofSeconds(2));
  }

  public RolloutSettings withMessageApprovals(boolean allowed) {
    return new RolloutSettings(allowed, mostEvents, publishEvery);
  }
}
