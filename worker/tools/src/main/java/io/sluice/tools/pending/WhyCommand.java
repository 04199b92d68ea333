package io.sluice.tools.pending;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.policy.PolicyName;
import io.sluice.tools.config.OptionalConfig;
import io.sluice.tools.course.AttemptOption;
import io.sluice.tools.course.CourseOptions;
import io.sluice.tools.explain.ClusterDocument;
import io.sluice.tools.explain.ClusterReport;
import io.sluice.tools.explain.ClusterReportPrinter;
import io.sluice.tools.explain.ClusterReportReader;
import io.sluice.tools.option.CommandTarget;
import io.sluice.tools.option.ExitCodes;
import io.sluice.tools.option.HubOptions;
import io.sluice.tools.option.JarVersion;
import io.sluice.tools.option.OutputOption;
import io.sluice.tools.option.PolicyFinder;
import io.sluice.tools.option.Verbosity;
import io.sluice.tools.status.StatusSource;
import io.sluice.tools.template.TemplateName;
import io.sluice.tools.template.TemplateOption;
import io.sluice.tools.terminal.Terminal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/**
 * Explains for one cluster why it has what it has, and what it waits for. Changes nothing.
 *
 * <p>{@code io.sluice.tools.course} reads the course of the rollout; what the activation decides
 * about a pending edit is read here.
 */
@Command(
    name = "why",
    mixinStandardHelpOptions = true,
    versionProvider = JarVersion.class,
    description = {
      "Explains the course of a cluster in a rollout.",
      "When its turn came and why not earlier, the write, every report, what it waits "
          + "for and what happens next; and whether a pending edit concerns it.",
      "Asks the hub and, where it is named, Temporal; changes nothing."
    },
    footer = {
      "",
      "Examples:",
      "  ./sluice why web-tls cluster7 -n policies --temporal localhost:7233",
      "  ./sluice why web-tls cluster7 -n policies --attempt 3 -o json",
      "  ./sluice why --template Deployment/web cluster7 -n shop",
      "",
      "Exit codes: 0 shown (whatever it shows), 1 failed, 64 wrong usage."
    })
public final class WhyCommand implements Callable<Integer>, OptionalConfig {
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

  @Mixin private OutputOption output;
  @Mixin private AttemptOption attempt;
  @Mixin private CourseOptions course;
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
    Instant now = Instant.now();
    try (KubernetesClient client = HubOptions.client(config)) {
      Optional<PolicyName> asked =
          named.isPresent()
              ? Optional.empty()
              : Optional.of(new PolicyFinder(client).named(hub, config, policy));
      Optional<List<String>> pending =
          named.isPresent()
              ? pending(client, named.get(), cluster)
              : pending(client, asked.orElseThrow(), cluster);
      StatusSource source =
          named
              .map(name -> StatusSource.of(client, name, template.own(), "explain"))
              .orElseGet(() -> StatusSource.of(client, asked.orElseThrow(), "explain"));
      ClusterReport report =
          new ClusterReportReader(client, course.source(spec), attempt.number())
              .read(source.read().view(), cluster, now);
      output.print(spec, () -> lines(pending, report), () -> ClusterDocument.of(report));
    }
    return ExitCodes.OK;
  }

  @Override
  public boolean needsConfig(ParseResult parsed) {
    return CourseOptions.given(parsed);
  }

  private List<String> lines(Optional<List<String>> pending, ClusterReport report) {
    List<String> lines = new ArrayList<>(pending.orElse(List.of()));
    if (report.rolledOut()) {
      lines.addAll(lines.isEmpty() ? List.of() : List.of(""));
      lines.addAll(ClusterReportPrinter.lines(report, terminal.style()));
    } else if (lines.isEmpty()) {
      lines.addAll(PendingPrinter.notHeld(report.subject().title(), terminal.style()));
    }
    return lines;
  }

  private static String act(String cluster, Object name) {
    return "Cannot explain cluster %s of %s".formatted(cluster, name);
  }

  /**
   * Returns what the activation decides about a template, which has nothing without an activation.
   */
  private Optional<List<String>> pending(
      KubernetesClient client, TemplateName name, String cluster) {
    return Optional.of(
        PendingPrinter.why(
            cluster,
            new TemplateVerdictReader(client, template.own())
                .verdict(name, act(cluster, name), Instant.now()),
            Optional.empty(),
            terminal.style()));
  }

  /** Returns what the activation decides about a policy; empty if nothing of it is pending. */
  private Optional<List<String>> pending(KubernetesClient client, PolicyName name, String cluster) {
    String act = act(cluster, "policy " + name);
    new PolicyFinder(client).policy(name, act);
    return new PendingReader(client)
        .verdict(name, act, Instant.now())
        .filter(found -> found.pending().isPresent())
        .map(
            found ->
                PendingPrinter.why(
                    cluster,
                    found,
                    Optional.of(hub.commands().about(CommandTarget.of(name), "activate")),
                    terminal.style()));
  }
}
