package io.sluice.cli;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.worker.Settings;
import io.sluice.worker.Sluice;
import io.temporal.serviceclient.WorkflowServiceStubs;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs Sluice on a hub until it is told to stop. */
@Command(
    name = "worker",
    mixinStandardHelpOptions = true,
    versionProvider = SluiceCommand.Version.class,
    description = "Runs Sluice on a hub until SIGTERM or Ctrl-C.",
    footer = {
      "",
      "Examples:",
      "  ./sluice worker",
      "  ./sluice worker --kubeconfig hub.yaml --temporal temporal.example.com:7233",
      "",
      "Exit codes: 1 could not start, 64 wrong usage; after a signal, as shells count it."
    })
final class WorkerCommand implements Callable<Integer> {
  private static final String DEFAULT_TEMPORAL = "127.0.0.1:7233";

  @Option(
      names = "--temporal",
      paramLabel = "HOST:PORT",
      description =
          "Temporal's frontend. Default: $TEMPORAL_ADDRESS, else " + DEFAULT_TEMPORAL + ".")
  private String temporal;

  @Option(
      names = "--temporal-namespace",
      paramLabel = "NAME",
      description = "Temporal namespace of the rollouts. Default: ${DEFAULT-VALUE}.")
  private String temporalNamespace = Settings.DEFAULTS.temporalNamespace();

  @Option(
      names = "--soak-floor",
      paramLabel = "DURATION",
      converter = Durations.class,
      description = "Least soak of a success, whatever minSuccessTime says. Default: 10s.")
  private Duration soakFloor = Settings.DEFAULTS.soakFloor();

  @Mixin private HubOptions hub;
  @Mixin private Verbosity verbosity;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    Verbosity.louder();
    Config config = hub.patientConfig();
    String address =
        Optional.ofNullable(temporal)
            .or(() -> Optional.ofNullable(System.getenv("TEMPORAL_ADDRESS")))
            .orElse(DEFAULT_TEMPORAL);
    Settings settings =
        Settings.DEFAULTS.withTemporalNamespace(temporalNamespace).withSoakFloor(soakFloor);
    try (StopSignal signal = StopSignal.listen();
        KubernetesClient client = HubOptions.client(config)) {
      HubCheck.answers(HubAddress.impatient(config));
      WorkflowServiceStubs stubs = TemporalConnection.open(address);
      Sluice sluice = Sluice.start(client, stubs, settings);
      try {
        say("Sluice runs on hub %s and Temporal %s.".formatted(config.getMasterUrl(), address));
        signal.await();
        say("Stopping.");
      } finally {
        sluice.close();
        TemporalConnection.close(stubs);
      }
    }
    return ExitCodes.OK;
  }

  private void say(String line) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(line);
    out.flush();
  }
}
