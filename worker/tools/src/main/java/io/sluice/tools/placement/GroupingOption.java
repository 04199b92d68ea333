package io.sluice.tools.placement;

import io.sluice.placement.GroupingMode;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Holds the option for the grouping that a worker's hub has. */
public final class GroupingOption {
  @Option(
      names = "--placement-grouping",
      paramLabel = "MODE",
      description = {
        "Grouping of Placements that choose none themselves, as of the worker: stable or recompute.",
        "Default: stable."
      })
  private GroupingMode grouping;

  /** Returns the grouping; empty if none is named. */
  public Optional<GroupingMode> mode() {
    return Optional.ofNullable(grouping);
  }
}
