package io.sluice.process.metrics;

import io.sluice.policy.PolicyName;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Counts how often a policy could not be brought to its clusters, for one leader. */
final class PropagationFailures {
  private final Map<PolicyName, Long> counts = new ConcurrentHashMap<>();

  /** Counts one failed try. */
  void failed(PolicyName policy) {
    counts.merge(policy, 1L, Long::sum);
  }

  /** Returns the number of failed tries of each policy that had any. */
  Map<PolicyName, Long> counts() {
    return Map.copyOf(counts);
  }

  /** Drops the policies that are gone. */
  void retain(Collection<PolicyName> present) {
    counts.keySet().retainAll(Set.copyOf(present));
  }
}
