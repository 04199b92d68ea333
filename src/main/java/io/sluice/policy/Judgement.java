package io.sluice.policy;

import static java.util.Objects.requireNonNull;

/**
 * A verdict with its reason.
 *
 * @param weak whether some template's success rests on weak evidence (rollout-strategy E4)
 * @param because the reason, in words an administrator can check against the replica
 */
public record Judgement(Verdict verdict, boolean weak, String because) {
  public Judgement {
    requireNonNull(verdict, "verdict is null");
    requireNonNull(because, "because is null");
  }
}
