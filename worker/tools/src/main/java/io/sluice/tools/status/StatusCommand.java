package io.sluice.tools.status;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.HubClient;
import io.sluice.tools.config.OptionalConfig;
import io.sluice.tools.course.CourseOptions;
import io.sluice.tools.document.Subject;
import io.sluice.tools.option.CliFailure;
import io.sluice.tools.option.ExitCodes;
import io.sluice.tools.option.HubOptions;
import io.sluice.tools.option.InstantConverter;
import io.sluice.tools.option.JarVersion;
import io.sluice.tools.option.OutputOption;
import io.sluice.tools.option.PolicyFinder;
import io.sluice.tools.option.ShutdownSignal;
import io.sluice.tools.option.Verbosity;
import io.sluice.tools.template.TemplateName;
import io.sluice.tools.template.TemplateOption;
import io.sluice.tools.terminal.Terminal;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** Shows where rollouts stand: all of them, or one. Reads only the hub: Temporal may be down. */
@Command(
    name = "status",
    mixinStandardHelpOptions = true,
    versionProvider = JarVersion.class,
    description = {
      "Shows where the rollout of a policy stands; without a policy, all rollouts.",
      "With --template: that of a template.",
      "Asks the hub alone: Temporal may be down."
    },
    footer = {
      "",
      "Examples:",
      "  ./sluice status -A                     all rollouts of all namespaces",
      "  ./sluice status web-tls -n policies",
      "  ./sluice status web-tls -n policies -w  until Ctrl-C",
      "  ./sluice status web-tls -n policies --hub http://127.0.0.1:16443",
      "  ./sluice status web-tls --at 2026-03-01T22:00:00Z --temporal localhost:7233",
      "  ./sluice status --template Deployment/web -n shop",
      "  ./sluice status -n policies -o json    for programs, see docs/output.md",
      "",
      "Exit codes: 0 shown (whatever it shows), 1 failed, 64 wrong usage, 130 ended by Ctrl-C."
    })
public final class StatusCommand implements Callable<Integer>, OptionalConfig {
  private final Terminal terminal;

  @Parameters(
      arity = "0..1",
      paramLabel = "POLICY",
      description = "Name of the policy. Default: every rollout of the namespace.")
  private String policy;

  @Option(
      names = {"-A", "--all-namespaces"},
      description = "List the rollouts of all namespaces.")
  private boolean everywhere;

  @Option(
      names = {"-w", "--watch"},
      description = "Show every change, until Ctrl-C.")
  private boolean watched;

  @Option(
      names = "--at",
      paramLabel = "INSTANT",
      converter = InstantConverter.class,
      description =
          "Show it as it was then, from Temporal's history. Default: as it is now, from the hub.")
  private Instant at;

  @Mixin private CourseOptions course;
  @Mixin private final OutputOption output = OutputOption.ofObjects();
  @Mixin private TemplateOption template;
  @Mixin private HubOptions hub;
  @Mixin private Verbosity verbosity;
  @Spec private CommandSpec spec;

  public StatusCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    boolean one = policy != null || template.given();
    if (one && everywhere) {
      throw new ParameterException(
          spec.commandLine(),
          "Cannot show %s in all namespaces: a name is of one namespace. Leave out -A, or the name."
              .formatted(policy == null ? "a template" : "policy " + policy));
    }
    if (at != null && (!one || watched)) {
      throw new ParameterException(
          spec.commandLine(),
          "Cannot show what was at %s: that is shown of one rollout, and once. %s"
              .formatted(at, one ? "Leave out -w." : "Name a policy or a template."));
    }
    return one ? one() : list();
  }

  /** Only the past is asked of Temporal: the settings of a worker concern nothing else here. */
  @Override
  public boolean needsConfig(ParseResult parsed) {
    return parsed.hasMatchedOption("--at") || CourseOptions.given(parsed);
  }

  @Override
  public boolean triesConfig() {
    return false;
  }

  private int list() {
    Config config = config();
    Optional<String> namespace = everywhere ? Optional.empty() : Optional.of(hub.namespace(config));
    // A watch that ended is begun anew from a fresh list, not where it broke off.
    Config anew = new ConfigBuilder(config).withWatchReconnectLimit(0).build();
    try (KubernetesClient client = client(anew);
        ShutdownSignal signal = signal()) {
      ListedRollouts rollouts =
          new ListedRollouts(
              terminal,
              output,
              namespace,
              new LeaderCheck(client, template.own()),
              spec.commandLine().getOut(),
              spec.commandLine().getErr());
      return watched ? rollouts.follow(client, signal) : rollouts.show(client);
    }
  }

  private int one() {
    Config config = config();
    String namespace = hub.namespace(config);
    Optional<TemplateName> named = template.name(spec, "show", policy, namespace);
    PrintWriter out = spec.commandLine().getOut();
    try (KubernetesClient client = client(config);
        ShutdownSignal signal = signal()) {
      StatusSource source =
          named
              .map(name -> StatusSource.of(client, name, template.own(), "show"))
              .orElseGet(
                  () ->
                      StatusSource.of(
                          client, new PolicyFinder(client).named(hub, config, policy), "show"));
      LeaderCheck leader = new LeaderCheck(client, template.own());
      if (watched) {
        return new LiveStatus(
                terminal, output, leader, out, spec.commandLine().getErr(), hub.commands())
            .run(client, source, signal);
      }
      StatusView present = source.read().view();
      StatusView view = at == null ? present : past(present.subject());
      Optional<String> noLeader =
          at == null && view.needsWorker() ? leader.problem(Instant.now()) : Optional.empty();
      output.print(
          out,
          () ->
              at == null
                  ? lines(view, noLeader)
                  : StatusPrinter.linesOfPast(view, terminal.style()),
          () -> StatusDocument.of(view, noLeader),
          () -> List.of(Subject.rolloutName(view.subject().target())));
      return ExitCodes.OK;
    }
  }

  private List<String> lines(StatusView view, Optional<String> noLeader) {
    List<String> lines =
        new ArrayList<>(StatusPrinter.lines(view, terminal.style(), hub.commands()));
    noLeader.ifPresent(
        problem -> {
          lines.add("");
          lines.addAll(terminal.style().wrap(problem, 0));
        });
    return lines;
  }

  private StatusView past(StatusSubject subject) {
    return course
        .source(spec)
        .profile()
        .map(profile -> new PastStatusReader(profile).read(subject, at))
        .orElseThrow(
            () ->
                new CliFailure(
                    "Cannot show %s as it was at %s: Temporal, which keeps the past, is not named. Add --temporal HOST:PORT."
                        .formatted(subject.title(), at)));
  }

  /** One that lives on sees to it itself that a silent connection is noticed. */
  private KubernetesClient client(Config config) {
    return watched ? HubClient.of(config) : HubOptions.client(config);
  }

  private Config config() {
    return watched ? hub.patientConfig() : hub.config();
  }

  private ShutdownSignal signal() {
    return watched ? ShutdownSignal.listen() : ShutdownSignal.silent();
  }
}
