package io.sluice.placement.evaluation;

import io.sluice.placement.PlacementMode;
import io.sluice.placement.PlacementObject;
import io.sluice.placement.spec.PlacementSpecParser;
import java.util.Optional;

/** Decides which Placements are evaluated (placement 1). */
public final class PlacementScope {
  /** The annotation with which OCM's controller leaves a Placement alone, if it is "true". */
  public static final String SCHEDULING_DISABLED =
      "cluster.open-cluster-management.io/experimental-scheduling-disable";

  /** The label of Placements whose decisions a rollout beside OCM's propagator writes itself. */
  public static final String OVERRIDE = "sluice.io/override";

  private PlacementScope() {}

  /** Returns why a Placement is not evaluated with this setting; empty if it is. */
  public static Optional<String> excluded(PlacementObject placement, PlacementMode mode) {
    return switch (mode) {
      case OFF -> Optional.of("The setting placements is off.");
      case ANNOTATED ->
          "true".equals(placement.annotations().get(SCHEDULING_DISABLED))
              ? excluded(placement)
              : Optional.of(
                  "It has no annotation %s: \"true\", so Open Cluster Management evaluates it."
                      .formatted(SCHEDULING_DISABLED));
      case ALL -> excluded(placement);
    };
  }

  /** Returns why a Placement is never evaluated; empty if a setting decides. */
  static Optional<String> excluded(PlacementObject placement) {
    if (placement.labels().containsKey(OVERRIDE)) {
      return Optional.of(
          "It has the label %s, so its decisions are written by a rollout.".formatted(OVERRIDE));
    }
    return PlacementSpecParser.GROUPING_OFF.equals(
            placement.annotations().get(PlacementSpecParser.GROUPING))
        ? Optional.of(
            "Its annotation %s is %s."
                .formatted(PlacementSpecParser.GROUPING, PlacementSpecParser.GROUPING_OFF))
        : Optional.empty();
  }
}
