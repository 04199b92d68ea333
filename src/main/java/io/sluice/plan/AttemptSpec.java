package io.sluice.plan;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.sluice.plan.strategy.Strategy;
import io.sluice.plan.strategy.StrategyType;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicyVersion;
import java.time.Duration;

/**
 * Says what one attempt is to do; it never changes while the attempt lives (rollout-strategy 1.1).
 *
 * @param number one higher than that of the policy's last attempt
 * @param strategyHash hash of the strategy as the person wrote it; another one begins a new attempt
 * @param soakFloor a success lasts at least this long before it is final (rollout-strategy E6)
 * @param weakSoakFloor the same where the evidence is weak
 */
public record AttemptSpec(
    PolicyName policy,
    @JsonProperty("rolloutUID") String rolloutUid,
    long number,
    PolicyVersion version,
    Strategy strategy,
    String strategyHash,
    Duration soakFloor,
    Duration weakSoakFloor) {
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
  }

  /** The floor of one cluster's soak. */
  Duration floor(boolean weak) {
    return strategy.type() == StrategyType.ALL ? Duration.ZERO : weak ? weakSoakFloor : soakFloor;
  }

  /** How long one cluster's success must last. */
  Duration soak(boolean weak) {
    if (strategy.type() == StrategyType.ALL) {
      return Duration.ZERO;
    }
    Duration floor = floor(weak);
    return floor.compareTo(strategy.minSuccessTime()) > 0 ? floor : strategy.minSuccessTime();
  }
}
