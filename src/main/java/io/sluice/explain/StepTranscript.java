package io.sluice.explain;

import io.sluice.rollout.AttemptState;
import io.sluice.rollout.ClusterIssue;
import io.sluice.rollout.Progress;
import io.sluice.rollout.Wording;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Formats the steps of an attempt as a transcript: what was observed, the actions with their
 * reasons, how far each group is, and what it waits for.
 */
public final class StepTranscript {
  private final Instant day;
  private Optional<String> row = Optional.empty();
  private String waitingFor = "";
  private List<String> issues = List.of();

  /**
   * Begins a transcript.
   *
   * @param day instants of this day are shown without it
   */
  public StepTranscript(Instant day) {
    this.day = day;
  }

  /** Returns what the letters and signs mean. */
  public static List<String> legend() {
    return List.of(
        "Row: each group | rollout status | phase, outcome",
        TranscriptRow.LEGEND,
        "-> action and its reason, ! cluster that needs attention");
  }

  /** Formats the next step; no lines for one that changed nothing. */
  public List<String> lines(PlannedStep step) {
    AttemptState state = step.step().state();
    Progress progress = step.step().progress();
    String next = TranscriptRow.of(state, progress);
    List<String> found = progress.exceptions().stream().map(StepTranscript::line).toList();
    List<String> lines = new ArrayList<>();
    step.step().actions().forEach(action -> lines.add("    -> " + ActionText.brief(action)));
    if (!row.equals(Optional.of(next)) || !waitingFor.equals(progress.waitingFor())) {
      lines.add("    " + next);
      if (!progress.waitingFor().isEmpty()) {
        lines.add("    " + progress.waitingFor());
      }
    }
    found.stream()
        .filter(line -> !issues.contains(line))
        .forEach(line -> lines.add("    ! " + line));
    row = Optional.of(next);
    waitingFor = progress.waitingFor();
    issues = found;
    if (!lines.isEmpty()) {
      lines.add(
          0,
          Wording.at(step.at(), day)
              + "  "
              + ObservationText.of(step.seen(), state.spec().policy()));
    }
    return lines;
  }

  private static String line(ClusterIssue entry) {
    return "%s %s %s: %s"
        .formatted(entry.cluster(), entry.status(), entry.reason().label(), entry.message());
  }
}
