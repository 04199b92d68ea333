package io.sluice.settings;

import static java.util.Objects.requireNonNull;

import io.sluice.placement.GroupingMode;
import io.sluice.placement.PlacementMode;

/**
 * Holds which Placements are evaluated, and how where they do not say so themselves (placement 1
 * and 5).
 *
 * @param mode which Placements this process writes decisions for
 * @param grouping how clusters are put into groups, without an annotation on the Placement
 */
public record EvaluatorSettings(PlacementMode mode, GroupingMode grouping) {
  public static final EvaluatorSettings DEFAULTS =
      new EvaluatorSettings(PlacementMode.ANNOTATED, GroupingMode.STABLE);

  public EvaluatorSettings {
    requireNonNull(mode, "mode is null");
    requireNonNull(grouping, "grouping is null");
  }
}
