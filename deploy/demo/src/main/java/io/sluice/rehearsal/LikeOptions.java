package io.sluice.rehearsal;

import io.sluice.policy.PolicyName;
import io.sluice.rehearsal.recorded.Recording;
import io.sluice.rehearsal.recorded.RecordingReader;
import io.sluice.tools.course.AttemptOption;
import io.sluice.tools.course.Course;
import io.sluice.tools.course.CourseOptions;
import io.sluice.tools.course.CourseReader;
import io.sluice.tools.course.TemporalSource;
import io.sluice.tools.option.CliFailure;
import io.sluice.tools.replay.HistoryFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Holds the options that name an attempt whose answers are taken from its history. */
final class LikeOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--like",
      paramLabel = "FILE",
      description =
          "Clusters and people answer as in this history, which is as for sluice replay. Several:"
              + " the runs of one attempt, oldest first. With a policy its present strategy is"
              + " tried, else the recorded one.")
  private List<Path> files = List.of();

  @Mixin private AttemptOption attempt;
  @Mixin private CourseOptions courses;

  boolean given() {
    return !files.isEmpty() || attempt.number().isPresent();
  }

  /**
   * Reads the attempt.
   *
   * @param name of the policy; empty if none is named
   */
  Recording read(Optional<PolicyName> name) {
    if (files.isEmpty()) {
      return ofTemporal(name.orElseThrow(this::unnamed));
    }
    if (attempt.number().isPresent()) {
      throw new ParameterException(
          command.commandLine(),
          "Cannot use --like with --attempt: both name an attempt. Leave one of them out.");
    }
    Recording recording =
        new RecordingReader(courses.keys())
            .read(files.stream().map(file -> HistoryFile.read(file, "rehearse like")).toList());
    name.filter(named -> !named.equals(recording.spec().policy()))
        .ifPresent(
            named -> {
              throw new CliFailure(
                  "Cannot rehearse policy %s like %s: that is the history of %s %s. Give one of its own."
                      .formatted(
                          named,
                          files.get(0),
                          recording.spec().policy().noun(),
                          recording.spec().policy()));
            });
    return recording;
  }

  private ParameterException unnamed() {
    return new ParameterException(
        command.commandLine(),
        "Cannot use --attempt alone: it does not say of which policy. Name the policy.");
  }

  private Recording ofTemporal(PolicyName name) {
    TemporalSource source = courses.source(command);
    Course course = CourseReader.read(source, name, attempt.number());
    return new RecordingReader(source.keys())
        .read(course.attempt().orElseThrow(() -> missing(name, course)).chain());
  }

  private static CliFailure missing(PolicyName name, Course course) {
    return new CliFailure(
        "Cannot rehearse policy %s like an attempt: %s"
            .formatted(name, course.note().orElse("it was not found.")));
  }
}
