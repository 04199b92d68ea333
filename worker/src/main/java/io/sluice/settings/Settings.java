package io.sluice.settings;

import static java.util.Objects.requireNonNull;

import io.sluice.rollout.AttemptSpec;
import io.sluice.workflow.RolloutSettings;
import java.time.Duration;
import java.util.Optional;

/**
 * Holds the administrator's settings of one process.
 *
 * @param temporalNamespace the Temporal namespace that rollouts run in
 * @param writesInFlight most writes to replicas at one moment
 * @param soakFloor least soak of a success (rollout-strategy E6)
 * @param weakSoakFloor the same on weak evidence
 * @param skew how far a spoke's clock may lag behind the hub's (rollout-strategy E2)
 * @param removalGrace how long a cluster must be missing before its replica goes (placement 11.3)
 * @param rootStatusEvery least time between two writes of one root's status
 * @param stickyTimeout how long a run waits for the worker that knows it, before any may take it;
 *     zero on a Temporal server in memory, which never gives a run to another
 * @param rollouts settings that each run is started with
 * @param lease how processes agree on a leader; absent: this one leads, for it is alone
 */
public record Settings(
    String temporalNamespace,
    int writesInFlight,
    Duration soakFloor,
    Duration weakSoakFloor,
    Duration skew,
    Duration removalGrace,
    Duration rootStatusEvery,
    Duration stickyTimeout,
    RolloutSettings rollouts,
    Optional<LeaseSettings> lease) {
  public static final Settings DEFAULTS =
      new Settings(
          "sluice",
          24,
          AttemptSpec.DEFAULT_SOAK_FLOOR,
          AttemptSpec.DEFAULT_WEAK_SOAK_FLOOR,
          Duration.ofMinutes(1),
          Duration.ofMinutes(1),
          Duration.ofSeconds(5),
          Duration.ofSeconds(1),
          RolloutSettings.DEFAULTS,
          Optional.empty());

  public Settings {
    requireNonNull(temporalNamespace, "temporalNamespace is null");
    requireNonNull(soakFloor, "soakFloor is null");
    requireNonNull(weakSoakFloor, "weakSoakFloor is null");
    requireNonNull(skew, "skew is null");
    requireNonNull(removalGrace, "removalGrace is null");
    requireNonNull(rootStatusEvery, "rootStatusEvery is null");
    requireNonNull(stickyTimeout, "stickyTimeout is null");
    requireNonNull(rollouts, "rollouts is null");
    requireNonNull(lease, "lease is null");
    if (writesInFlight < 1) {
      throw new IllegalArgumentException(
          "Cannot write with %d requests in flight: it takes one. Set writesInFlight to 16 to 32."
              .formatted(writesInFlight));
    }
  }

  public Settings withSoakFloor(Duration floor) {
    return new Settings(
        temporalNamespace,
        writesInFlight,
        floor,
        weakSoakFloor,
        skew,
        removalGrace,
        rootStatusEvery,
        stickyTimeout,
        rollouts,
        lease);
  }

  public Settings withWeakSoakFloor(Duration floor) {
    return new Settings(
        temporalNamespace,
        writesInFlight,
        soakFloor,
        floor,
        skew,
        removalGrace,
        rootStatusEvery,
        stickyTimeout,
        rollouts,
        lease);
  }

  public Settings withRollouts(RolloutSettings wanted) {
    return new Settings(
        temporalNamespace,
        writesInFlight,
        soakFloor,
        weakSoakFloor,
        skew,
        removalGrace,
        rootStatusEvery,
        stickyTimeout,
        wanted,
        lease);
  }

  public Settings withTemporalNamespace(String namespace) {
    return new Settings(
        namespace,
        writesInFlight,
        soakFloor,
        weakSoakFloor,
        skew,
        removalGrace,
        rootStatusEvery,
        stickyTimeout,
        rollouts,
        lease);
  }

  public Settings withRemovalGrace(Duration grace) {
    return new Settings(
        temporalNamespace,
        writesInFlight,
        soakFloor,
        weakSoakFloor,
        skew,
        grace,
        rootStatusEvery,
        stickyTimeout,
        rollouts,
        lease);
  }

  public Settings withStickyTimeout(Duration timeout) {
    return new Settings(
        temporalNamespace,
        writesInFlight,
        soakFloor,
        weakSoakFloor,
        skew,
        removalGrace,
        rootStatusEvery,
        timeout,
        rollouts,
        lease);
  }

  /** Shares the hub with other processes, of which one leads. */
  public Settings withLease(LeaseSettings shared) {
    return new Settings(
        temporalNamespace,
        writesInFlight,
        soakFloor,
        weakSoakFloor,
        skew,
        removalGrace,
        rootStatusEvery,
        stickyTimeout,
        rollouts,
        Optional.of(shared));
  }
}
