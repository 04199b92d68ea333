package io.sluice.tools.gate;

import io.sluice.hub.gate.GateReport;
import io.sluice.tools.option.ExitCodes;
import io.sluice.tools.option.HubOptions;
import io.sluice.tools.option.JarVersion;
import io.sluice.tools.option.OutputOption;
import io.sluice.tools.option.Verbosity;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Shows whether the gate stands for a worker. Changes nothing. */
@Command(
    name = "verify",
    mixinStandardHelpOptions = true,
    versionProvider = JarVersion.class,
    exitCodeOnExecutionException = ExitCodes.NOT_READ,
    description = {
      "Shows whether the hub holds staged changes, and lets through what the worker releases.",
      "Asks by dry runs, in the name of the worker: you need the right to impersonate it. Changes"
          + " nothing."
    },
    footer = {
      "",
      "Examples:",
      "  ./sluice gate verify",
      "  ./sluice gate verify --as-worker sluice-system:sluice",
      "",
      "Exit codes: 0 the gate is closed, 1 it is open, 2 that cannot be told, 64 wrong usage."
    })
public final class GateVerifyCommand implements Callable<Integer> {
  @Mixin private WorkerOption worker;
  @Mixin private OutputOption output;
  @Mixin private HubOptions hub;
  @Mixin private Verbosity verbosity;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    if (hub.namedNamespace().isPresent()) {
      throw new ParameterException(
          spec.commandLine(),
          "Cannot verify the gate of namespace %s: a hub has one for all. Leave out --namespace."
              .formatted(hub.namedNamespace().get()));
    }
    GateReport report = worker.gate(hub.config());
    output.print(
        spec,
        () -> GatePrinter.lines(worker.worker(), report, hub.commands()),
        () -> GateDocument.of(worker.worker(), report));
    return GateVerdict.of(report.state()).exitCode();
  }
}
