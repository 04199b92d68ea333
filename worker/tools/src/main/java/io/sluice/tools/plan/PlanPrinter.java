package io.sluice.tools.plan;

import io.sluice.forecast.CourseEnd;
import io.sluice.forecast.Forecast;
import io.sluice.gate.HeldClusters;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Wording;
import io.sluice.tools.preview.InformPass;
import io.sluice.tools.preview.PreparedAttempt;
import io.sluice.tools.terminal.TerminalStyle;
import java.util.ArrayList;
import java.util.List;

/** Formats a plan for people. */
final class PlanPrinter {
  private final RolloutPlan plan;
  private final TerminalStyle style;

  PlanPrinter(RolloutPlan plan, TerminalStyle style) {
    this.plan = plan;
    this.style = style;
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "Plan of policy %s  generation %d%s"
            .formatted(
                plan.policy(), plan.generation(), plan.strategy().map("  "::concat).orElse("")));
    plan.refusals().forEach(refusal -> lines.addAll(style.wrap(refusal, 0)));
    plan.warnings().forEach(warning -> lines.addAll(style.wrap(warning, 0)));
    plan.superseded().ifPresent(attempt -> lines.addAll(style.wrap(text(attempt), 0)));
    if (plan.course().isPresent()) {
      course(lines, plan.course().get());
    } else if (plan.refusals().isEmpty()) {
      lines.addAll(
          style.wrap(
              "It has no rollout strategy: every cluster gets each version at once, and there are"
                  + " no waves.",
              0));
    }
    plan.changes()
        .ifPresent(
            changes -> {
              lines.add("");
              lines.addAll(new ChangesPrinter(changes, style).lines());
            });
    return lines;
  }

  private static String text(SupersededAttempt attempt) {
    return "Attempt %d of generation %d runs, and is superseded: %d of %s have started with it."
        .formatted(
            attempt.number(),
            attempt.generation(),
            attempt.started(),
            Wording.clusters(attempt.clusters()));
  }

  private void course(List<String> lines, RolloutPlan.Course course) {
    lines.addAll(style.wrap(origin(course.attempt()), 0));
    held(lines, course.attempt());
    inform(lines, course.attempt());
    upToDate(lines, course.attempt());
    lines.add("");
    ForecastPrinter printer = new ForecastPrinter(course.likely(), style);
    lines.addAll(printer.waves());
    lines.addAll(printer.end());
    lines.add("");
    lines.addAll(style.beside("Least time   ", time(course.least())));
    lines.addAll(style.beside("Likely time  ", time(course.likely()) + basis(course)));
    floor(lines, course.attempt().state().spec());
  }

  /** States the setting of the worker that decides how long soaks are. */
  private void floor(List<String> lines, AttemptSpec spec) {
    if (spec.soak(false).compareTo(spec.strategy().minSuccessTime()) > 0) {
      lines.addAll(
          style.wrap(
              "A soak lasts at least %s, as --soak-floor of the worker says."
                  .formatted(Wording.of(spec.soak(false))),
              0));
    }
  }

  private static String origin(PreparedAttempt attempt) {
    long number = attempt.state().spec().number();
    return switch (attempt.origin()) {
      case RUNNING -> "Attempt %d runs. From where it stands now:".formatted(number);
      case DUE -> "Attempt %d is due: %s.".formatted(number, attempt.because());
      case NEXT -> "Nothing is to be rolled out now. The next version would go like this:";
    };
  }

  /** What the gate stages reaches no cluster before its turn. */
  private void held(List<String> lines, PreparedAttempt attempt) {
    attempt
        .held()
        .flatMap(HeldClusters::text)
        .ifPresent(
            text ->
                lines.addAll(
                    style.wrap("The gate holds it: %s, each until its wave.".formatted(text), 0)));
  }

  /** A running attempt shows them as started. */
  private void upToDate(List<String> lines, PreparedAttempt attempt) {
    if (attempt.origin() == PreparedAttempt.Origin.DUE && !attempt.upToDate().isEmpty()) {
      lines.addAll(
          style.wrap(
              "%s of %s have this content already: %s."
                  .formatted(
                      attempt.upToDate().size(),
                      Wording.clusters(attempt.state().statuses().size()),
                      Wording.names(attempt.upToDate())),
              0));
    }
  }

  private void inform(List<String> lines, PreparedAttempt attempt) {
    for (InformPass pass : attempt.inform()) {
      if (pass.counts().clusters() > 0) {
        lines.addAll(style.beside("  inform  ", pass.group() + ": " + pass.counts().text()));
      }
    }
  }

  private static String time(Forecast forecast) {
    CourseEnd end = forecast.end();
    String time = ForecastPrinter.time(forecast.timeWithoutApprovals());
    String approvals =
        forecast.approvals().isEmpty()
            ? ""
            : " + waiting for approval of "
                + Wording.names(forecast.approvals(), Forecast.GivenApproval::group);
    return switch (end.kind()) {
      case ENDED ->
          time
              + approvals
              + end.outcome()
                  .filter(outcome -> outcome != Outcome.SUCCEEDED)
                  .map(outcome -> ", until it ends " + outcome)
                  .orElse("");
      case STANDS_STILL -> "without an end: it stands still after " + time + approvals;
      case CUT -> "more than " + time + approvals;
    };
  }

  private static String basis(RolloutPlan.Course course) {
    int members = course.attempt().state().statuses().size();
    long measured =
        course.attempt().state().statuses().keySet().stream()
            .filter(course.times().measured()::containsKey)
            .count();
    String usual = ForecastPrinter.time(course.times().usual());
    String basis =
        measured == 0
            ? " (no former times are known: %s until a cluster reports)".formatted(usual)
            : " (times of %d of %s in their last rollout%s)"
                .formatted(
                    measured,
                    Wording.clusters(members),
                    measured < members ? ", %s for others".formatted(usual) : "");
    return course.unreachable().isEmpty()
        ? basis
        : basis + ". Unreachable now, and taken as offline: " + Wording.names(course.unreachable());
  }
}
