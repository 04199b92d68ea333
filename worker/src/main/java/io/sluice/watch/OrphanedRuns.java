package io.sluice.watch;

import io.sluice.policy.PolicyName;
import io.sluice.workflow.PolicyRolloutWorkflow;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Finds runs whose Rollout object was deleted under them, and has them see that (rollout-strategy
 * 5, "Deletion").
 */
final class OrphanedRuns {
  private final Runs runs;
  private final Set<PolicyName> told = ConcurrentHashMap.newKeySet();

  OrphanedRuns(Runs runs) {
    this.runs = runs;
  }

  /**
   * Whether a run is open that a new object has to wait for. It is told once: a run that nobody
   * works on would collect signals.
   */
  boolean holdUp(PolicyName policy) {
    if (!open(policy)) {
      told.remove(policy);
      return false;
    }
    if (told.add(policy)) {
      runs.signal(policy, PolicyRolloutWorkflow.ROLLOUT_CHANGED);
    }
    return true;
  }

  /** While Temporal is away nobody waits: the object is where people are told so. */
  private boolean open(PolicyName policy) {
    try {
      return runs.open(policy);
    } catch (RuntimeException e) {
      if (TemporalErrors.is(e)) {
        return false;
      }
      throw e;
    }
  }
}
