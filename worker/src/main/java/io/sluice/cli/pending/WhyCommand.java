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
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Explains for one cluster what the gate decides about a pending edit. Changes nothing. */
@Command(
    name = "why",
    mixinStandardHelpOptions = true,
    versionProvider = JarVersion.class,
    description = {
      "Explains whether a pending edit of a policy concerns a cluster, and what it waits for;",
      "of a template also which revision the cluster has.",
      "Asks the hub alone; changes nothing."
    },
    footer = {
      "",
      "Examples:",
      "  ./sluice why web-tls cluster7 -n policies",
      "  ./sluice why --template Deployment/web cluster7 -n shop",
      "",
      "Exit codes: 0 shown (whatever it shows), 1 failed, 64 wrong usage."
    })
public final class WhyCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "POLICY",
      description = "Name of the policy; not with --template.")
  private String first;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "CLUSTER",
      description = "Name of the cluster.")
  private String second;

  @Mixin private TemplateOption template;
  @Mixin private HubOptions hub;
  @Mixin private Verbosity verbosity;
  @Spec private CommandSpec spec;

  public WhyCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    // With a template the only name is the cluster's.
    boolean shifted = template.given() && second == null;
    String policy = shifted ? null : first;
    String cluster = shifted ? first : second;
    Config config = hub.config();
    String namespace = hub.namespace(config);
    Optional<TemplateName> named = template.name(spec, "explain", policy, namespace);
    if (cluster == null) {
      throw new ParameterException(
          spec.commandLine(), "Cannot explain: no cluster is named. Write a cluster's name.");
    }
    try (KubernetesClient client = HubOptions.client(config)) {
      PrintWriter out = spec.commandLine().getOut();
      named
          .map(name -> lines(client, name, cluster))
          .orElseGet(() -> lines(client, new PolicyName(namespace, policy), cluster))
          .forEach(out::println);
      out.flush();
    }
    return ExitCodes.OK;
  }

  private static String act(String cluster, Object name) {
    return "Cannot explain cluster %s of %s".formatted(cluster, name);
  }

  private List<String> lines(KubernetesClient client, TemplateName name, String cluster) {
    return PendingPrinter.why(
        cluster,
        new TemplateVerdictReader(client, template.own())
            .verdict(name, act(cluster, name), Instant.now()),
        terminal.style());
  }

  private List<String> lines(KubernetesClient client, PolicyName name, String cluster) {
    String act = act(cluster, "policy " + name);
    new PolicyFinder(client).policy(name, act);
    return new PendingReader(client)
        .verdict(name, act, Instant.now())
        .map(found -> PendingPrinter.why(cluster, found, terminal.style()))
        .orElseGet(() -> PendingPrinter.notHeld(name, terminal.style()));
  }
}
