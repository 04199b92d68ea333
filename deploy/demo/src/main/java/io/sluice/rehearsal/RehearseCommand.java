package io.sluice.rehearsal;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.check.CheckRule;
import io.sluice.forecast.CourseEnd;
import io.sluice.forecast.Forecast;
import io.sluice.policy.PolicyName;
import io.sluice.rehearsal.recorded.Recording;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Wording;
import io.sluice.rollout.lifecycle.SettingsValidation;
import io.sluice.rollout.strategy.Refusal;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.tools.config.OptionalConfig;
import io.sluice.tools.course.CourseOptions;
import io.sluice.tools.option.CliFailure;
import io.sluice.tools.option.ExitCodes;
import io.sluice.tools.option.HubOptions;
import io.sluice.tools.option.InstantConverter;
import io.sluice.tools.option.JarVersion;
import io.sluice.tools.option.OutputOption;
import io.sluice.tools.option.PolicyFinder;
import io.sluice.tools.option.Verbosity;
import io.sluice.tools.placement.FileOptions;
import io.sluice.tools.plan.ForecastPrinter;
import io.sluice.tools.plan.PlanReader;
import io.sluice.tools.preview.PreparedAttempt;
import io.sluice.tools.terminal.Terminal;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
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

/** Rehearses a rollout on skipped time: when would it end, and where would it halt. */
@Command(
    name = "rehearse",
    mixinStandardHelpOptions = true,
    versionProvider = JarVersion.class,
    description = {
      "Runs the real workflow of a rollout on skipped time, before anything moves.",
      "The clusters and groups of the hub answer by a profile: shows when it would "
          + "end, and where it would halt. A running rollout goes on from where it stands. "
          + "With --like clusters and people answer as in a recorded attempt. Only reads; "
          + "changes nothing."
    },
    footer = {
      "",
      "Examples:",
      "  ./sluice rehearse web-tls -n policies --report-after 20s..5m --fail 3",
      "  ./sluice rehearse web-tls -n policies --offline 5%% --approve prod=2h",
      "  ./sluice rehearse web-tls -n policies --check error-budget=failed@1h",
      "  ./sluice rehearse --like web-tls.json",
      "  ./sluice rehearse web-tls -n policies -f policy.yaml --like web-tls.json",
      "",
      "Exit codes: 0 it ends Succeeded, 1 it halts or ends otherwise, or failed,",
      "2 it waits for a person, a check or a cluster for ever, 64 wrong usage."
    })
public final class RehearseCommand implements Callable<Integer>, OptionalConfig {
  private static final int STANDS_STILL = 2;

  private final Terminal terminal;

  @Parameters(
      arity = "0..1",
      paramLabel = "POLICY",
      description = "Name of the policy. With --like the default is to rehearse it as recorded.")
  private String policy;

  @Option(
      names = "--start",
      paramLabel = "INSTANT",
      converter = InstantConverter.class,
      description = "When it begins, for the dates that are shown. Default: now.")
  private Instant start;

  @Mixin private ProfileOptions profile;
  @Mixin private LikeOptions like;
  @Mixin private FileOptions files;
  @Mixin private OutputOption output;
  @Mixin private HubOptions hub;
  @Mixin private Verbosity verbosity;
  @Spec private CommandSpec spec;

  public RehearseCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public boolean needsConfig(ParseResult parsed) {
    return CourseOptions.given(parsed) || parsed.hasMatchedOption("--attempt");
  }

  @Override
  public Integer call() {
    if (like.given()) {
      return like();
    }
    if (policy == null) {
      throw wrong("Cannot rehearse: no policy is named. Name one, or a history with --like FILE.");
    }
    Config config = hub.config();
    PolicyName name = named(config);
    Instant from = start == null ? Instant.now() : start;
    PlanReader.Subject subject = subject(config, name, from);
    PreparedAttempt attempt =
        subject.attempt().orElseThrow(() -> refused("Cannot rehearse policy " + name, subject));
    ProfileSettings settings = profile.settings();
    checkNames(name, settings, attempt);
    RehearsalProfile answers =
        new RehearsalProfile(settings, attempt.state().statuses().keySet(), subject.times());
    Forecast course =
        Rehearsal.of(attempt.state(), attempt.hub(), attempt.schedule(), answers, from);
    output.print(
        spec,
        () -> lines(name, attempt, answers, course),
        () -> RehearsalDocument.of(name, attempt.state().spec().number(), course));
    return code(course);
  }

  private static void checkNames(
      PolicyName policy, ProfileSettings settings, PreparedAttempt attempt) {
    List<String> names = attempt.hub().checks().stream().map(CheckRule::name).toList();
    List<String> unknown = settings.unknownChecks(names);
    if (!unknown.isEmpty()) {
      throw new CliFailure(
          "Cannot rehearse policy %s: its Rollout has no check %s. %s"
              .formatted(
                  policy,
                  String.join(", ", unknown),
                  names.isEmpty()
                      ? "It has none; leave --check out."
                      : "Name one of: %s.".formatted(String.join(", ", names))));
    }
  }

  private Integer like() {
    if (profile.given() || start != null) {
      throw wrong(
          "Cannot use a profile with a recorded attempt: its clusters and people answer as they"
              + " did. Leave one of them out.");
    }
    if (policy == null && files.given()) {
      throw wrong("Cannot use -f without a policy: files may have several. Name the policy.");
    }
    // Without a policy no hub is needed.
    Optional<Config> config = Optional.ofNullable(policy).map(named -> hub.config());
    Optional<PolicyName> name = config.map(this::named);
    Recording recording = like.read(name);
    LikeResult result =
        new LikeResult(recording, name.map(named -> strategy(config.orElseThrow(), named)));
    output.print(spec, () -> result.lines(terminal.style()), result::document);
    return code(result.course());
  }

  private PolicyName named(Config config) {
    try (KubernetesClient client = HubOptions.client(config)) {
      return new PolicyFinder(client).named(hub, config, policy);
    }
  }

  private Strategy strategy(Config config, PolicyName name) {
    PlanReader.Subject subject = subject(config, name, Instant.now());
    return subject
        .context()
        .acceptance()
        .flatMap(SettingsValidation::strategy)
        .orElseThrow(() -> refused("Cannot rehearse policy " + name, subject));
  }

  private PlanReader.Subject subject(Config config, PolicyName name, Instant from) {
    String act = "Cannot rehearse policy " + name;
    try (KubernetesClient client = HubOptions.client(config)) {
      PlanReader reader = new PlanReader(client, Clock.fixed(from, ZoneOffset.UTC));
      if (files.given()) {
        return reader.read(name, files.manifests(), act);
      }
      new PolicyFinder(client).policy(name, act);
      return reader.read(name);
    }
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
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

  private static int code(Forecast course) {
    if (course.end().kind() != CourseEnd.Kind.ENDED) {
      return STANDS_STILL;
    }
    boolean succeeded = course.end().outcome().filter(end -> end == Outcome.SUCCEEDED).isPresent();
    return succeeded ? ExitCodes.OK : ExitCodes.FAILED;
  }
}
