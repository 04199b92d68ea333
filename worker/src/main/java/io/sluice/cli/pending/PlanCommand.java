package io.sluice.cli.pending;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.cli.option.ExitCodes;
import io.sluice.cli.option.HubOptions;
import io.sluice.cli.option.JarVersion;
import io.sluice.cli.option.PolicyFinder;
import io.sluice.cli.option.Verbosity;
import io.sluice.cli.template.TemplateName;
import io.sluice.cli.template.TemplateOption;
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

/** Shows what activating a pending edit would do to each cluster. Changes nothing. */
@Command(
    name = "plan",
    mixinStandardHelpOptions = true,
    versionProvider = JarVersion.class,
    description = {
      "Shows which clusters would join, change or leave with what is pending of a policy,",
      "or of a template.",
      "Asks the hub alone; changes nothing."
    },
    footer = {
      "",
      "Examples:",
      "  ./sluice plan web-tls -n policies",
      "  ./sluice plan --template Deployment/web -n shop",
      "",
      "Exit codes: 0 shown (whatever it shows), 1 failed, 64 wrong usage."
    })
public final class PlanCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Parameters(arity = "0..1", paramLabel = "POLICY", description = "Name of the policy.")
  private String policy;

  @Mixin private TemplateOption template;
  @Mixin private HubOptions hub;
  @Mixin private Verbosity verbosity;
  @Spec private CommandSpec spec;

  public PlanCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    Config config = hub.config();
    String namespace = hub.namespace(config);
    Optional<TemplateName> named = template.name(spec, "plan", policy, namespace);
    try (KubernetesClient client = HubOptions.client(config)) {
      PrintWriter out = spec.commandLine().getOut();
      named
          .map(name -> lines(client, name))
          .orElseGet(() -> lines(client, new PolicyName(namespace, policy)))
          .forEach(out::println);
      out.flush();
    }
    return ExitCodes.OK;
  }

  private List<String> lines(KubernetesClient client, TemplateName name) {
    return PendingPrinter.plan(
        new TemplateVerdictReader(client, template.own())
            .verdict(name, "Cannot plan " + name, Instant.now()),
        terminal.style());
  }

  private List<String> lines(KubernetesClient client, PolicyName name) {
    String act = "Cannot plan policy " + name;
    new PolicyFinder(client).policy(name, act);
    return new PendingReader(client)
        .verdict(name, act, Instant.now())
        .map(found -> PendingPrinter.plan(found, terminal.style()))
        .orElseGet(() -> PendingPrinter.notHeld(name, terminal.style()));
  }
}
