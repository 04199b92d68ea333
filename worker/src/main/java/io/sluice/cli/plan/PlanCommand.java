package io.sluice.cli.plan;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.cli.option.ExitCodes;
import io.sluice.cli.option.HubOptions;
import io.sluice.cli.option.JarVersion;
import io.sluice.cli.option.OutputOption;
import io.sluice.cli.option.PolicyFinder;
import io.sluice.cli.option.Verbosity;
import io.sluice.cli.pending.PendingPrinter;
import io.sluice.cli.pending.PendingReader;
import io.sluice.cli.pending.TemplateVerdictReader;
import io.sluice.cli.template.TemplateName;
import io.sluice.cli.template.TemplateOption;
import io.sluice.policy.PolicyName;
import io.sluice.terminal.Terminal;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows what a rollout would do before anything moves: its waves, what they wait for, and when. */
@Command(
    name = "plan",
    mixinStandardHelpOptions = true,
    versionProvider = JarVersion.class,
    description = {
      "Shows what a rollout would do before anything moves: the waves with their clusters, what",
      "each waits for, the least and the likely time, and what would be refused; of a running",
      "rollout from where it stands. Also shows what is pending of a lazy policy, and with",
      "--template of a template.",
      "Asks the hub alone; changes nothing."
    },
    footer = {
      "",
      "Examples:",
      "  ./sluice plan web-tls -n policies",
      "  ./sluice plan web-tls -n policies -o json",
      "  ./sluice plan --template Deployment/web -n shop",
      "",
      "Exit codes: 0 shown (whatever it shows), 1 failed, 64 wrong usage."
    })
public final class PlanCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Parameters(arity = "0..1", paramLabel = "POLICY", description = "Name of the policy.")
  private String policy;

  @Mixin private TemplateOption template;
  @Mixin private OutputOption output;
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
    if (named.isPresent() && !output.format().readable()) {
      throw new ParameterException(
          spec.commandLine(),
          "Cannot use --output with --template: a template's plan is text. Leave --output out.");
    }
    try (KubernetesClient client = HubOptions.client(config)) {
      if (named.isPresent()) {
        output.print(spec, () -> lines(client, named.get()), Map::of);
      } else {
        print(client, new PolicyName(namespace, policy));
      }
    }
    return ExitCodes.OK;
  }

  private void print(KubernetesClient client, PolicyName name) {
    String act = "Cannot plan policy " + name;
    new PolicyFinder(client).policy(name, act);
    RolloutPlan plan = new PlanReader(client, Clock.systemUTC()).plan(name);
    output.print(spec, () -> lines(client, name, act, plan), () -> PlanTree.of(plan));
  }

  private List<String> lines(KubernetesClient client, TemplateName name) {
    return PendingPrinter.plan(
        new TemplateVerdictReader(client, template.own())
            .verdict(name, "Cannot plan " + name, Instant.now()),
        terminal.style());
  }

  private List<String> lines(
      KubernetesClient client, PolicyName name, String act, RolloutPlan plan) {
    List<String> lines = new ArrayList<>();
    new PendingReader(client)
        .verdict(name, act, Instant.now())
        .ifPresent(
            found -> {
              lines.addAll(PendingPrinter.plan(found, terminal.style()));
              lines.add("");
            });
    lines.addAll(new PlanPrinter(plan, terminal.style()).lines());
    return lines;
  }
}
