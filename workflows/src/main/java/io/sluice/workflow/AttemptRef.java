package io.sluice.workflow;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.sluice.plan.AttemptSpec;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicyVersion;

/** Says for which attempt a port is asked; the hub checks it against the Rollout object. */
public record AttemptRef(
    PolicyName policy,
    @JsonProperty("rolloutUID") String rolloutUid,
    long attempt,
    PolicyVersion version,
    String strategyHash) {
  public AttemptRef {
    requireNonNull(policy, "policy is null");
    requireNonNull(rolloutUid, "rolloutUID is null");
    requireNonNull(version, "version is null");
    requireNonNull(strategyHash, "strategyHash is null");
  }

  static AttemptRef of(AttemptSpec spec) {
    return new AttemptRef(
        spec.policy(), spec.rolloutUid(), spec.number(), spec.version(), spec.strategyHash());
  }
}
