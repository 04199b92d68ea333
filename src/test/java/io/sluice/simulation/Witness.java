package io.sluice.simulation;

import io.sluice.plan.AttemptSpec;
import io.sluice.policy.PolicyVersion;
import java.time.Instant;
import java.util.Optional;

/** Is told of everything that reaches the hub. */
interface Witness {
  void wrote(Write write, Instant now);

  /** An attempt took the Rollout object. */
  void claimed(AttemptSpec spec, long formerNumber, boolean goesOn);

  /** A run wrote the Rollout's status. */
  void published(AttemptBook book, RolloutObject object, Optional<PolicyVersion> formerSuccess);
}
