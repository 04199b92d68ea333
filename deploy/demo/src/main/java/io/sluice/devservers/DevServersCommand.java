package io.sluice.devservers;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Runs real servers on this machine: a hub, and Temporal with its Web UI. */
@Command(
    name = "devservers",
    mixinStandardHelpOptions = true,
    description = "Run a real hub and a real Temporal server on this machine.",
    subcommands = {
      DevServersInstall.class,
      DevServersUp.class,
      DevServersDown.class,
      DevServersStatus.class,
      DevServersEnv.class
    })
public final class DevServersCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new CommandLine.ParameterException(
        spec.commandLine(), "Missing command: install, up, down, status or env.");
  }
}
