package io.sluice.workflow;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicyVersion;
import io.sluice.policy.RolloutTarget;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.PendingMode;

/**
 * Names the attempt for which an activity is called; the hub checks it against the Rollout object.
 *
 * @param informFirst whether clusters have the version as inform before their turn (pendingClusters
 *     Inform)
 */
public record AttemptRef(
    RolloutTarget policy,
    @JsonProperty("rolloutUID") String rolloutUid,
    long attempt,
    PolicyVersion version,
    String strategyHash,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean informFirst) {
  public AttemptRef {
    requireNonNull(policy, "policy is null");
    requireNonNull(rolloutUid, "rolloutUID is null");
    requireNonNull(version, "version is null");
    requireNonNull(strategyHash, "strategyHash is null");
  }

  /**
   * Returns the policy.
   *
   * @throws IllegalStateException if the attempt carries something else
   */
  public PolicyName policyName() {
    if (policy instanceof PolicyName name) {
      return name;
    }
    throw new IllegalStateException("%s %s is no policy".formatted(policy.noun(), policy));
  }

  public static AttemptRef of(AttemptSpec spec) {
    return new AttemptRef(
        spec.policy(),
        spec.rolloutUid(),
        spec.number(),
        spec.version(),
        spec.strategyHash(),
        spec.mode() == PendingMode.INFORM);
  }
}
