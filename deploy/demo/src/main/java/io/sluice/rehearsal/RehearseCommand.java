package io.sluice.rehearsal;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.cli.option.CliFailure;
import io.sluice.cli.option.ExitCodes;
import io.sluice.cli.option.HubOptions;
import io.sluice.cli.option.InstantConverter;
import io.sluice.cli.option.JarVersion;
import io.sluice.cli.option.OutputOption;
import io.sluice.cli.option.PolicyFinder;
import io.sluice.cli.option.Verbosity;
import io.sluice.cli.plan.ForecastPrinter;
import io.sluice.cli.plan.ForecastTree;
import io.sluice.cli.plan.PlanReader;
import io.sluice.cli.status.StatusTree;
import io.sluice.forecast.CourseEnd;
import io.sluice.forecast.Forecast;
import io.sluice.lifecycle.SettingsValidation;
import io.sluice.policy.PolicyName;
import io.sluice.preview.PreparedAttempt;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Wording;
import io.sluice.strategy.Refusal;
import io.sluice.terminal.Terminal;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Rehearses a rollout on skipped time: when would it end, and where would it halt. */
@Command(
    name = "rehearse",
    mixinStandardHelpOptions = true,
    versionProvider = JarVersion.class,
    description = {
      "Runs the real workflow of a policy's rollout on skipped time, against the clusters and",
      "groups of the hub, which answer by a profile: shows when it would end, and where it",
      "would halt. A running rollout goes on from where it stands.",
      "Only reads the hub; changes nothing."
    },
    footer = {
      "",
      "Examples:",
      "  ./sluice rehearse web-tls -n policies --report-after 20s..5m --fail 3",
      "  ./sluice rehearse web-tls -n policies --offline 5%% --approve prod=2h",
      "",
      "Exit codes: 0 it ends Succeeded, 1 it halts or ends otherwise, or failed,",
      "2 it waits for a person or a cluster for ever, 64 wrong usage."
    })
public final class RehearseCommand implements Callable<Integer> {
  private static final int STANDS_STILL = 2;

  private final Terminal terminal;

  @Parameters(paramLabel = "POLICY", description = "Name of the policy.")
  private String policy;

  @Option(
      names = "--start",
      paramLabel = "INSTANT",
      converter = InstantConverter.class,
      description = "When it begins, for the dates that are shown. Default: now.")
  private Instant start;

  @Mixin private ProfileOptions profile;
  @Mixin private OutputOption output;
  @Mixin private HubOptions hub;
  @Mixin private Verbosity verbosity;
  @Spec private CommandSpec spec;

  public RehearseCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    Config config = hub.config();
    PolicyName name = new PolicyName(hub.namespace(config), policy);
    Instant from = start == null ? Instant.now() : start;
    try (KubernetesClient client = HubOptions.client(config)) {
      String act = "Cannot rehearse policy " + name;
      new PolicyFinder(client).policy(name, act);
      PlanReader.Subject subject =
          new PlanReader(client, Clock.fixed(from, ZoneOffset.UTC)).read(name);
      PreparedAttempt attempt = subject.attempt().orElseThrow(() -> refused(act, subject));
      RehearsalProfile answers =
          new RehearsalProfile(
              profile.settings(), attempt.state().statuses().keySet(), subject.times());
      Forecast course = Rehearsal.of(attempt.state(), attempt.hub(), answers, from);
      output.print(
          spec, () -> lines(name, attempt, answers, course), () -> tree(name, attempt, course));
      return code(course);
    }
  }

  private static CliFailure refused(String act, PlanReader.Subject subject) {
    return new CliFailure(
        subject
            .context()
            .acceptance()
            .flatMap(SettingsValidation::refusal)
            .map(Refusal::message)
            .orElse(
                "%s: it has no rollout strategy, so every cluster gets each version at once. Set one first."
                    .formatted(act)));
  }

  private List<String> lines(
      PolicyName name, PreparedAttempt attempt, RehearsalProfile answers, Forecast course) {
    List<String> lines = new ArrayList<>();
    int clusters = attempt.state().statuses().size();
    lines.add(
        "Rehearsal of policy %s  attempt %d  %s  %s"
            .formatted(
                name,
                attempt.state().spec().number(),
                attempt.state().spec().strategy().type().label(),
                Wording.clusters(clusters)));
    if (!answers.failing().isEmpty()) {
      lines.addAll(terminal.style().beside("  failing  ", Wording.names(answers.failing())));
    }
    if (!answers.offline().isEmpty()) {
      lines.addAll(terminal.style().beside("  offline  ", Wording.names(answers.offline())));
    }
    lines.add("");
    ForecastPrinter printer = new ForecastPrinter(course, terminal.style());
    lines.addAll(printer.waves());
    lines.addAll(printer.end());
    lines.add("");
    lines.add("From %s to %s.".formatted(course.from(), course.end().at()));
    return lines;
  }

  private static Map<String, Object> tree(
      PolicyName name, PreparedAttempt attempt, Forecast course) {
    Map<String, Object> tree = StatusTree.begun("RolloutRehearsal");
    tree.putAll(StatusTree.subject(name));
    tree.put("attempt", attempt.state().spec().number());
    tree.put("course", ForecastTree.of(course));
    return tree;
  }

  private static int code(Forecast course) {
    if (course.end().kind() != CourseEnd.Kind.ENDED) {
      return STANDS_STILL;
    }
    boolean succeeded = course.end().outcome().filter(end -> end == Outcome.SUCCEEDED).isPresent();
    return succeeded ? ExitCodes.OK : ExitCodes.FAILED;
  }
}
