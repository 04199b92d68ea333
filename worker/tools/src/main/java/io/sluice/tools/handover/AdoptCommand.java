package io.sluice.tools.handover;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.HubClient;
import io.sluice.settings.LeaseSettings;
import io.sluice.settings.Settings;
import io.sluice.tools.option.ExitCodes;
import io.sluice.tools.option.HubOptions;
import io.sluice.tools.option.JarVersion;
import io.sluice.tools.option.LeaseOption;
import io.sluice.tools.option.OutputOption;
import io.sluice.tools.option.PropagatorOption;
import io.sluice.tools.option.Verbosity;
import io.sluice.tools.preview.AdoptionCheck;
import io.sluice.tools.preview.AdoptionReport;
import io.sluice.tools.terminal.Terminal;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows what a worker in mode Standalone would do on a hub. Changes nothing. */
@Command(
    name = "adopt",
    mixinStandardHelpOptions = true,
    versionProvider = JarVersion.class,
    exitCodeOnExecutionException = ExitCodes.NOT_READ,
    description = {
      "Shows what a worker in mode Standalone would do on a hub, in place of OCM's propagator.",
      "Changes nothing."
    },
    footer = {
      "",
      "Examples:",
      "  ./sluice adopt                            every policy of the hub",
      "  ./sluice adopt -n policies                those of one namespace",
      "  ./sluice adopt web-tls -n policies -o json",
      "",
      "Exit codes: 0 ready, 1 something stands in the way, 2 the hub could not be read",
      "or has no such policy, 64 wrong usage."
    })
public final class AdoptCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "POLICY",
      description = "Name of a policy. Default: all, or those of the namespace that -n names.")
  private String policy;

  @Mixin private OutputOption output;
  @Mixin private LeaseOption lease;
  @Mixin private PropagatorOption propagator;
  @Mixin private HubOptions hub;
  @Mixin private Verbosity verbosity;
  @Spec private CommandSpec spec;

  public AdoptCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    Config config = hub.config();
    PolicySelection selection = PolicySelection.of(hub, config, policy);
    Settings settings =
        Settings.DEFAULTS.with(
            all ->
                all.propagatorNamespaces(propagator.namespaces())
                    .lease(
                        Optional.of(
                            LeaseSettings.of(lease.namespace(), LeaseSettings.ownIdentity()))));
    try (KubernetesClient client = HubClient.of(config)) {
      AdoptionReport report =
          new AdoptionCheck(client, settings, hub.commands(), Clock.systemUTC())
              .read(all -> selection.in(all, "Cannot show what a worker would do with"));
      output.print(
          spec,
          () -> AdoptionPrinter.lines(report, terminal.style()),
          () -> AdoptionDocument.of(report));
      return report.ready() ? ExitCodes.OK : ExitCodes.FAILED;
    }
  }
}
