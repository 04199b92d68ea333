package io.sluice.cli;

import io.sluice.cli.option.DurationConverter;
import io.sluice.cli.option.ExitCodes;
import io.sluice.cli.option.HubOptions;
import io.sluice.cli.option.JarVersion;
import io.sluice.cli.option.LeaseOption;
import io.sluice.cli.option.PortConverter;
import io.sluice.cli.option.TemplateOptions;
import io.sluice.cli.option.Verbosity;
import io.sluice.connection.Servers;
import io.sluice.connection.TemporalAddress;
import io.sluice.connection.TemporalConnection;
import io.sluice.connection.TemporalProfile;
import io.sluice.hub.client.HubConnections;
import io.sluice.placement.GroupingMode;
import io.sluice.placement.PlacementMode;
import io.sluice.settings.EvaluatorSettings;
import io.sluice.settings.LeaseSettings;
import io.sluice.settings.ModeSetting;
import io.sluice.settings.Settings;
import io.sluice.watch.WatchLiveness;
import io.sluice.worker.FatalErrors;
import io.sluice.worker.SluiceProcess;
import io.sluice.workflow.RolloutSettings;
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

/** Runs Sluice on a hub until SIGTERM or Ctrl-C. */
@Command(
    name = "worker",
    mixinStandardHelpOptions = true,
    versionProvider = JarVersion.class,
    description = {
      "Runs Sluice on a hub until SIGTERM or Ctrl-C.",
      "Waits for hub and Temporal, and says what it waits for."
    },
    footer = {
      "",
      "Examples:",
      "  ./sluice worker",
      "  ./sluice worker --kubeconfig hub.yaml --temporal temporal.example.com:7233",
      "",
      "Exit codes: 1 could not start, 3 out of memory or broken, 64 wrong usage,",
      "130 ended by Ctrl-C, 143 by SIGTERM."
    })
final class WorkerCommand implements Callable<Integer> {
  @Option(
      names = "--temporal",
      paramLabel = "HOST:PORT",
      converter = TemporalAddress.class,
      description =
          "Temporal's frontend. Default: $TEMPORAL_ADDRESS, else temporal.toml,"
              + " else 127.0.0.1:7233.")
  private String temporal;

  @Option(
      names = "--temporal-namespace",
      paramLabel = "NAME",
      description =
          "Temporal namespace of the rollouts. Default: $TEMPORAL_NAMESPACE, else temporal.toml,"
              + " else sluice.")
  private String temporalNamespace;

  @Option(
      names = "--soak-floor",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      description = "Least soak of a success, whatever minSuccessTime says. Default: 10s.")
  private Duration soakFloor = Settings.DEFAULTS.soakFloor();

  @Option(
      names = "--approvals-temporal",
      paramLabel = "Allowed|Refused",
      description =
          "Whether approvals by message count. Temporal does not say who sent one."
              + " Default: Refused.")
  private Messages approvalsTemporal = Messages.Refused;

  /** The values of {@code --approvals-temporal}, spelled as the user writes them. */
  private enum Messages {
    Allowed,
    Refused
  }

  @Option(
      names = "--mode",
      paramLabel = "Auto|Beside|Standalone",
      description =
          "Beside: next to OCM's propagator, by selective enforcement; Standalone: in its place."
              + " Auto decides once, at the start: Standalone only where the propagator has no"
              + " Lease, fresh or old, and the Policy CRD has Sluice's fields. Default: Auto.")
  private Mode mode = Mode.Auto;

  /** The values of {@code --mode}, spelled as the user writes them. */
  private enum Mode {
    Auto(ModeSetting.AUTO),
    Beside(ModeSetting.BESIDE),
    Standalone(ModeSetting.STANDALONE);

    private final ModeSetting setting;

    Mode(ModeSetting setting) {
      this.setting = setting;
    }
  }

  @Option(
      names = "--placements",
      paramLabel = "annotated|all|off",
      description =
          "Which Placements are evaluated: those that OCM's controller leaves alone by annotation,"
              + " all (on a hub without OCM), or none. Default: annotated.")
  private Placements placements = Placements.annotated;

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
      paramLabel = "stable|recompute",
      description =
          "How clusters are put into decision groups where the Placement does not say so: members"
              + " never move, or the groups are cut anew each time, as OCM does. Default: stable.")
  private Grouping placementGrouping = Grouping.stable;

  /** The values of {@code --placement-grouping}, spelled as the user writes them. */
  private enum Grouping {
    stable(GroupingMode.STABLE),
    recompute(GroupingMode.RECOMPUTE);

    private final GroupingMode mode;

    Grouping(GroupingMode mode) {
      this.mode = mode;
    }
  }

  @Mixin private TemplateOptions templates;
  @Mixin private LeaseOption lease;

  @Option(
      names = "--lease-identity",
      paramLabel = "NAME",
      description =
          "Name of this process on the Lease; one that comes again under its name leads at once."
              + " Default: host, process id and a few random characters.")
  private String leaseIdentity;

  @Option(
      names = "--no-leader-election",
      description = "Lead without a Lease. Only where no other worker runs on the hub.")
  private boolean alone;

  @Option(
      names = "--health-port",
      paramLabel = "PORT",
      converter = PortConverter.class,
      description =
          "Port of /healthz, /readyz and /metrics; 0: any free one. Default: ${DEFAULT-VALUE}.")
  private int healthPort = 8080;

  @Option(
      names = "--longest-silence",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      description =
          "How long a watch may say nothing before /readyz says so, and the hub as a whole before"
              + " /healthz does. Default: 3m.")
  private Duration longestSilence = Duration.ofMinutes(3);

  @Mixin private HubOptions hub;
  @Mixin private Verbosity verbosity;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    Verbosity.louder();
    FatalErrors.endTheProcess();
    Servers servers =
        Servers.read(
            () ->
                TemporalProfile.of(
                    Optional.ofNullable(temporal),
                    Optional.ofNullable(temporalNamespace),
                    System.getenv()),
            hub::patientConfig);
    TemporalProfile profile = servers.temporal();
    WatchLiveness liveness = new WatchLiveness();
    try (ShutdownSignal signal = ShutdownSignal.listen();
        HubConnections connections = HubConnections.of(servers.hub(), liveness)) {
      WorkflowServiceStubs stubs = WorkflowServiceStubs.newServiceStubs(profile.service());
      try {
        new SluiceProcess(
                connections,
                liveness,
                stubs,
                settings(profile),
                new SluiceProcess.HealthSettings(healthPort, longestSilence),
                this::print)
            .run(signal::await);
      } finally {
        TemporalConnection.close(stubs);
      }
    }
    return ExitCodes.OK;
  }

  private Settings settings(TemporalProfile profile) {
    String identity = Optional.ofNullable(leaseIdentity).orElseGet(LeaseSettings::ownIdentity);
    RolloutSettings rollouts =
        Settings.DEFAULTS.rollouts().withMessageApprovals(approvalsTemporal == Messages.Allowed);
    return Settings.DEFAULTS.with(
        settings ->
            settings
                .temporalNamespace(profile.namespace())
                .soakFloor(soakFloor)
                .mode(mode.setting)
                .placements(new EvaluatorSettings(placements.mode, placementGrouping.mode))
                .templates(templates.settings())
                .rollouts(rollouts)
                .lease(
                    alone
                        ? Optional.empty()
                        : Optional.of(LeaseSettings.of(lease.namespace(), identity))));
  }

  private void print(String line) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(line);
    out.flush();
  }
}
