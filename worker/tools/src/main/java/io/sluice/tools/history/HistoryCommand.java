package io.sluice.tools.history;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.tools.config.OptionalConfig;
import io.sluice.tools.course.CourseOptions;
import io.sluice.tools.document.Subject;
import io.sluice.tools.option.ExitCodes;
import io.sluice.tools.option.HubOptions;
import io.sluice.tools.option.JarVersion;
import io.sluice.tools.option.OutputFormat;
import io.sluice.tools.option.OutputOption;
import io.sluice.tools.option.PolicyFinder;
import io.sluice.tools.option.Verbosity;
import io.sluice.tools.status.StatusSource;
import io.sluice.tools.status.StatusView;
import io.sluice.tools.template.TemplateName;
import io.sluice.tools.template.TemplateOption;
import io.sluice.tools.terminal.Terminal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** Shows the attempts of a policy, from the hub; Temporal may add who approved former ones. */
@Command(
    name = "history",
    mixinStandardHelpOptions = true,
    versionProvider = JarVersion.class,
    description = {
      "Shows the attempts of a policy, newest first: the present one and up to ten former ones.",
      "Asks the hub; and Temporal, where it is named, for approvals that the hub does not keep."
    },
    footer = {
      "",
      "Examples:",
      "  ./sluice history web-tls -n policies",
      "  ./sluice history web-tls -n policies -o wide  ids, and why attempts ended",
      "  ./sluice history web-tls -n policies --temporal localhost:7233",
      "",
      "Exit codes: 0 shown, 1 failed, 64 wrong usage."
    })
public final class HistoryCommand implements Callable<Integer>, OptionalConfig {
  private final Terminal terminal;

  @Parameters(arity = "0..1", paramLabel = "POLICY", description = "Name of the policy.")
  private String policy;

  @Mixin private final OutputOption output = OutputOption.ofObjects();
  @Mixin private CourseOptions courses;
  @Mixin private TemplateOption template;
  @Mixin private HubOptions hub;
  @Mixin private Verbosity verbosity;
  @Spec private CommandSpec spec;

  public HistoryCommand(Terminal terminal) {
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
              .map(name -> StatusSource.of(client, name, template.own(), "show"))
              .orElseGet(
                  () ->
                      StatusSource.of(
                          client, new PolicyFinder(client).named(hub, config, policy), "show"))
              .read()
              .view();
      ApprovalHistory.Completed attempts =
          new ApprovalHistory(courses.source(spec))
              .complete(view.subject().target(), AttemptRecord.of(view));
      output.print(
          spec.commandLine().getOut(),
          () ->
              HistoryPrinter.lines(
                  view,
                  attempts,
                  output.format() == OutputFormat.WIDE,
                  Instant.now(),
                  terminal.style()),
          () -> HistoryDocument.of(view, attempts),
          () -> List.of(Subject.rolloutName(view.subject().target())));
    }
    return ExitCodes.OK;
  }

  @Override
  public boolean needsConfig(ParseResult parsed) {
    return CourseOptions.given(parsed);
  }
}
