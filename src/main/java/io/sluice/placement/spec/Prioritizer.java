package io.sluice.placement.spec;

/** Lists what can score clusters (placement 3.4). */
public enum Prioritizer {
  /** Prefers clusters that are chosen already. */
  STEADY("Steady"),
  /** Prefers clusters that few other Placements have chosen. */
  BALANCE("Balance"),
  /** Prefers clusters with much allocatable CPU. */
  ALLOCATABLE_CPU("ResourceAllocatableCPU"),
  /** Prefers clusters with much allocatable memory. */
  ALLOCATABLE_MEMORY("ResourceAllocatableMemory"),
  /** Prefers clusters to which an add-on gave a high score. */
  ADD_ON("AddOn");

  private final String label;

  Prioritizer(String label) {
    this.label = label;
  }

  /** The name as a Placement writes it. */
  public String label() {
    return label;
  }

  @Override
  public String toString() {
    return label;
  }
}
