package io.sluice.simulation;

import io.sluice.policy.PolicyVersion;
import io.sluice.rollout.AttemptSpec;
import java.time.Instant;
import java.util.Optional;

/** Receives everything that reaches the hub. */
interface WriteListener {
  void wrote(ReplicaWrite write, Instant now);

  /** An attempt took the Rollout object. */
  void claimed(AttemptSpec spec, long formerNumber, String formerUid, boolean goesOn);

  /** A run wrote the Rollout's status. */
  void published(AttemptLog log, ModelRollout object, Optional<PolicyVersion> formerSuccess);
}
