package io.sluice.control.template;

import static java.util.Objects.requireNonNull;

import io.sluice.workflow.PolicyRolloutWorkflow.Ledger;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Holds which clusters a run has written and have no Work (rollout-strategy 3.3, 3.4): no event
 * reports a Work that vanished before this process saw it.
 *
 * @param missing those clusters when the run was asked last
 * @param gone those of them that missed it twice: the cache may be behind a first write
 * @param next when to ask again
 */
record LedgerComparison(Set<String> missing, Set<String> gone, Instant next) {
  static final LedgerComparison NONE = new LedgerComparison(Set.of(), Set.of(), Instant.MIN);

  private static final Duration EVERY = Duration.ofMinutes(1);
  private static final Duration CONFIRM_AFTER = Duration.ofSeconds(5);

  LedgerComparison {
    missing = Set.copyOf(missing);
    gone = Set.copyOf(gone);
    requireNonNull(next, "next is null");
  }

  /** Compares what a run holds with the clusters that have a Work. */
  LedgerComparison with(Optional<Ledger> ledger, Collection<String> present, Instant now) {
    Set<String> found =
        ledger.stream()
            .flatMap(Ledger::written)
            .map(Ledger.Row::cluster)
            .filter(cluster -> !present.contains(cluster))
            .collect(Collectors.toSet());
    boolean all = missing.containsAll(found);
    return new LedgerComparison(
        found,
        found.stream().filter(missing::contains).collect(Collectors.toSet()),
        now.plus(all ? EVERY : CONFIRM_AFTER));
  }
}
