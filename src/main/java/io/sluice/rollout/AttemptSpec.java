package io.sluice.rollout;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.sluice.policy.PolicyVersion;
import io.sluice.policy.RolloutTarget;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyType;
import java.time.Duration;

/**
 * Describes one attempt: which version, in which order and how fast. It does not change during the
 * attempt (rollout-strategy 1.1).
 *
 * @param number one more than the number of the policy's last attempt
 * @param strategyHash hash of the strategy as written; a different hash begins a new attempt
 * @param soakFloor least time that a success must last before it is final (rollout-strategy E6)
 * @param weakSoakFloor the same on weak evidence
 * @param mode what clusters run until their turn
 * @param informPolicy whether the policy only informs; then it goes to all clusters at once,
 *     whatever the strategy (rollout-strategy 3.8)
 */
public record AttemptSpec(
    RolloutTarget policy,
    @JsonProperty("rolloutUID") String rolloutUid,
    long number,
    PolicyVersion version,
    Strategy strategy,
    String strategyHash,
    Duration soakFloor,
    Duration weakSoakFloor,
    PendingMode mode,
    boolean informPolicy) {
  public static final Duration DEFAULT_SOAK_FLOOR = Duration.ofSeconds(10);
  public static final Duration DEFAULT_WEAK_SOAK_FLOOR = Duration.ofSeconds(60);

  public AttemptSpec {
    requireNonNull(policy, "policy is null");
    requireNonNull(rolloutUid, "rolloutUID is null");
    requireNonNull(version, "version is null");
    requireNonNull(strategy, "strategy is null");
    requireNonNull(strategyHash, "strategyHash is null");
    requireNonNull(soakFloor, "soakFloor is null");
    requireNonNull(weakSoakFloor, "weakSoakFloor is null");
    mode = requireNonNullElse(mode, PendingMode.KEEP_PREVIOUS);
    // Beside the propagator every root policy informs, whatever the rollout enforces.
    informPolicy &= mode != PendingMode.BESIDE;
    strategy = informPolicy ? strategy.asAll() : strategy;
  }

  /** Creates the attempt with the default floors, in mode {@code KeepPrevious}. */
  public AttemptSpec(
      RolloutTarget policy,
      String rolloutUid,
      long number,
      PolicyVersion version,
      Strategy strategy,
      String strategyHash) {
    this(
        policy,
        rolloutUid,
        number,
        version,
        strategy,
        strategyHash,
        DEFAULT_SOAK_FLOOR,
        DEFAULT_WEAK_SOAK_FLOOR,
        PendingMode.KEEP_PREVIOUS,
        false);
  }

  /** Returns the same attempt in another mode. */
  public AttemptSpec in(PendingMode other, boolean onlyInforms) {
    return new AttemptSpec(
        policy,
        rolloutUid,
        number,
        version,
        strategy,
        strategyHash,
        soakFloor,
        weakSoakFloor,
        other,
        onlyInforms);
  }

  /** Returns true if all clusters start at once: no order, no soak, no breach. */
  public boolean allAtOnce() {
    return strategy.type() == StrategyType.ALL;
  }

  /** Returns true if a run writes what clusters run until their turn (rollout-strategy 3.1). */
  public boolean providesPendingContent() {
    return mode != PendingMode.BESIDE && !allAtOnce();
  }

  /** Returns true if clusters have this version as inform until their turn. */
  public boolean informsPending() {
    return mode.informsFirst() && !allAtOnce();
  }

  /** Returns the least soak of a cluster. */
  public Duration floor(boolean weak) {
    return allAtOnce() ? Duration.ZERO : weak ? weakSoakFloor : soakFloor;
  }

  /** Returns how long the success of a cluster must last. */
  public Duration soak(boolean weak) {
    if (allAtOnce()) {
      return Duration.ZERO;
    }
    Duration floor = floor(weak);
    return floor.compareTo(strategy.minSuccessTime()) > 0 ? floor : strategy.minSuccessTime();
  }

  /**
   * True when, beside the propagator, the root changed under clusters that enforce it. That its
   * deletion began is no change, though it raises the generation.
   */
  public boolean changedUnderEnforced(HubSnapshot hub) {
    return mode == PendingMode.BESIDE
        && hub.claim() == HubSnapshot.ClaimState.HELD
        && hub.root()
            .filter(root -> root.version().policyUid().equals(version.policyUid()))
            .filter(root -> root.version().generation() != version.generation())
            .filter(root -> !root.deleting())
            .isPresent();
  }
}
