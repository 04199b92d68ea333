package io.sluice.placement;

/** Lists which Placements Sluice evaluates (placement 1). */
public enum PlacementMode {
  /** Those that OCM's controller leaves alone, because an annotation says so. */
  ANNOTATED,
  /** Every one: on a hub without OCM's placement controller. */
  ALL,
  /** None: Sluice reads decisions only. */
  OFF
}
