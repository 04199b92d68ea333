package io.sluice.rollout;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicyVersion;
import io.sluice.strategy.Strategy;
import io.sluice.strategy.StrategyType;
import java.time.Duration;

/**
 * Says what one attempt is to do; it never changes while the attempt lives (rollout-strategy 1.1).
 *
 * @param number one higher than that of the policy's last attempt
 * @param strategyHash hash of the strategy as the person wrote it; another one begins a new attempt
 * @param soakFloor a success lasts at least this long before it is final (rollout-strategy E6)
 * @param weakSoakFloor the same where the evidence is weak
 * @param mode what clusters run until their turn
 * @param informPolicy whether the policy only informs: then it goes to everyone at once, whatever
 *     the strategy says (rollout-strategy 3.8)
 */
public record AttemptSpec(
    PolicyName policy,
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
    // In mode B every root informs; that says nothing of the rollout.
    informPolicy &= mode != PendingMode.BESIDE;
    strategy = informPolicy ? strategy.asAll() : strategy;
  }

  public AttemptSpec(
      PolicyName policy,
      String rolloutUid,
      long number,
      PolicyVersion version,
      Strategy strategy,
      String strategyHash,
      Duration soakFloor,
      Duration weakSoakFloor) {
    this(
        policy,
        rolloutUid,
        number,
        version,
        strategy,
        strategyHash,
        soakFloor,
        weakSoakFloor,
        PendingMode.KEEP_PREVIOUS,
        false);
  }

  /** The same attempt, carried out in another way. */
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

  /** True when all go at once: no order, no soak, no breach. */
  public boolean allAtOnce() {
    return strategy.type() == StrategyType.ALL;
  }

  /** The floor of one cluster's soak. */
  public Duration floor(boolean weak) {
    return allAtOnce() ? Duration.ZERO : weak ? weakSoakFloor : soakFloor;
  }

  /** How long one cluster's success must last. */
  public Duration soak(boolean weak) {
    if (allAtOnce()) {
      return Duration.ZERO;
    }
    Duration floor = floor(weak);
    return floor.compareTo(strategy.minSuccessTime()) > 0 ? floor : strategy.minSuccessTime();
  }

  /** True when, beside the propagator, the root changed under clusters that enforce it. */
  public boolean changedUnderEnforced(HubSnapshot hub) {
    return mode == PendingMode.BESIDE
        && hub.claim() == HubSnapshot.Claim.HELD
        && hub.root()
            .filter(root -> root.version().policyUid().equals(version.policyUid()))
            .filter(root -> root.version().generation() != version.generation())
            .isPresent();
  }
}
