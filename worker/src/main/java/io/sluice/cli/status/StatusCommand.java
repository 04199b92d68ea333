package io.sluice.cli.status;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.cli.option.ExitCodes;
import io.sluice.cli.option.HubOptions;
import io.sluice.cli.option.JarVersion;
import io.sluice.cli.option.Verbosity;
import io.sluice.cli.template.TemplateName;
import io.sluice.cli.template.TemplateOption;
import io.sluice.policy.PolicyName;
import io.sluice.terminal.Terminal;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows where the rollout of a policy stands. Reads only the hub: Temporal may be down. */
@Command(
    name = "status",
    mixinStandardHelpOptions = true,
    versionProvider = JarVersion.class,
    description = {
      "Shows where the rollout of a policy stands.",
      "With --template: that of a template.",
      "Asks the hub alone: Temporal may be down."
    },
    footer = {
      "",
      "Examples:",
      "  ./sluice status web-tls -n policies",
      "  ./sluice status web-tls -n policies --hub http://127.0.0.1:16443",
      "  ./sluice status --template Deployment/web -n shop",
      "",
      "Exit codes: 0 shown (whatever it shows), 1 failed, 64 wrong usage."
    })
public final class StatusCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Parameters(arity = "0..1", paramLabel = "POLICY", description = "Name of the policy.")
  private String policy;

  @Mixin private TemplateOption template;
  @Mixin private HubOptions hub;
  @Mixin private Verbosity verbosity;
  @Spec private CommandSpec spec;

  public StatusCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    Config config = hub.config();
    String namespace = hub.namespace(config);
    Optional<TemplateName> named = template.name(spec, "show", policy, namespace);
    try (KubernetesClient client = HubOptions.client(config)) {
      StatusView view =
          named
              .map(
                  name ->
                      new TemplateStatusReader(client, template.own()).read(name, Instant.now()))
              .orElseGet(() -> read(client, new PolicyName(namespace, policy)));
      PrintWriter out = spec.commandLine().getOut();
      StatusPrinter.lines(view, terminal.style()).forEach(out::println);
      out.flush();
    }
    return ExitCodes.OK;
  }

  private static StatusView read(KubernetesClient client, PolicyName name) {
    return new StatusReader(client).read(name, "Cannot show policy " + name);
  }
}
