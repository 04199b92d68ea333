package io.sluice.cli.plan;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.cli.option.CliFailure;
import io.sluice.cli.option.ExitCodes;
import io.sluice.cli.option.HubOptions;
import io.sluice.cli.option.JarVersion;
import io.sluice.cli.option.OutputOption;
import io.sluice.cli.option.PolicyFinder;
import io.sluice.cli.option.Verbosity;
import io.sluice.cli.pending.PendingPrinter;
import io.sluice.cli.pending.PendingReader;
import io.sluice.cli.pending.TemplateVerdictReader;
import io.sluice.cli.placement.FileOptions;
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
      "rollout from where it stands. With -f as if the files were applied now, and what that",
      "changes. Also shows what is pending of a lazy policy, and with --template of a template.",
      "Asks the hub alone; changes nothing."
    },
    footer = {
      "",
      "Examples:",
      "  ./sluice plan web-tls -n policies",
      "  ./sluice plan web-tls -n policies -o json",
      "  ./sluice plan -f web-tls.yaml -n policies",
      "  ./sluice plan --template Deployment/web -n shop",
      "",
      "Exit codes: 0 shown (whatever it shows), 1 failed, 64 wrong usage."
    })
public final class PlanCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Parameters(
      arity = "0..1",
      paramLabel = "POLICY",
      description = "Name of the policy. With -f the default is every policy of the files.")
  private String policy;

  @Mixin private FileOptions files;
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
    if (files.given() && template.given()) {
      throw new ParameterException(
          spec.commandLine(),
          "Cannot use -f with --template: files are planned for policies. Leave one of them out.");
    }
    Optional<AppliedFiles> applied =
        files.given()
            ? Optional.of(new AppliedFiles(files.manifests(), namespace, Instant.now()))
            : Optional.empty();
    try (KubernetesClient client = HubOptions.client(config)) {
      if (applied.isPresent()) {
        for (PolicyName name : named(applied.get(), namespace)) {
          print(client, name, applied.get());
        }
        return ExitCodes.OK;
      }
      Optional<TemplateName> named = template.name(spec, "plan", policy, namespace);
      if (named.isPresent()) {
        print(client, named.get());
      } else {
        print(client, new PolicyName(namespace, policy));
      }
    }
    return ExitCodes.OK;
  }

  private List<PolicyName> named(AppliedFiles applied, String namespace) {
    if (policy != null) {
      return List.of(new PolicyName(namespace, policy));
    }
    List<PolicyName> names = applied.policies();
    if (names.isEmpty()) {
      throw new CliFailure(
          "Cannot plan: the files hold neither a Policy nor a Rollout of one. Name the policy, as"
              + " ./sluice plan web-tls -f FILE.");
    }
    return names;
  }

  private void print(KubernetesClient client, TemplateName name) {
    if (!output.format().readable()) {
      throw new ParameterException(
          spec.commandLine(),
          "Cannot use --output with --template: a template's plan is text. Leave --output out.");
    }
    output.print(spec, () -> lines(client, name), Map::of);
  }

  private void print(KubernetesClient client, PolicyName name) {
    String act = "Cannot plan policy " + name;
    new PolicyFinder(client).policy(name, act);
    Clock clock = Clock.systemUTC();
    PlanReader reader = new PlanReader(client, clock);
    PlanReader.Subject subject = reader.read(name);
    print(client, act, subject, new PlanForecaster(clock.instant()).plan(subject, List.of()));
  }

  private void print(KubernetesClient client, PolicyName name, AppliedFiles applied) {
    String act = "Cannot plan policy " + name;
    if (!applied.policies().contains(name)) {
      new PolicyFinder(client).policy(name, act);
    }
    Clock clock = Clock.systemUTC();
    PlanReader reader = new PlanReader(client, clock);
    PlanObjects present = reader.objects(name);
    PlanObjects next = reader.applied(present, applied, act);
    PlanReader.Subject before = reader.subject(present);
    PlanReader.Subject after = reader.subject(next);
    PlanForecaster forecaster = new PlanForecaster(clock.instant());
    PlanChanges changes =
        PlanComparer.compare(
            forecaster.side(before, reader.fresh(present, before)),
            forecaster.side(after, reader.fresh(next, after)));
    print(client, act, after, forecaster.plan(after, next.notes()).with(changes));
  }

  private void print(
      KubernetesClient client, String act, PlanReader.Subject subject, RolloutPlan plan) {
    output.print(spec, () -> lines(client, act, subject, plan), () -> PlanTree.of(plan));
  }

  private List<String> lines(KubernetesClient client, TemplateName name) {
    return PendingPrinter.plan(
        new TemplateVerdictReader(client, template.own())
            .verdict(name, "Cannot plan " + name, Instant.now()),
        terminal.style());
  }

  private List<String> lines(
      KubernetesClient client, String act, PlanReader.Subject subject, RolloutPlan plan) {
    List<String> lines = new ArrayList<>();
    new PendingReader(client)
        .verdict(subject.context(), act, Instant.now())
        .ifPresent(
            found -> {
              lines.addAll(PendingPrinter.plan(found, terminal.style()));
              lines.add("");
            });
    lines.addAll(new PlanPrinter(plan, terminal.style()).lines());
    return lines;
  }
}
