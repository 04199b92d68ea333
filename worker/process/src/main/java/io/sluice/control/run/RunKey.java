package io.sluice.control.run;

import static java.util.Objects.requireNonNull;

import io.sluice.workflow.AttemptKey;

/**
 * Identifies a run: what one run was sent, another one was not (rollout-strategy 3.2).
 *
 * @param chain the id of the first run in its chain: an attempt whose run was lost has another
 */
public record RunKey(String rolloutUid, long attempt, String chain) {
  public RunKey {
    requireNonNull(rolloutUid, "rolloutUID is null");
    requireNonNull(chain, "chain is null");
  }

  /** Returns what its signals name. */
  public AttemptKey attemptKey() {
    return new AttemptKey(rolloutUid, attempt);
  }
}
