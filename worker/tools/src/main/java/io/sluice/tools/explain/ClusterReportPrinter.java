package io.sluice.tools.explain;

import io.sluice.explain.ClusterCourse;
import io.sluice.explain.ClusterFact;
import io.sluice.explain.ClusterPresent;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.policy.PolicyName;
import io.sluice.rollout.Wording;
import io.sluice.tools.terminal.TerminalStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Formats how one cluster came to what it has, and what it waits for. */
public final class ClusterReportPrinter {
  private final ClusterReport report;
  private final TerminalStyle style;

  private ClusterReportPrinter(ClusterReport report, TerminalStyle style) {
    this.report = report;
    this.style = style;
  }

  /** Returns the lines. */
  public static List<String> lines(ClusterReport report, TerminalStyle style) {
    return new ClusterReportPrinter(report, style).lines();
  }

  private List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.addAll(
        style.wrap(
            "Cluster %s of %s%s"
                .formatted(
                    report.cluster(),
                    report.subject().title(),
                    report.attempt().map(number -> ", attempt " + number).orElse("")),
            0));
    report.explanation().ifPresent(found -> lines.addAll(course(found)));
    lines.add("");
    Optional<ClusterPresent> present = report.explanation().flatMap(ClusterCourse::present);
    if (report.former().isPresent()) {
      lines.addAll(former(report.former().get(), present));
    } else if (present.isPresent()) {
      lines.addAll(present(present.get()));
    } else {
      lines.addAll(style.beside("Rollout  ", report.hub().rollout()));
    }
    lines.addAll(hub());
    report.note().ifPresent(note -> lines.addAll(style.beside("Note     ", note)));
    return lines;
  }

  private List<String> course(ClusterCourse found) {
    List<String> lines = new ArrayList<>(List.of(""));
    for (ClusterFact fact : found.course()) {
      lines.addAll(
          style.beside(
              "  " + Wording.at(fact.at(), report.now()) + "  ", fact.sentence(report.now())));
    }
    return lines;
  }

  private List<String> present(ClusterPresent now) {
    List<String> lines = new ArrayList<>();
    lines.addAll(
        style.beside(
            "Now      ",
            "%s. %s"
                .formatted(
                    place(now),
                    now.waitsFor().map(what -> "It waits for " + what + ".").orElse(""))));
    lines.addAll(style.beside("Next     ", now.next()));
    return lines;
  }

  /** What it waited for at the end of a former attempt, it waits for no more. */
  private List<String> former(String ended, Optional<ClusterPresent> then) {
    List<String> lines = new ArrayList<>(style.beside("Attempt  ", ended));
    then.ifPresent(at -> lines.addAll(style.beside("Then     ", place(at) + ".")));
    lines.addAll(style.beside("Newest   ", report.hub().rollout()));
    return lines;
  }

  private static String place(ClusterPresent at) {
    return "%s, %d of %d in group %s"
        .formatted(
            at.stage().equals("Final") || at.stage().equals("Waiting")
                ? at.status()
                : at.status() + " (" + at.stage() + ")",
            at.place(),
            at.members(),
            at.group());
  }

  private List<String> hub() {
    List<String> lines = new ArrayList<>();
    report.hub().held().ifPresent(held -> lines.addAll(style.beside("Hub      ", held)));
    boolean policy = report.subject().target() instanceof PolicyName;
    if (report.hub().missing()) {
      lines.addAll(style.beside("Hub      ", "The hub has no ManagedCluster of that name now."));
    } else if (policy && report.hub().held().isEmpty() && report.explanation().isEmpty()) {
      lines.addAll(style.beside("Hub      ", "It has no replica of this policy."));
    }
    // The exceptions are those of the newest attempt.
    report
        .hub()
        .exception()
        .filter(issue -> report.former().isEmpty())
        .ifPresent(issue -> lines.addAll(style.beside("Issue    ", text(issue))));
    return lines;
  }

  private static String text(RolloutStatus.Issue issue) {
    return "%s since %s: %s".formatted(issue.reason(), issue.since(), issue.message());
  }
}
