package io.sluice.worker;

import static java.util.Objects.requireNonNull;

import io.sluice.plan.AttemptSpec;
import io.sluice.workflow.RolloutSettings;
import java.time.Duration;

/**
 * Holds the administrator's settings of one process.
 *
 * @param temporalNamespace the Temporal namespace that rollouts run in
 * @param writesInFlight most writes to replicas at one moment
 * @param soakFloor least soak of a success (rollout-strategy E6)
 * @param weakSoakFloor the same on weak evidence
 * @param skew how far a spoke's clock may lag behind the hub's (rollout-strategy E2)
 * @param rollouts settings that each run is started with
 */
public record Settings(
    String temporalNamespace,
    int writesInFlight,
    Duration soakFloor,
    Duration weakSoakFloor,
    Duration skew,
    RolloutSettings rollouts) {
  public static final Settings DEFAULTS =
      new Settings(
          "sluice",
          24,
          AttemptSpec.DEFAULT_SOAK_FLOOR,
          AttemptSpec.DEFAULT_WEAK_SOAK_FLOOR,
          Duration.ofMinutes(1),
          RolloutSettings.DEFAULTS);

  public Settings {
    requireNonNull(temporalNamespace, "temporalNamespace is null");
    requireNonNull(soakFloor, "soakFloor is null");
    requireNonNull(weakSoakFloor, "weakSoakFloor is null");
    requireNonNull(skew, "skew is null");
    requireNonNull(rollouts, "rollouts is null");
    if (writesInFlight < 1) {
      throw new IllegalArgumentException(
          "Cannot write with %d requests in flight: it takes one. Set writesInFlight to 16 to 32."
              .formatted(writesInFlight));
    }
  }

  public Settings withSoakFloor(Duration floor) {
    return new Settings(temporalNamespace, writesInFlight, floor, weakSoakFloor, skew, rollouts);
  }

  public Settings withRollouts(RolloutSettings wanted) {
    return new Settings(temporalNamespace, writesInFlight, soakFloor, weakSoakFloor, skew, wanted);
  }

  public Settings withTemporalNamespace(String namespace) {
    return new Settings(namespace, writesInFlight, soakFloor, weakSoakFloor, skew, rollouts);
  }
}
