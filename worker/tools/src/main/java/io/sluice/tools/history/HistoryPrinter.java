package io.sluice.tools.history;

import static java.util.Objects.requireNonNullElse;

import io.sluice.hub.crd.RolloutStatus;
import io.sluice.rollout.Wording;
import io.sluice.tools.status.ApprovalOrigin;
import io.sluice.tools.status.StatusView;
import io.sluice.tools.terminal.DisplayWidth;
import io.sluice.tools.terminal.ShortDuration;
import io.sluice.tools.terminal.TerminalStyle;
import io.sluice.tools.terminal.TextTable;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Formats the attempts of one policy or template: for people, and as a tree for programs. */
final class HistoryPrinter {
  private static final String NONE = "<none>";

  private HistoryPrinter() {}

  /**
   * Returns the lines for people.
   *
   * @param wide whether ids and reasons are shown
   */
  static List<String> lines(
      StatusView view,
      ApprovalHistory.Completed completed,
      boolean wide,
      Instant now,
      TerminalStyle style) {
    List<AttemptRecord> attempts = completed.attempts();
    if (attempts.isEmpty()) {
      return style.wrap("No attempt of %s is recorded.".formatted(view.subject().title()), 2);
    }
    TextTable table =
        wide ? new TextTable(headers(view, "ROLLOUT UID", "REASON")) : new TextTable(headers(view));
    attempts.forEach(attempt -> table.row(cells(attempt, wide, now)));
    List<String> lines = new ArrayList<>(table.lines());
    attempts.forEach(attempt -> lines.addAll(approvals(attempt, style)));
    attempts.forEach(attempt -> lines.addAll(unstaged(attempt, style)));
    completed
        .note()
        .ifPresent(
            note -> {
              lines.add("");
              lines.addAll(style.wrap(note, 0));
            });
    return lines;
  }

  private static String[] headers(StatusView view, String... more) {
    List<String> headers =
        new ArrayList<>(
            List.of(
                "ATTEMPT",
                view.subject().counter().toUpperCase(Locale.ROOT),
                "OUTCOME",
                "STARTED",
                "ENDED",
                "DURATION"));
    headers.addAll(List.of(more));
    return headers.toArray(String[]::new);
  }

  private static Object[] cells(AttemptRecord attempt, boolean wide, Instant now) {
    List<Object> cells =
        new ArrayList<>(
            List.of(
                attempt.attempt(),
                attempt.generation().map(String::valueOf).orElse(NONE),
                attempt.result(),
                attempt.startedAt().map(Instant::toString).orElse(NONE),
                attempt.endedAt().map(Instant::toString).orElse(NONE),
                duration(attempt, now)));
    if (wide) {
      cells.add(attempt.rolloutUid());
      cells.add(attempt.reason().orElse(NONE));
    }
    return cells.toArray();
  }

  /** Of an attempt that goes on, the time so far. */
  private static String duration(AttemptRecord attempt, Instant now) {
    return attempt
        .duration()
        .map(ShortDuration::of)
        .or(
            () ->
                attempt
                    .startedAt()
                    .filter(start -> attempt.outcome().isEmpty())
                    .map(start -> ShortDuration.of(Duration.between(start, now)) + " so far"))
        .orElse(NONE);
  }

  private static List<String> approvals(AttemptRecord attempt, TerminalStyle style) {
    List<String> lines = new ArrayList<>();
    List<RolloutStatus.Approval> approvals = attempt.approvals().approvals();
    if (!approvals.isEmpty()) {
      lines.add("");
      lines.add("Approvals of attempt " + attempt.attempt());
      int width =
          approvals.stream().mapToInt(approval -> DisplayWidth.of(group(approval))).max().orElse(0);
      for (RolloutStatus.Approval approval : approvals) {
        String start = "  " + style.pad(group(approval), width) + "  ";
        lines.addAll(style.beside(start, ApprovalOrigin.of(approval)));
      }
    }
    return lines;
  }

  private static List<String> unstaged(AttemptRecord attempt, TerminalStyle style) {
    List<String> clusters = attempt.unstagedChanges();
    if (clusters.isEmpty()) {
      return List.of();
    }
    long all = clusters.size() + attempt.unstagedChangesOmitted();
    List<String> lines =
        new ArrayList<>(List.of("", "Unstaged changes of attempt " + attempt.attempt()));
    lines.addAll(
        style.beside(
            "  ",
            "%s got a version of the policy before the turn: %s%s."
                .formatted(
                    Wording.clusters(all),
                    String.join(", ", clusters),
                    attempt.unstagedChangesOmitted() == 0
                        ? ""
                        : " and %d more".formatted(attempt.unstagedChangesOmitted()))));
    return lines;
  }

  private static String group(RolloutStatus.Approval approval) {
    return requireNonNullElse(approval.groupName(), "ungrouped");
  }
}
