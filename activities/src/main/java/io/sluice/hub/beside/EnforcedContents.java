package io.sluice.hub.beside;

import io.sluice.policy.PolicyName;
import java.util.Optional;

/** Finds what replicas enforced last, as far as this process has seen it. */
public interface EnforcedContents {
  /** Returns what the replica of a cluster enforced last; empty where none was seen to enforce. */
  Optional<EnforcedContent> of(PolicyName policy, String cluster);

  /**
   * Forgets what replicas of a policy enforced that inform now: it belongs to an attempt that is
   * over.
   */
  void forget(PolicyName policy);
}
