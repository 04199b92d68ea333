package io.sluice.tools.status;

import static java.util.Objects.requireNonNullElse;

import io.sluice.gate.HeldClusters;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.policy.PolicyName;
import io.sluice.rollout.Counts;
import io.sluice.rollout.Wording;
import io.sluice.tools.option.CommandWriter;
import io.sluice.tools.option.SpecEditor;
import io.sluice.tools.terminal.AnsiColor;
import io.sluice.tools.terminal.DisplayWidth;
import io.sluice.tools.terminal.TerminalStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Formats where a rollout stands: a headline, what it waits for, a bar for each group, the clusters
 * that need attention, the approvals, and what to do next ({@link NextStep}).
 *
 * <p>A function: same view and style, same lines. The demo redraws them in place, {@code sluice
 * status} prints them once. {@link ProgressBar} formats the bars.
 */
public final class StatusPrinter {
  private static final int LONGEST_LABEL = 24;
  private static final int WIDEST_BAR = 30;
  private static final int MOST_ISSUES = 10;

  private static final String NOT_BEGUN =
      "No rollout has begun. It begins as soon as a Sluice worker runs on this hub.";

  private final TerminalStyle style;
  private final StatusView view;
  private final List<String> lines = new ArrayList<>();

  private StatusPrinter(StatusView view, TerminalStyle style) {
    this.style = style;
    this.view = view;
  }

  /**
   * Returns the lines; without control characters unless the style has colours.
   *
   * @param commands writes what can be done next
   */
  static List<String> lines(StatusView view, TerminalStyle style, CommandWriter commands) {
    StatusPrinter printer = new StatusPrinter(view, style);
    printer.status(NOT_BEGUN);
    printer.next(commands);
    printer.activation(commands);
    return List.copyOf(printer.lines);
  }

  /** Returns what can be done next; empty where there is nothing. */
  public static List<String> nextStep(
      StatusView view, TerminalStyle style, CommandWriter commands) {
    StatusPrinter printer = new StatusPrinter(view, style);
    printer.next(commands);
    return printer.lines.stream().filter(line -> !line.isEmpty()).toList();
  }

  /** Returns the same of a past moment: what can be done next is not known of it. */
  static List<String> linesOfPast(StatusView view, TerminalStyle style) {
    return linesWithoutNextStep(view, style, NOT_BEGUN);
  }

  /**
   * Returns the lines without what to do next, for a process that is itself the worker and ends
   * with the rollout.
   *
   * @param notBegun what to say while there is no rollout
   */
  public static List<String> linesWithoutNextStep(
      StatusView view, TerminalStyle style, String notBegun) {
    StatusPrinter printer = new StatusPrinter(view, style);
    printer.status(notBegun);
    return List.copyOf(printer.lines);
  }

  private void status(String notBegun) {
    headline();
    situation(notBegun);
    groups();
    issues();
    approvals();
    pending();
  }

  private void pending() {
    view.pending()
        .ifPresent(
            pending -> {
              lines.add("");
              lines.addAll(
                  style.parts(
                      style.color(AnsiColor.WAITING, "Pending"),
                      "revision " + pending.revision(),
                      pending.clusters(),
                      labelled("since", pending.since())));
              lines.addAll(style.beside("  ", view.pendingMessage()));
            });
  }

  private static String person(String manager) {
    return manager.equals(StatusView.UNKNOWN) ? "" : ", by " + SpecEditor.person(manager);
  }

  private void headline() {
    lines.addAll(
        style.parts(
            style.color(AnsiColor.BOLD, Wording.capital(view.subject().title())),
            view.subject().counter() + " " + view.generation(),
            view.strategy().orElse("unstaged"),
            view.disabled() ? style.color(AnsiColor.WAITING, "disabled") : ""));
  }

  private void situation(String notBegun) {
    view.compliance().forEach(sentence -> sentence(sentence, 2));
    if (view.disabled()) {
      sentence(
          "The policy is disabled: it is on no cluster, and no rollout begins."
              + " Set spec.disabled to false to roll it out.",
          2);
    }
    if (view.result().isPresent()) {
      lines.addAll(phase(view.result().get()));
    } else if (view.strategy().isPresent() && view.refusal().isEmpty() && !view.disabled()) {
      sentence(notBegun, 0);
    }
    if (view.refusal().isPresent()) {
      sentence("Not accepted: " + view.refusal().get(), 2);
    } else if (!view.waitingFor().isEmpty() && !view.disabled()) {
      sentence(view.waitingFor(), 0);
    }
    view.status()
        .heldClusters()
        .flatMap(HeldClusters::sentence)
        .ifPresent(held -> sentence(held, 2));
    view.status().override().ifPresent(who -> sentence(who, 2));
    view.pausedBy().ifPresent(by -> sentence("Paused in the spec" + person(by) + ".", 2));
    if (view.status().reason != null) {
      sentence("Last decision: " + view.status().reason + ".", 2);
    }
    view.complaints().forEach(sentence -> sentence(sentence, 2));
    view.untold().forEach(sentence -> sentence(sentence, 2));
    Long rolledOut = view.status().currentRolloutGeneration;
    if (rolledOut != null && rolledOut != view.generation()) {
      sentence(
          "This is %s %d. %s %d has not begun."
              .formatted(
                  view.subject().counter(),
                  rolledOut,
                  Wording.capital(view.subject().counter()),
                  view.generation()),
          0);
    }
  }

  private void sentence(String text, int indent) {
    lines.addAll(style.wrap(text, indent));
  }

  private List<String> phase(String main) {
    String shown =
        style.color(AnsiColor.of(main), main)
            + view.outcome()
                .filter(outcome -> !outcome.equals(main))
                .map(outcome -> ", " + style.color(AnsiColor.of(outcome), outcome))
                .orElse("");
    return style.parts(
        shown,
        labelled("attempt", view.status().attempt),
        labelled("from", view.status().startedAt),
        labelled("to", view.status().endedAt));
  }

  private static String labelled(String label, Object value) {
    return value == null ? "" : label + " " + value;
  }

  private void groups() {
    if (view.groups().isEmpty()) {
      return;
    }
    lines.add("");
    int label = width(view.groups().stream().map(view::label).toList());
    int count = width(view.groups().stream().map(StatusPrinter::count).toList());
    int bar = Math.min(WIDEST_BAR, style.columns() - label - count - 30);
    for (RolloutStatus.Group group : view.groups()) {
      String start =
          "  %s  [%s]  %s  "
              .formatted(
                  style.pad(view.label(group), label),
                  new ProgressBar(style).of(group.counts(), Math.max(8, bar)),
                  " ".repeat(count - count(group).length()) + count(group));
      lines.addAll(style.beside(start, remainder(group)));
    }
  }

  private static String count(RolloutStatus.Group group) {
    return group.counts().done() + "/" + group.counts().clusters();
  }

  private String remainder(RolloutStatus.Group group) {
    String inform = group.inform() == null ? "" : ": " + group.inform().text();
    return situation(group) + closed(group) + inform;
  }

  /** What it waits for first: in the line of a group that is to begin, or whose others go on. */
  private String closed(RolloutStatus.Group group) {
    return group
        .closed()
        .map(hold -> style.color(AnsiColor.WAITING, ", " + hold.shortly()))
        .orElse("");
  }

  private String situation(RolloutStatus.Group group) {
    String remainder = remainder(group.counts());
    if (!remainder.isEmpty()) {
      return remainder;
    }
    if (group.counts().begun() || group.counts().clusters() == 0) {
      return "done";
    }
    return group.unapproved(view.strategy())
        ? style.color(AnsiColor.WAITING, "not approved")
        : "to apply";
  }

  /** Formats the counts of the clusters that are not done, in the order of a cluster's course. */
  static String remainder(Counts counts) {
    return String.join(
        ", ",
        Stream.of(
                part(counts.failed(), "failed"),
                part(counts.timeOut(), "timed out"),
                part(counts.progressing(), "progressing"),
                part(counts.soaking(), "soaking"),
                part(counts.ignored(), "ignored"),
                part(counts.begun() ? counts.toApply() : 0, "to apply"))
            .flatMap(Optional::stream)
            .toList());
  }

  private static Optional<String> part(long count, String label) {
    return count > 0 ? Optional.of(count + " " + label) : Optional.empty();
  }

  private void issues() {
    if (view.issues().isEmpty()) {
      return;
    }
    lines.add("");
    lines.add("Exceptions");
    List<RolloutStatus.Issue> shown = view.issues().stream().limit(MOST_ISSUES).toList();
    int cluster = width(shown.stream().map(RolloutStatus.Issue::cluster).toList());
    int reason = width(shown.stream().map(RolloutStatus.Issue::reason).toList());
    for (RolloutStatus.Issue issue : shown) {
      String start =
          "  %s  %s  "
              .formatted(style.pad(issue.cluster(), cluster), style.pad(issue.reason(), reason));
      lines.addAll(style.beside(start, requireNonNullElse(issue.message(), "")));
    }
    long omitted = requireNonNullElse(view.status().exceptionsOmitted, 0L);
    long more = view.issues().size() - shown.size() + omitted;
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
    int width = width(view.approvals().stream().map(StatusPrinter::group).toList());
    for (RolloutStatus.Approval approval : view.approvals()) {
      String start = "  " + style.pad(group(approval), width) + "  ";
      lines.addAll(style.beside(start, ApprovalOrigin.of(approval)));
    }
  }

  private static String group(RolloutStatus.Approval approval) {
    return requireNonNullElse(approval.groupName(), "ungrouped");
  }

  private void next(CommandWriter commands) {
    NextStep.of(view, commands)
        .ifPresent(
            step -> {
              lines.add("");
              sentence("Next: " + step.sentence(), 2);
              // Not wrapped: it can be pasted.
              step.command().ifPresent(command -> lines.add("  " + command));
            });
  }

  /** What is pending of a template goes by an instant, on its Karmada policy. */
  private void activation(CommandWriter commands) {
    if (view.pending().isPresent() && view.subject().target() instanceof PolicyName) {
      lines.add("");
      lines.add("Activate what is pending with:");
      lines.add("  " + commands.about(view.subject().named(), "activate"));
    }
  }

  private static int width(List<String> texts) {
    return Math.min(LONGEST_LABEL, texts.stream().mapToInt(DisplayWidth::of).max().orElse(0));
  }
}
