package io.sluice.control.rollout;

import io.sluice.policy.PolicyName;
import java.time.Instant;
import java.util.Optional;

/** Reconciles one policy at a time, as the mode of the process asks for. */
public interface PolicyPass {
  /**
   * Reconciles a policy.
   *
   * @return when to do so again without a change on the hub
   */
  Optional<Instant> reconcile(PolicyName policy);
}
