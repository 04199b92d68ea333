package io.sluice.tools.page;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.policy.PolicyName;
import io.sluice.replay.AttemptReplayer;
import io.sluice.replay.HistoryException;
import io.sluice.tools.config.OptionalConfig;
import io.sluice.tools.course.AttemptOption;
import io.sluice.tools.course.Course;
import io.sluice.tools.course.CourseOptions;
import io.sluice.tools.course.CourseReader;
import io.sluice.tools.course.TemporalSource;
import io.sluice.tools.option.CliFailure;
import io.sluice.tools.option.CommandTarget;
import io.sluice.tools.option.ExitCodes;
import io.sluice.tools.option.HubOptions;
import io.sluice.tools.option.JarVersion;
import io.sluice.tools.option.PolicyFinder;
import io.sluice.tools.option.Verbosity;
import io.sluice.tools.page.model.RolloutCourse;
import io.sluice.tools.page.model.RolloutName;
import io.sluice.tools.page.model.RolloutPage;
import io.sluice.tools.page.read.FormerAttemptPage;
import io.sluice.tools.page.read.HubCourseReader;
import io.sluice.tools.page.read.ReplayedAttempt;
import io.sluice.tools.page.read.RolloutPageReader;
import io.sluice.tools.page.view.ReportDocument;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** Writes an attempt of a rollout as one self-contained HTML file. */
@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    versionProvider = JarVersion.class,
    description = {
      "Writes an attempt of a rollout as one HTML file.",
      "It shows groups and clusters over time, approvals, exceptions and reasons; it "
          + "loads nothing, and can be printed.",
      "Asks the hub, and Temporal where it is named: only that keeps when each "
          + "cluster succeeded, and former attempts."
    },
    footer = {
      "",
      "Examples:",
      "  ./sluice report web-tls -n policies",
      "  ./sluice report web-tls -n policies --temporal localhost:7233 --attempt 3",
      "  ./sluice report web-tls -n policies --out - > web-tls.html",
      "",
      "Exit codes: 0 written, 1 failed, 64 wrong usage."
    })
public final class ReportCommand implements Callable<Integer>, OptionalConfig {
  private static final String STANDARD_OUTPUT = "-";

  @Parameters(paramLabel = "POLICY", description = "Name of the policy.")
  private String policy;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description =
          "Where to write it; - for the standard output. Default: <policy>-attempt-<N>.html here.")
  private String out;

  @Mixin private AttemptOption attempt;
  @Mixin private CourseOptions courses;

  @Option(names = "--force", description = "Replace the file if it exists.")
  private boolean force;

  @Mixin private HubOptions hub;
  @Mixin private Verbosity verbosity;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    Config config = hub.config();
    try (KubernetesClient client = HubOptions.client(config);
        RolloutPageReader reader = new RolloutPageReader(client, Clock.systemUTC())) {
      PolicyName name = new PolicyFinder(client).named(hub, config, policy);
      String act = "Cannot report on policy " + name;
      write(
          report(latest(client, reader, name, act), new HubCourseReader(client), name, act),
          config);
    }
    return ExitCodes.OK;
  }

  /** Holds what is written. */
  private record Report(RolloutPage page, Optional<RolloutCourse> course) {}

  private Report report(RolloutPage latest, HubCourseReader hubs, PolicyName name, String act) {
    TemporalSource temporal = courses.source(spec);
    Course course = CourseReader.read(temporal, name, Optional.of(wanted(latest)));
    Optional<String> note = course.note();
    if (course.attempt().isPresent()) {
      try {
        ReplayedAttempt replayed = new ReplayedAttempt();
        new AttemptReplayer(temporal.keys())
            .replay(course.attempt().get().chain(), replayed::follow);
        return new Report(replayed.page(latest), replayed.course(latest.readAt(), note));
      } catch (HistoryException e) {
        note = Optional.of(e.getMessage());
      }
    }
    RolloutPage page = chosen(latest, act);
    String missing = note.orElse("");
    return new Report(page, hubs.read(page).map(found -> found.with(missing)));
  }

  @Override
  public boolean needsConfig(ParseResult parsed) {
    return CourseOptions.given(parsed);
  }

  private long wanted(RolloutPage latest) {
    return attempt.number().orElse(latest.status().attempt);
  }

  private RolloutPage latest(
      KubernetesClient client, RolloutPageReader reader, PolicyName name, String act) {
    Optional<RolloutPage> page = reader.read(new RolloutName(name.namespace(), name.rolloutName()));
    if (page.isEmpty()) {
      new PolicyFinder(client).policy(name, act);
    }
    return page.filter(found -> found.status().attempt != null)
        .orElseThrow(
            () ->
                new CliFailure(
                    "%s: no attempt of it has begun. Try again once one is shown by: %s"
                        .formatted(act, hub.commands().about(CommandTarget.of(name), "status"))));
  }

  private RolloutPage chosen(RolloutPage page, String act) {
    long wanted = wanted(page);
    return FormerAttemptPage.of(page, wanted)
        .orElseThrow(
            () ->
                new CliFailure(
                    "%s: the hub has no attempt %d. It has attempts %d to %d."
                        .formatted(
                            act,
                            wanted,
                            page.status().attempt - page.former().size(),
                            page.status().attempt)));
  }

  private void write(Report report, Config config) {
    RolloutPage page = report.page();
    String html = ReportDocument.html(page, report.course(), config.getMasterUrl());
    PrintWriter printed = spec.commandLine().getOut();
    if (STANDARD_OUTPUT.equals(out)) {
      printed.print(html);
    } else {
      Path file =
          Path.of(
              out == null ? "%s-attempt-%d.html".formatted(policy, page.status().attempt) : out);
      new ReportFile(file, force).write(html);
      printed.println("Wrote " + file + ".");
    }
    printed.flush();
  }
}
