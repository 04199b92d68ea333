package io.sluice.evidence;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.Verdict;

/**
 * A verdict with its reason.
 *
 * @param weak whether some template's success rests on weak evidence (rollout-strategy E4)
 * @param because the reason, in words an administrator can check against the replica
 */
public record EvidenceResult(Verdict verdict, boolean weak, String because) {
  public EvidenceResult {
    requireNonNull(verdict, "verdict is null");
    requireNonNull(because, "because is null");
  }
}
