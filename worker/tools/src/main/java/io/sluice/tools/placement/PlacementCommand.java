package io.sluice.tools.placement;

import io.sluice.tools.option.JarVersion;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Holds the commands about Placements. */
@Command(
    name = "placement",
    mixinStandardHelpOptions = true,
    versionProvider = JarVersion.class,
    description = "Explains which clusters a Placement chooses, and in which groups.",
    subcommands = PlacementExplainCommand.class)
public final class PlacementCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "Cannot run sluice placement: no command is named. Name it: explain.");
  }
}
