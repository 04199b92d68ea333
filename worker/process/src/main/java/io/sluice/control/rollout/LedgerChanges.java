package io.sluice.control.rollout;

import static java.util.Objects.requireNonNullElse;

import io.sluice.gate.LedgerEntry;
import io.sluice.hub.read.PolicyContext;
import io.sluice.policy.PolicyName;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Finds the clusters that took something by a ticket since the last time, where only the ledger
 * shows it: no event of their replicas reports that (gate 5).
 */
final class LedgerChanges {
  private final Map<PolicyName, Map<String, LedgerEntry>> known = new ConcurrentHashMap<>();

  /** Returns them by name; all of the ledger, the first time. */
  Set<String> since(PolicyContext context) {
    boolean ledger =
        context
            .root()
            .map(root -> context.content(root.snapshot()))
            .filter(content -> content.shownByLedger())
            .isPresent();
    if (!ledger) {
      return Set.of();
    }
    Map<String, LedgerEntry> present = context.objects().ledger().entries();
    Map<String, LedgerEntry> former =
        requireNonNullElse(known.put(context.objects().policy(), present), Map.of());
    return former == present
        ? Set.of()
        : present.entrySet().stream()
            .filter(entry -> !entry.getValue().equals(former.get(entry.getKey())))
            .map(Map.Entry::getKey)
            .collect(Collectors.toUnmodifiableSet());
  }

  void forget(PolicyName policy) {
    known.remove(policy);
  }
}
