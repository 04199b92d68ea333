package io.sluice.tools.document;

import io.sluice.policy.PolicyName;
import io.sluice.policy.RolloutTarget;
import io.sluice.rollout.Wording;

/**
 * Names what is rolled out, and its Rollout object.
 *
 * @param target the kind of what is rolled out
 * @param rollout the name of the Rollout object
 */
public record Subject(Name metadata, String target, String rollout) {
  /** Names an object in its namespace. */
  public record Name(String namespace, String name) {
    public static Name of(RolloutTarget target) {
      return new Name(target.namespace(), target.name());
    }
  }

  public static Subject of(RolloutTarget target) {
    return new Subject(
        Name.of(target),
        target instanceof PolicyName ? "Policy" : Wording.capital(target.noun()),
        target.rolloutName());
  }

  /** Returns the name of the Rollout object, as kubectl takes it. */
  public static String rolloutName(RolloutTarget target) {
    return "rollout.cluster.open-cluster-management.io/" + target.rolloutName();
  }
}
