package io.sluice.rollout.lifecycle;

import io.sluice.gate.GateLabels;
import java.util.Map;

/** Lists how a policy is staged: what a cluster has before its turn, and how a turn is given. */
public enum StagingWay {
  /** Sluice writes the replicas, in place of OCM's propagator (policy-propagation 1). */
  STANDALONE,
  /** The propagator writes all of them as inform, Sluice enforces by bindings of its own (14). */
  OVERRIDE,
  /**
   * The propagator writes each of them once Sluice has given it a ticket; until then it stays as it
   * is (gate 1).
   */
  GATE;

  /**
   * Returns the way beside OCM's propagator: the label on the root decides, not its action (gate
   * 2).
   *
   * @param labels of the root policy
   */
  public static StagingWay beside(Map<String, String> labels) {
    return GateLabels.of(labels).staged() ? GATE : OVERRIDE;
  }

  /** Returns whether OCM's propagator writes the replicas. */
  public boolean propagated() {
    return this != STANDALONE;
  }
}
