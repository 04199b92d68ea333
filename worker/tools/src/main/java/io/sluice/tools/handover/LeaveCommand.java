package io.sluice.tools.handover;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.connection.TemporalProfile;
import io.sluice.hub.client.HubClient;
import io.sluice.time.ProcessTime;
import io.sluice.tools.config.ConfigDefaults;
import io.sluice.tools.config.ConfigOption;
import io.sluice.tools.config.TemporalOptions;
import io.sluice.tools.option.DurationConverter;
import io.sluice.tools.option.ExitCodes;
import io.sluice.tools.option.HubOptions;
import io.sluice.tools.option.JarVersion;
import io.sluice.tools.option.LeaseOption;
import io.sluice.tools.option.OutputOption;
import io.sluice.tools.option.PropagatorOption;
import io.sluice.tools.option.Verbosity;
import io.sluice.tools.terminal.Terminal;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Hands a hub back: prepares it for OCM's propagator, and says what that will do. */
@Command(
    name = "leave",
    mixinStandardHelpOptions = true,
    versionProvider = JarVersion.class,
    exitCodeOnExecutionException = ExitCodes.NOT_READ,
    description = {
      "Hands a hub back: replicas stay as they are, and OCM's propagator can be started.",
      "Says what the propagator does then: clusters on a former version get the present one at"
          + " once."
    },
    footer = {
      "",
      "Examples:",
      "  ./sluice leave --dry-run                  what would be done; changes nothing",
      "  ./sluice leave --abort-open-rollouts --temporal temporal.example.com:7233",
      "",
      "Exit codes: 0 done, 1 something stands in the way, 2 the hub or Temporal could",
      "not be used, 64 wrong usage."
    })
public final class LeaveCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Option(names = "--dry-run", description = "Only show what would be done.")
  private boolean dryRun;

  @Option(
      names = "--abort-open-rollouts",
      description =
          "Abort open rollouts: their runs in Temporal are terminated, and they end as Aborted."
              + " Every cluster keeps what it has.")
  private boolean abort;

  @Option(
      names = "--delete-rollouts",
      description =
          "Delete Rollouts and stored versions. Without it they stay, and a worker that comes back"
              + " goes on from there.")
  private boolean delete;

  @Option(
      names = "--timeout",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      description = "How long overrides beside OCM's propagator may take to go. Default: 10m.")
  private Duration timeout = Duration.ofMinutes(10);

  @Mixin private ConfigOption config;
  @Mixin private TemporalOptions temporal;
  @Mixin private OutputOption output;
  @Mixin private LeaseOption lease;
  @Mixin private PropagatorOption propagator;
  @Mixin private HubOptions hub;
  @Mixin private Verbosity verbosity;
  @Spec private CommandSpec spec;

  public LeaveCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (hub.namedNamespace().isPresent()) {
      throw new ParameterException(
          spec.commandLine(),
          "Cannot hand namespace %s back: a hub is handed back as a whole. Leave out --namespace."
              .formatted(hub.namedNamespace().get()));
    }
    Config kubeconfig = hub.config();
    LeaveOptions options =
        new LeaveOptions(
            abort, delete, dryRun, timeout, lease.namespace(), propagator.namespaces());
    try (KubernetesClient client = HubClient.of(kubeconfig);
        RunTerminator runs = new RunTerminator(this::profile, client)) {
      HandoverReport report = new HubLeaver(client, runs, options, ProcessTime.SYSTEM).leave();
      output.print(
          spec,
          () -> HandoverPrinter.lines(report, terminal.style()),
          () -> LeaveDocument.of(report));
      return report.ready() ? ExitCodes.OK : ExitCodes.FAILED;
    }
  }

  private TemporalProfile profile() {
    return temporal.profile(ConfigDefaults.environment(spec));
  }
}
