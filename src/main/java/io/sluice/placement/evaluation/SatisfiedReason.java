package io.sluice.placement.evaluation;

/** Lists the reasons of the condition {@code PlacementSatisfied} (placement 7). */
enum SatisfiedReason {
  NO_BINDINGS("NoManagedClusterSetBindings"),
  NO_INTERSECTION("NoIntersection"),
  SETS_EMPTY("AllManagedClusterSetsEmpty"),
  NONE_MATCHED("NoManagedClusterMatched"),
  ALL_SCHEDULED("AllDecisionsScheduled"),
  NOT_ALL_SCHEDULED("NotAllDecisionsScheduled");

  private final String label;

  SatisfiedReason(String label) {
    this.label = label;
  }

  /** Returns the reason as OCM writes it. */
  String label() {
    return label;
  }

  @Override
  public String toString() {
    return label;
  }
}
