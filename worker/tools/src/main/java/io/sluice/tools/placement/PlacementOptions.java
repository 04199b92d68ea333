package io.sluice.tools.placement;

import io.sluice.placement.GroupingMode;
import io.sluice.tools.option.OutputOption;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Holds the options that both commands about a Placement take. */
final class PlacementOptions {
  @Mixin private OutputOption output;

  @Option(
      names = "--placement-grouping",
      paramLabel = "MODE",
      description = {
        "Grouping of Placements that choose none themselves, as of the worker: stable or recompute.",
        "Default: stable."
      })
  private GroupingMode grouping = GroupingMode.STABLE;

  OutputOption output() {
    return output;
  }

  GroupingMode grouping() {
    return grouping;
  }
}
