package io.sluice.tools.plan;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.policy.PolicyName;
import io.sluice.settings.Settings;
import io.sluice.tools.config.ConfigDefaults;
import io.sluice.tools.config.ConfigOption;
import io.sluice.tools.config.OptionalConfig;
import io.sluice.tools.config.SoakFloorOption;
import io.sluice.tools.option.CliFailure;
import io.sluice.tools.option.CommandTarget;
import io.sluice.tools.option.CommandWriter;
import io.sluice.tools.option.ExitCodes;
import io.sluice.tools.option.HubOptions;
import io.sluice.tools.option.JarVersion;
import io.sluice.tools.option.OutputOption;
import io.sluice.tools.option.PolicyFinder;
import io.sluice.tools.option.PolicyReference;
import io.sluice.tools.option.PropagatorOption;
import io.sluice.tools.option.Verbosity;
import io.sluice.tools.pending.PendingPrinter;
import io.sluice.tools.pending.PendingReader;
import io.sluice.tools.pending.TemplateVerdictReader;
import io.sluice.tools.placement.PlacementDifference;
import io.sluice.tools.template.TemplateName;
import io.sluice.tools.template.TemplateOption;
import io.sluice.tools.terminal.Terminal;
import java.time.Clock;
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
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** Shows what a rollout would do before anything moves: its waves, what they wait for, and when. */
@Command(
    name = "plan",
    mixinStandardHelpOptions = true,
    versionProvider = JarVersion.class,
    description = {
      "Shows what a rollout would do before anything moves.",
      "The waves with their clusters, what each waits for, the least and the likely "
          + "time, and what would be refused; of a running rollout from where it stands. "
          + "With -f as if the files were applied now, and what that changes, also of "
          + "Placements: which clusters join, leave or move between groups. Also shows "
          + "what is pending of a lazy policy, and with --template of a template.",
      "Asks the hub alone, with --local no server; changes nothing."
    },
    footer = {
      "",
      "Examples:",
      "  ./sluice plan web-tls -n policies",
      "  ./sluice plan web-tls -n policies -o json",
      "  ./sluice plan -f web-tls.yaml -n policies",
      "  ./sluice plan -f relabelled-clusters.yaml -n policies  who would move",
      "  ./sluice plan -f policies/ -f clusters.yaml --local",
      "  ./sluice plan --template Deployment/web -n shop",
      "",
      "Exit codes: 0 shown (whatever it shows), 1 failed, 64 wrong usage."
    })
public final class PlanCommand implements Callable<Integer>, OptionalConfig {
  private final Terminal terminal;
  private final Clock clock = Clock.systemUTC();

  @Parameters(
      arity = "0..1",
      paramLabel = "POLICY",
      description = "Name of the policy. With -f the default is all that the files hold.")
  private String policy;

  @Mixin private PlanFileOptions files;
  @Mixin private ConfigOption config;
  @Mixin private SoakFloorOption soak;
  @Mixin private PropagatorOption propagator;
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
    files.check(spec, template.given());
    if (files.local()) {
      try (KubernetesClient none = HubOptions.client(Config.empty())) {
        printFiles(none, hub.namespaceOfFiles());
      }
      return ExitCodes.OK;
    }
    Config address = hub.config();
    String namespace = hub.namespace(address);
    try (KubernetesClient client = HubOptions.client(address)) {
      if (files.given()) {
        printFiles(client, namespace);
      } else {
        printHub(client, address);
      }
    }
    return ExitCodes.OK;
  }

  /** The settings of a worker say only how long soaks last at least. */
  @Override
  public boolean needsConfig(ParseResult parsed) {
    return parsed.hasMatchedOption("--config");
  }

  private void printHub(KubernetesClient client, Config address) {
    Optional<TemplateName> named = template.name(spec, "plan", policy, hub.namespace(address));
    if (named.isPresent()) {
      print(client, named.get());
    } else {
      PolicyFinder policies = new PolicyFinder(client);
      PolicyName name = policies.named(hub, address, policy);
      String act = act(name);
      policies.policy(name, act);
      print(act, plans(client).ofHub(name));
    }
  }

  private void printFiles(KubernetesClient client, String namespace) {
    AppliedFiles applied = files.read(namespace, clock.instant());
    PlanMaker plans = plans(client);
    List<PolicyName> names = named(applied, namespace);
    for (PolicyName name : names) {
      String act = act(name);
      print(
          act,
          files.local()
              ? plans.ofFiles(name, applied, files.mode(), act)
              : plans.applied(name, applied, act));
    }
    if (policy == null && !files.local()) {
      print(plans.placements(namespace, applied), names.isEmpty());
    }
  }

  /**
   * Prints what happens to Placements.
   *
   * @param alone whether no plan is printed: programs read plans alone, or these alone
   */
  private void print(List<PlacementDifference> differences, boolean alone) {
    if (alone && differences.isEmpty() && output.format().readable()) {
      spec.commandLine().getOut().println("The files move no cluster between decision groups.");
    }
    boolean first = alone;
    for (PlacementDifference difference : differences) {
      if (alone || output.format().readable() && !difference.none()) {
        List<String> begin = first ? List.of() : List.of("");
        output.print(spec, () -> lines(begin, difference), difference::document);
        first = false;
      }
    }
  }

  private List<String> lines(List<String> begin, PlacementDifference difference) {
    List<String> lines = new ArrayList<>(begin);
    lines.addAll(difference.lines(terminal.style()));
    return lines;
  }

  private PlanMaker plans(KubernetesClient client) {
    return new PlanMaker(
        client,
        Settings.DEFAULTS.with(
            settings ->
                settings.soakFloor(soak.floor()).propagatorNamespaces(propagator.namespaces())),
        clock);
  }

  private static String act(PolicyName name) {
    return "Cannot plan policy " + name;
  }

  private List<PolicyName> named(AppliedFiles applied, String namespace) {
    if (policy != null) {
      return List.of(
          PolicyReference.of(policy, hub.namedNamespace(), namespace)
              .in(applied.policies()::contains));
    }
    List<PolicyName> names = applied.policies();
    if (names.isEmpty() && (files.local() || !applied.placing())) {
      throw new CliFailure(
          "Cannot plan: the files hold neither a Policy nor a Rollout of one. Name the policy, as: "
              + CommandWriter.local("plan", "web-tls", "-f", "FILE"));
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

  private void print(String act, PlanMaker.Made made) {
    output.print(spec, () -> lines(act, made), () -> PlanDocument.of(made.plan()));
  }

  private List<String> lines(KubernetesClient client, TemplateName name) {
    return PendingPrinter.plan(
        new TemplateVerdictReader(client, template.own())
            .verdict(name, "Cannot plan " + name, clock.instant()),
        Optional.empty(),
        terminal.style());
  }

  private List<String> lines(String act, PlanMaker.Made made) {
    List<String> lines = new ArrayList<>();
    PlanObjects objects = made.subject().objects();
    PendingReader.verdict(
            made.subject().context(), objects::holders, objects::managed, act, clock.instant())
        .ifPresent(
            found -> {
              lines.addAll(PendingPrinter.plan(found, activation(made), terminal.style()));
              lines.add("");
            });
    lines.addAll(new PlanPrinter(made.plan(), terminal.style()).lines());
    lines.addAll(withoutSettings());
    return lines;
  }

  /** What waits on the hub is activated there; files are applied first. */
  private Optional<String> activation(PlanMaker.Made made) {
    return files.given()
        ? Optional.empty()
        : Optional.of(hub.commands().about(CommandTarget.of(made.plan().policy()), "activate"));
  }

  private List<String> withoutSettings() {
    List<String> problems = ConfigDefaults.optionalProblems(spec);
    return problems.isEmpty()
            || spec.commandLine().getParseResult().hasMatchedOption("--soak-floor")
        ? List.of()
        : terminal
            .style()
            .wrap(
                "%s The default of --soak-floor counts.".formatted(String.join(" ", problems)), 0);
  }
}
