package io.sluice.cli;

import java.util.ArrayList;
import java.util.List;

/**
 * Draws where a rollout stands: a headline, what it waits for, a bar for each group, what is out of
 * order, who approved.
 *
 * <p>A function: same view and paper, same lines. The demo redraws it in place, {@code sluice
 * status} prints it once. {@link ProgressBar} draws the bars.
 */
public final class StatusPrinter {
  private static final int LONGEST_LABEL = 24;
  private static final int WIDEST_BAR = 30;
  private static final int MOST_EXCEPTIONS = 10;

  private final TerminalStyle paper;
  private final StatusView view;
  private final List<String> lines = new ArrayList<>();

  private StatusPrinter(StatusView view, TerminalStyle paper) {
    this.paper = paper;
    this.view = view;
  }

  /** Draws it; no line has control characters unless the paper takes colours. */
  public static List<String> lines(StatusView view, TerminalStyle paper) {
    return new StatusPrinter(view, paper).draw();
  }

  private List<String> draw() {
    headline();
    situation();
    groups();
    exceptions();
    approvals();
    return List.copyOf(lines);
  }

  private void headline() {
    lines.add(
        "%s  generation %d  %s"
            .formatted(
                paper.ink(AnsiColor.BOLD, "Policy " + view.policy()),
                view.generation(),
                view.strategy().orElse("unstaged")));
  }

  private void situation() {
    view.compliance().forEach(sentence -> lines.addAll(paper.wrap(sentence, 2)));
    if (view.phase().isEmpty()) {
      if (view.strategy().isPresent() && view.refusal().isEmpty()) {
        lines.addAll(
            paper.wrap(
                "No rollout has begun. It begins as soon as a Sluice worker runs on this hub.", 0));
      }
    } else {
      lines.add(phase());
    }
    if (view.refusal().isPresent()) {
      lines.addAll(paper.wrap("Not accepted: " + view.refusal().get(), 2));
    } else if (!view.waitingFor().isEmpty()) {
      lines.addAll(paper.wrap(view.waitingFor(), 0));
    }
    view.times()
        .rolledOut()
        .filter(generation -> generation != view.generation())
        .ifPresent(
            generation ->
                lines.addAll(
                    paper.wrap(
                        "This is generation %d. Generation %d has not begun."
                            .formatted(generation, view.generation()),
                        0)));
  }

  private String phase() {
    String phase = view.phase().orElseThrow();
    String word = view.outcome().filter(outcome -> phase.equals("Done")).orElse(phase);
    StringBuilder line = new StringBuilder(paper.ink(AnsiColor.of(word), word));
    view.outcome()
        .filter(outcome -> !outcome.equals(word))
        .ifPresent(outcome -> line.append(", ").append(paper.ink(AnsiColor.of(outcome), outcome)));
    view.times().attempt().ifPresent(attempt -> line.append("  attempt ").append(attempt));
    view.times().startedAt().ifPresent(start -> line.append("  from ").append(start));
    view.times().endedAt().ifPresent(end -> line.append(" to ").append(end));
    return line.toString();
  }

  private void groups() {
    if (view.groups().isEmpty()) {
      return;
    }
    lines.add("");
    int label = width(view.groups().stream().map(this::label).toList());
    int count = width(view.groups().stream().map(StatusPrinter::count).toList());
    int bar = Math.min(WIDEST_BAR, paper.columns() - label - count - 30);
    for (StatusView.Group group : view.groups()) {
      lines.add(
          "  %s  [%s]  %s  %s"
              .formatted(
                  paper.pad(label(group), label),
                  new ProgressBar(paper).of(group.tally(), Math.max(8, bar)),
                  " ".repeat(count - count(group).length()) + count(group),
                  word(group))
              .stripTrailing());
    }
  }

  /** Group names may meet again in another placement; then the placement is named, too. */
  private String label(StatusView.Group group) {
    boolean alone =
        view.groups().stream().map(StatusView.Group::placement).distinct().limit(2).count() < 2;
    return alone ? group.label() : group.placement() + "/" + group.label();
  }

  private static String count(StatusView.Group group) {
    return group.tally().done() + "/" + group.tally().clusters();
  }

  private String word(StatusView.Group group) {
    String rest = group.tally().rest();
    if (!rest.isEmpty()) {
      return rest;
    }
    if (group.tally().begun() || group.tally().clusters() == 0) {
      return "done";
    }
    boolean asks = view.strategy().filter("manualPerGroup"::equalsIgnoreCase).isPresent();
    return asks && !group.approved() ? paper.ink(AnsiColor.ASKING, "not approved") : "to apply";
  }

  private void exceptions() {
    if (view.exceptions().isEmpty()) {
      return;
    }
    lines.add("");
    lines.add("Exceptions");
    List<StatusView.Failing> shown =
        view.exceptions().subList(0, Math.min(MOST_EXCEPTIONS, view.exceptions().size()));
    int cluster = width(shown.stream().map(StatusView.Failing::cluster).toList());
    int reason = width(shown.stream().map(StatusView.Failing::reason).toList());
    for (StatusView.Failing row : shown) {
      String start =
          "  %s  %s  "
              .formatted(paper.pad(row.cluster(), cluster), paper.pad(row.reason(), reason));
      lines.addAll(paper.wrap(start, row.message(), start.length()));
    }
    long more = view.exceptions().size() - shown.size() + view.exceptionsOmitted();
    if (more > 0) {
      lines.add("  and %d more".formatted(more));
    }
  }

  private void approvals() {
    if (view.approvals().isEmpty()) {
      return;
    }
    lines.add("");
    lines.add("Approvals");
    List<String> names = view.approvals().stream().map(StatusPrinter::name).toList();
    int width = width(names);
    for (StatusView.Approval approval : view.approvals()) {
      String start = "  " + paper.pad(name(approval), width) + "  ";
      lines.addAll(paper.wrap(start, words(approval), start.length()));
    }
  }

  private static String name(StatusView.Approval approval) {
    return approval.group().isEmpty() ? "ungrouped" : approval.group();
  }

  private static String words(StatusView.Approval approval) {
    String who =
        switch (approval.how()) {
          case "Mandatory" -> "mandatory, by the strategy";
          case "Spec" -> "in the spec" + by(approval);
          default -> "by message" + by(approval);
        };
    return who + approval.comment().map(comment -> ": " + comment).orElse("");
  }

  private static String by(StatusView.Approval approval) {
    return approval.by().equals("unknown") ? "" : ", by " + approval.by();
  }

  private static int width(List<String> texts) {
    return Math.min(LONGEST_LABEL, texts.stream().mapToInt(String::length).max().orElse(0));
  }
}
