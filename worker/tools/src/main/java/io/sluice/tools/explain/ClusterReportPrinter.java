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
    report
        .explanation()
        .flatMap(ClusterCourse::present)
        .ifPresentOrElse(
            now -> lines.addAll(present(now)),
            () -> lines.addAll(style.beside("Rollout  ", report.hub().rollout())));
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
            "%s, %d of %d in group %s. %s"
                .formatted(
                    now.stage().equals("Final") || now.stage().equals("Waiting")
                        ? now.status()
                        : now.status() + " (" + now.stage() + ")",
                    now.place(),
                    now.members(),
                    now.group(),
                    now.waitsFor().map(what -> "It waits for " + what + ".").orElse(""))));
    lines.addAll(style.beside("Next     ", now.next()));
    return lines;
  }

  private List<String> hub() {
    List<String> lines = new ArrayList<>();
    report.hub().held().ifPresent(held -> lines.addAll(style.beside("Hub      ", held)));
    boolean policy = report.subject().target() instanceof PolicyName;
    if (policy && report.hub().held().isEmpty() && report.explanation().isEmpty()) {
      lines.addAll(style.beside("Hub      ", "It has no replica of this policy."));
    }
    report
        .hub()
        .exception()
        .ifPresent(issue -> lines.addAll(style.beside("Issue    ", text(issue))));
    return lines;
  }

  private static String text(RolloutStatus.Issue issue) {
    return "%s since %s: %s".formatted(issue.reason(), issue.since(), issue.message());
  }
}
