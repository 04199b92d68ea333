package io.sluice.strategy;

/**
 * Says how much a reader of strategies forgives (rollout-strategy 1.5, last paragraph).
 *
 * <p>A rollout starts with strict settings only. The selection function itself is defined for a
 * little more, as in OCM's library.
 */
enum ParseMode {
  STRICT,
  /**
   * An unknown mandatory group selects nothing, an entry without name and index means index 0, an
   * empty deadline means None, negative numbers and percentages count as 0, percentages above 100
   * as 100.
   */
  LENIENT;

  boolean forgives() {
    return this == LENIENT;
  }
}
