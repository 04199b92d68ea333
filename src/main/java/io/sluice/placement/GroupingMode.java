package io.sluice.placement;

/** Lists how clusters are put into groups, where Sluice evaluates a Placement (placement 4, 5). */
public enum GroupingMode {
  /** Members never move; newcomers fill the last group first. */
  STABLE,
  /** As OCM does it: nothing is remembered between evaluations. */
  RECOMPUTE
}
