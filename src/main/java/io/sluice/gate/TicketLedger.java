package io.sluice.gate;

import java.util.Map;
import java.util.Optional;

/** Finds what clusters took by their last tickets (gate 5). */
@FunctionalInterface
public interface TicketLedger {
  /** Knows of no ticket. */
  TicketLedger NONE = Map::of;

  /**
   * Returns all entries as they were read last, by cluster. Who handles an event may ask for them;
   * they are read only if they never were.
   */
  Map<String, LedgerEntry> entries();

  /** Returns all entries as they are now, as far as anything shows that they have changed. */
  default Map<String, LedgerEntry> present() {
    return entries();
  }

  /** Returns the entry of that cluster; empty if it took nothing by a ticket. */
  default Optional<LedgerEntry> entry(String cluster) {
    return Optional.ofNullable(entries().get(cluster));
  }
}
