package io.sluice.cli.placement;

import io.sluice.cli.option.OutputFormat;
import io.sluice.placement.GroupingMode;
import picocli.CommandLine.Option;

/** Holds the options that both commands about a Placement take. */
final class PlacementOptions {
  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      description = "Form of the output: text, json or yaml. Default: text.")
  private OutputFormat output = OutputFormat.TEXT;

  @Option(
      names = "--placement-grouping",
      paramLabel = "MODE",
      description = {
        "Grouping of Placements that choose none themselves, as of the worker: stable or recompute.",
        "Default: stable."
      })
  private GroupingMode grouping = GroupingMode.STABLE;

  OutputFormat output() {
    return output;
  }

  GroupingMode grouping() {
    return grouping;
  }
}
