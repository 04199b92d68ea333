package io.sluice.cli.pending;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.cli.option.ExitCodes;
import io.sluice.cli.option.HubOptions;
import io.sluice.cli.option.JarVersion;
import io.sluice.cli.option.PolicyFinder;
import io.sluice.cli.option.Verbosity;
import io.sluice.policy.PolicyName;
import io.sluice.terminal.Terminal;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Explains for one cluster what the gate decides about a pending edit. Changes nothing. */
@Command(
    name = "why",
    mixinStandardHelpOptions = true,
    versionProvider = JarVersion.class,
    description = {
      "Explains whether a pending edit of a policy concerns a cluster, and what it waits for.",
      "Asks the hub alone; changes nothing."
    },
    footer = {
      "",
      "Examples:",
      "  ./sluice why web-tls cluster7 -n policies",
      "",
      "Exit codes: 0 shown (whatever it shows), 1 failed, 64 wrong usage."
    })
public final class WhyCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Parameters(index = "0", paramLabel = "POLICY", description = "Name of the policy.")
  private String policy;

  @Parameters(index = "1", paramLabel = "CLUSTER", description = "Name of the cluster.")
  private String cluster;

  @Mixin private HubOptions hub;
  @Mixin private Verbosity verbosity;
  @Spec private CommandSpec spec;

  public WhyCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    Config config = hub.config();
    PolicyName name = new PolicyName(hub.namespace(config), policy);
    try (KubernetesClient client = HubOptions.client(config)) {
      String act = "Cannot explain cluster %s of policy %s".formatted(cluster, name);
      new PolicyFinder(client).policy(name, act);
      Optional<PendingReader.Verdict> verdict =
          new PendingReader(client).verdict(name, act, Instant.now());
      PrintWriter out = spec.commandLine().getOut();
      List<String> lines =
          verdict
              .map(found -> PendingPrinter.why(name, cluster, found, terminal.style()))
              .orElseGet(() -> PendingPrinter.notHeld(name, terminal.style()));
      lines.forEach(out::println);
      out.flush();
    }
    return ExitCodes.OK;
  }
}
