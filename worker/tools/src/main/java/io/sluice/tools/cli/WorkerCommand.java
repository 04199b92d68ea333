package io.sluice.tools.cli;

import io.sluice.connection.Servers;
import io.sluice.connection.TemporalConnection;
import io.sluice.connection.TemporalProfile;
import io.sluice.hub.client.HubConnections;
import io.sluice.process.FatalErrors;
import io.sluice.process.SluiceProcess;
import io.sluice.process.metrics.ProcessMetrics;
import io.sluice.settings.LeaseSettings;
import io.sluice.settings.ModeSetting;
import io.sluice.settings.Settings;
import io.sluice.time.ProcessTime;
import io.sluice.tools.config.CheckOptions;
import io.sluice.tools.config.ConfigDefaults;
import io.sluice.tools.config.ConfigOption;
import io.sluice.tools.config.ConfigPrinter;
import io.sluice.tools.config.EvaluatorOptions;
import io.sluice.tools.config.HealthOptions;
import io.sluice.tools.config.LinkOptions;
import io.sluice.tools.config.RoleOptions;
import io.sluice.tools.config.SoakFloorOption;
import io.sluice.tools.config.TemporalOptions;
import io.sluice.tools.option.ExitCodes;
import io.sluice.tools.option.HubOptions;
import io.sluice.tools.option.JarVersion;
import io.sluice.tools.option.LeaseOption;
import io.sluice.tools.option.PropagatorOption;
import io.sluice.tools.option.ShutdownSignal;
import io.sluice.tools.option.TemplateOptions;
import io.sluice.tools.option.Verbosity;
import io.sluice.workflow.RolloutSettings;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.io.PrintWriter;
import java.util.Map;
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
      "  ./sluice worker --config sluice.yaml --print-config",
      "",
      "Exit codes: 1 could not start, 3 out of memory or broken, 64 wrong usage,",
      "130 ended by Ctrl-C, 143 by SIGTERM."
    })
final class WorkerCommand implements Callable<Integer> {
  @Mixin private ConfigOption config;

  @Option(
      names = "--print-config",
      description = "Print the settings that it would run with, and where each comes from.")
  private boolean printConfig;

  @Mixin private RoleOptions role;
  @Mixin private TemporalOptions temporal;

  @Mixin private SoakFloorOption soak;

  @Option(
      names = "--approvals-temporal",
      descriptionKey = "rollouts.approvalsByMessage",
      paramLabel = "Allowed|Refused",
      description =
          "Whether approvals by message count. Temporal does not say who sent one."
              + " Default: ${DEFAULT-VALUE}.",
      defaultValue = "Refused")
  private Messages approvalsTemporal;

  /** The values of {@code --approvals-temporal}, spelled as the user writes them. */
  private enum Messages {
    Allowed,
    Refused
  }

  @Option(
      names = "--mode",
      descriptionKey = "mode",
      paramLabel = "Auto|Beside|Standalone",
      description =
          "Beside: next to OCM's propagator, by selective enforcement; Standalone: in its place."
              + " Auto decides once, at the start: Standalone where Sluice has rolled out before"
              + " without the propagator, or where that has no Lease, fresh or old, and the Policy"
              + " CRD has Sluice's fields."
              + " Default: ${DEFAULT-VALUE}.",
      defaultValue = "Auto")
  private Mode mode;

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

  @Mixin private EvaluatorOptions evaluator;
  @Mixin private TemplateOptions templates;
  @Mixin private LeaseOption lease;
  @Mixin private PropagatorOption propagator;
  @Mixin private CheckOptions checks;
  @Mixin private LinkOptions links;

  @Option(
      names = "--lease-identity",
      descriptionKey = "lease.identity",
      paramLabel = "NAME",
      description =
          "Name of this process on the Lease; one that comes again under its name leads at once."
              + " Default: host, process id and a few random characters.")
  private String leaseIdentity;

  @Option(
      names = "--leader-election",
      descriptionKey = "lease.enabled",
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description =
          "Whether to lead only while holding the Lease. Without it no other worker may run on the"
              + " hub. Default: ${DEFAULT-VALUE}.")
  private boolean election;

  @Mixin private HealthOptions health;
  @Mixin private HubOptions hub;
  @Mixin private Verbosity verbosity;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    Map<String, String> environment = ConfigDefaults.environment(spec);
    if (printConfig) {
      ConfigPrinter.lines(spec, TemporalProfile.ofFile(environment)).forEach(this::print);
      return ExitCodes.OK;
    }
    Verbosity.louder();
    FatalErrors.endTheProcess();
    Servers servers = Servers.read(() -> temporal.profile(environment), hub::patientConfig);
    TemporalProfile profile = servers.temporal();
    try (ShutdownSignal signal = ShutdownSignal.listen();
        ProcessMetrics metrics = ProcessMetrics.start(JarVersion.build());
        HubConnections connections = HubConnections.of(servers.hub())) {
      WorkflowServiceStubs stubs =
          WorkflowServiceStubs.newServiceStubs(
              WorkflowServiceStubsOptions.newBuilder(profile.service())
                  .setMetricsScope(metrics.temporal())
                  .build());
      try {
        new SluiceProcess(
                connections,
                metrics,
                stubs,
                settings(profile),
                health.settings(),
                this::print,
                ProcessTime.SYSTEM)
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
                .hubName(profile.hubName())
                .temporalNamespace(profile.namespace())
                .payloadKeys(profile.payloadKeys())
                .soakFloor(soak.floor())
                .mode(mode.setting)
                .propagatorNamespaces(propagator.namespaces())
                .checkAddresses(checks.addresses())
                .links(links.settings())
                .role(role.role())
                .version(role.version())
                .placements(evaluator.settings())
                .templates(templates.settings())
                .rollouts(rollouts)
                .lease(
                    election
                        ? Optional.of(LeaseSettings.of(lease.namespace(), identity))
                        : Optional.empty()));
  }

  private void print(String line) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(line);
    out.flush();
  }
}
