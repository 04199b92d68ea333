package io.sluice.tools.gate;

import io.sluice.tools.option.JarVersion;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Holds the commands about the gate. */
@Command(
    name = "gate",
    mixinStandardHelpOptions = true,
    versionProvider = JarVersion.class,
    description = "Verifies the gate, which holds staged changes beside OCM's propagator.",
    subcommands = GateVerifyCommand.class)
public final class GateCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "Cannot run sluice gate: no command is named. Name it: verify.");
  }
}
