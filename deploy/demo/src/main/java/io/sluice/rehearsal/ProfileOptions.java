package io.sluice.rehearsal;

import io.sluice.forecast.ApprovalAnswer;
import io.sluice.forecast.ForecastCheck;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Holds the options that state how clusters, people and checks answer. */
final class ProfileOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--profile",
      paramLabel = "FILE",
      description = "Read the profile from this file; options come first. See docs/plan.md.")
  private Path file;

  @Option(
      names = "--report-after",
      paramLabel = "TIME",
      description =
          "Clusters report this long after their dispatch: 1m, or spread over 20s..5m. Default: as"
              + " measured in the last rollout, else 1m.")
  private String reportAfter;

  @Option(
      names = "--fail",
      paramLabel = "CLUSTERS",
      description = "These clusters report a violation: a number, a percentage, or names.")
  private String failing;

  @Option(
      names = "--offline",
      paramLabel = "CLUSTERS",
      description = "These clusters never report: a number, a percentage, or names.")
  private String offline;

  @Option(
      names = "--approve",
      paramLabel = "GROUP=TIME",
      split = ",",
      description =
          "Approve a group this long after the rollout waits for it: prod=2h; prod=@26h counts from"
              + " the start, prod=never; never alone is for all others. Default: at once.")
  private String[] approvals = {};

  @Option(
      names = "--check",
      paramLabel = "NAME=ANSWER",
      split = ",",
      description =
          "Answer a check: passed, failed or never; 2h: it passes so long after it is asked first,"
              + " @26h so long after the start; failed@26h: it fails from then on. NAME/GROUP is for"
              + " one group, an answer alone for all others. Default: passed.")
  private String[] checks = {};

  @Option(
      names = "--seed",
      paramLabel = "NUMBER",
      description =
          "Choose and spread by this number: equal numbers, equal rehearsals. Default: 1.")
  private Long seed;

  /** Returns whether any of them is given. */
  boolean given() {
    return file != null
        || reportAfter != null
        || failing != null
        || offline != null
        || approvals.length > 0
        || checks.length > 0
        || seed != null;
  }

  ProfileSettings settings() {
    ProfileSettings given =
        new ProfileSettings(
            Optional.ofNullable(reportAfter).map(this::range),
            Optional.ofNullable(failing).map(ClusterChoice::new),
            Optional.ofNullable(offline).map(ClusterChoice::new),
            Map.of(),
            false,
            approvals(),
            checks(),
            Optional.ofNullable(seed));
    return file == null ? given : given.or(ProfileReader.read(file));
  }

  private TimeRange range(String text) {
    return TimeRange.of(text)
        .orElseThrow(
            () ->
                wrong("--report-after", text, "it is no time. Write one such as 90s, or 20s..5m."));
  }

  private Map<String, ApprovalAnswer> approvals() {
    Map<String, ApprovalAnswer> answers = new TreeMap<>();
    for (String approval : approvals) {
      int at = approval.lastIndexOf('=');
      String group = at < 0 ? ProfileSettings.OTHERS : approval.substring(0, at);
      answers.put(
          group,
          ApprovalReader.of(approval.substring(at + 1))
              .orElseThrow(
                  () ->
                      wrong(
                          "--approve",
                          approval,
                          "it is no time. Write one such as prod=2h, prod=@26h or prod=never.")));
    }
    return answers;
  }

  private Map<String, ForecastCheck> checks() {
    Map<String, ForecastCheck> answers = new TreeMap<>();
    for (String check : checks) {
      int at = check.lastIndexOf('=');
      answers.put(
          at < 0 ? ProfileSettings.OTHERS : check.substring(0, at),
          ForecastCheckReader.of(check.substring(at + 1))
              .orElseThrow(
                  () ->
                      wrong(
                          "--check",
                          check,
                          "it is no answer. Write one such as error-budget=failed or backup=2h.")));
    }
    return answers;
  }

  private ParameterException wrong(String option, String value, String why) {
    return new ParameterException(
        command.commandLine(), "Cannot use %s %s: %s".formatted(option, value, why));
  }
}
