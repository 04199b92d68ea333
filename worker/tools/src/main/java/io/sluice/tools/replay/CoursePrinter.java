package io.sluice.tools.replay;

import io.sluice.explain.PlannedStep;
import io.sluice.explain.StepTranscript;
import io.sluice.replay.RecordedRun;
import io.sluice.replay.ReplayedStep;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.Wording;
import io.sluice.tools.terminal.TerminalStyle;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Formats the course of a rollout as a transcript. */
final class CoursePrinter {
  private CoursePrinter() {}

  static List<String> lines(List<RecordedRun> runs, List<ReplayedStep> steps, TerminalStyle style) {
    List<String> lines = new ArrayList<>(head(runs));
    lines.add("");
    lines.addAll(StepTranscript.legend());
    lines.add("");
    Instant day = runs.get(0).startedAt();
    StepTranscript transcript = new StepTranscript(day);
    steps.forEach(
        step ->
            transcript
                .lines(new PlannedStep(step.at(), step.seen(), step.step()))
                .forEach(line -> lines.addAll(broken(line, style))));
    lines.add("");
    lines.add(end(runs, day));
    return lines;
  }

  private static List<String> head(List<RecordedRun> runs) {
    AttemptSpec spec = runs.get(0).spec();
    String former = runs.get(0).first() ? "" : ". It continues a run that is not among the files";
    return List.of(
        "%s %s  generation %d  attempt %d  %s"
            .formatted(
                Wording.capital(spec.policy().noun()),
                spec.policy(),
                spec.version().generation(),
                spec.number(),
                spec.strategy().type()),
        "Begun at %s%s.".formatted(runs.get(0).startedAt(), former));
  }

  /** Breaks a line behind its indentation. */
  private static List<String> broken(String line, TerminalStyle style) {
    int indent = line.length() - line.stripLeading().length();
    int text = indent == 0 ? line.indexOf("  ") + 2 : indent;
    return style.wrap(line.substring(0, text), line.substring(text), text + 2);
  }

  private static String end(List<RecordedRun> runs, Instant day) {
    return runs.get(runs.size() - 1)
        .end()
        .map(
            end ->
                "The run ended at %s: %s%s"
                    .formatted(
                        Wording.at(end.at(), day),
                        end.status().label(),
                        end.failure().map(". "::concat).orElse(".")))
        .orElse("The run was open when this history was read.");
  }
}
