package io.sluice.policy.evidence;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.Verdict;

/**
 * Holds the verdict on a replica, with its reason.
 *
 * @param weak whether the report on a template is weak evidence (rollout-strategy E4)
 * @param predated whether it is silent for new reports that are dated before the dispatch, as where
 *     the clock of a spoke is behind (rollout-strategy E2)
 * @param because the reason, which an administrator can check against the replica
 */
public record EvidenceResult(Verdict verdict, boolean weak, boolean predated, String because) {
  public EvidenceResult {
    requireNonNull(verdict, "verdict is null");
    requireNonNull(because, "because is null");
  }
}
