package io.sluice.tools.config;

import io.sluice.placement.GroupingMode;
import io.sluice.placement.PlacementMode;
import io.sluice.settings.EvaluatorSettings;
import picocli.CommandLine.Option;

/** Holds the options that say which Placements a worker evaluates, and how. */
public final class EvaluatorOptions {
  @Option(
      names = "--placements",
      descriptionKey = "placements.evaluated",
      paramLabel = "annotated|all|off",
      description =
          "Which Placements are evaluated: those that OCM's controller leaves alone by annotation,"
              + " all (on a hub without OCM), or none."
              + " Default: ${DEFAULT-VALUE}.",
      defaultValue = "annotated")
  private Placements placements;

  /** The values of {@code --placements}, spelled as the user writes them. */
  private enum Placements {
    annotated(PlacementMode.ANNOTATED),
    all(PlacementMode.ALL),
    off(PlacementMode.OFF);

    private final PlacementMode mode;

    Placements(PlacementMode mode) {
      this.mode = mode;
    }
  }

  @Option(
      names = "--placement-grouping",
      descriptionKey = "placements.grouping",
      paramLabel = "stable|recompute",
      description =
          "How clusters are put into decision groups where the Placement does not say so: members"
              + " never move, or the groups are cut anew each time, as OCM does."
              + " Default: ${DEFAULT-VALUE}.",
      defaultValue = "stable")
  private Grouping placementGrouping;

  /** The values of {@code --placement-grouping}, spelled as the user writes them. */
  private enum Grouping {
    stable(GroupingMode.STABLE),
    recompute(GroupingMode.RECOMPUTE);

    private final GroupingMode mode;

    Grouping(GroupingMode mode) {
      this.mode = mode;
    }
  }

  /** Returns the settings. */
  public EvaluatorSettings settings() {
    return new EvaluatorSettings(placements.mode, placementGrouping.mode);
  }
}
