package io.sluice.tools.wait;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.HubClient;
import io.sluice.tools.document.Subject;
import io.sluice.tools.option.DurationConverter;
import io.sluice.tools.option.ExitCodes;
import io.sluice.tools.option.HubOptions;
import io.sluice.tools.option.JarVersion;
import io.sluice.tools.option.OutputOption;
import io.sluice.tools.option.PolicyFinder;
import io.sluice.tools.option.ShutdownSignal;
import io.sluice.tools.option.Verbosity;
import io.sluice.tools.status.ChangeSignal;
import io.sluice.tools.status.PlainScreen;
import io.sluice.tools.status.StatusDocument;
import io.sluice.tools.status.StatusPoller;
import io.sluice.tools.status.StatusPrinter;
import io.sluice.tools.status.StatusSource;
import io.sluice.tools.template.TemplateName;
import io.sluice.tools.template.TemplateOption;
import io.sluice.tools.terminal.Terminal;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Waits for a rollout, for scripts and pipelines. Reads only the hub. */
@Command(
    name = "wait",
    mixinStandardHelpOptions = true,
    versionProvider = JarVersion.class,
    description = {
      "Waits until the rollout of a policy has succeeded, and writes a line for each change.",
      "It waits for the version that the policy has when the command begins.",
      "Asks the hub alone: Temporal may be down."
    },
    footer = {
      "",
      "Examples:",
      "  ./sluice wait web-tls -n policies --timeout 30m",
      "  ./sluice wait web-tls -n policies --fail-on-approval",
      "  ./sluice wait web-tls -n policies --for Approval",
      "",
      "Exit codes: 0 reached, 1 cannot be reached any more, or failed,",
      "2 waits for a person (at the time-out, or with --fail-on-approval),",
      "3 not reached within --timeout, 64 wrong usage, 130 ended by Ctrl-C."
    })
public final class WaitCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Parameters(arity = "0..1", paramLabel = "POLICY", description = "Name of the policy.")
  private String policy;

  @Option(
      names = "--for",
      paramLabel = "Succeeded|Approval|Done",
      converter = WaitGoal.Converter.class,
      description =
          "What to wait for: the success; that only an approval is missing; or the end, whatever"
              + " its outcome. Default: Succeeded.")
  private WaitGoal goal = WaitGoal.SUCCEEDED;

  @Option(
      names = "--timeout",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      description = "How long to wait, such as 30m; 0s looks once. Default: without a limit.")
  private Duration timeout;

  @Option(
      names = "--fail-on-approval",
      description =
          "End with exit code 2 as soon as a person is needed: for an approval, or to end a pause.")
  private boolean withoutPeople;

  @Mixin private final OutputOption output = OutputOption.ofObjects();
  @Mixin private TemplateOption template;
  @Mixin private HubOptions hub;
  @Mixin private Verbosity verbosity;
  @Spec private CommandSpec spec;

  public WaitCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    Config config = hub.patientConfig();
    String namespace = hub.namespace(config);
    Optional<TemplateName> named = template.name(spec, "wait", policy, namespace);
    try (KubernetesClient client = HubClient.of(config);
        ShutdownSignal signal = ShutdownSignal.listen()) {
      StatusSource source =
          named
              .map(name -> StatusSource.of(client, name, template.own(), "wait for"))
              .orElseGet(
                  () ->
                      StatusSource.of(
                          client, new PolicyFinder(client).named(hub, config, policy), "wait for"));
      return run(client, source, signal);
    }
  }

  private int run(KubernetesClient client, StatusSource source, ShutdownSignal signal) {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    PrintWriter changes = output.format().readable() ? out : err;
    StatusSource.Found first = source.read();
    WaitJudge judge = new WaitJudge(goal, withoutPeople, first.view().generation());
    WaitRun run =
        new WaitRun(
            goal,
            judge,
            Optional.ofNullable(timeout),
            new PlainScreen(changes, terminal.style().unbroken()));
    Optional<WaitResult> result;
    try (ChangeSignal watched = new ChangeSignal(client, first.view().subject().target())) {
      result = new StatusPoller(source, err).poll(first, watched, signal, run::step);
    }
    if (result.isEmpty()) {
      return ExitCodes.STOPPED;
    }
    boolean reached = result.get().code() == ExitCodes.OK;
    report(result.get(), source, reached ? changes : err);
    if (!reached) {
      run.shown()
          .map(view -> StatusPrinter.nextStep(view, terminal.style(), hub.commands()))
          .ifPresent(lines -> lines.forEach(err::println));
      err.flush();
    }
    return result.get().code();
  }

  /** Prints the sentence, and for programs the status. */
  private void report(WaitResult result, StatusSource source, PrintWriter where) {
    where.println(result.sentence());
    where.flush();
    if (!output.format().readable()) {
      StatusSource.Found last = source.read();
      output.print(
          spec.commandLine().getOut(),
          List::of,
          () -> StatusDocument.of(last.view()),
          () -> List.of(Subject.rolloutName(last.view().subject().target())));
    }
  }
}
