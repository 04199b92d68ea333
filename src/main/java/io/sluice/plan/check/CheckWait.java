package io.sluice.plan.check;

import io.sluice.check.CheckRecord;
import io.sluice.check.CheckResult;
import io.sluice.check.CheckRule;
import io.sluice.check.CheckStage;
import io.sluice.fleet.GroupKey;
import io.sluice.hold.GroupHold;
import io.sluice.hold.HoldKind;
import io.sluice.rollout.Wording;
import java.time.Instant;
import java.util.Optional;

/**
 * Holds why a check keeps a group closed.
 *
 * @param group for which it was asked
 * @param known absent: it was never answered
 */
public record CheckWait(
    CheckRule rule, GroupKey group, CheckStage stage, Optional<CheckRecord> known, Instant now) {
  /** Returns the hold of a group, as a status shows it. */
  public GroupHold hold() {
    return new GroupHold(
        HoldKind.CHECK,
        Optional.of(rule.name()),
        message(),
        known.map(entry -> entry.nextAt(rule)));
  }

  private String message() {
    return "Waiting for check %s %s group %s: %s"
        .formatted(rule.name(), stage.label(), group.label(), state());
  }

  /** Returns why the attempt halts. */
  public String breach() {
    return "check %s failed %s group %s%s"
        .formatted(rule.name(), stage.label(), group.label(), answer(": ", ""));
  }

  private String state() {
    if (known.isEmpty()) {
      return "it has not been answered yet.";
    }
    CheckRecord entry = known.get();
    String again = " It is asked again %s.".formatted(Wording.at(entry.nextAt(rule), now));
    if (entry.failed(rule, now)) {
      return "it has failed%s.%s".formatted(answer(" (", ")"), again);
    }
    String of =
        entry.failures() > 0
            ? " %d of %d failed answers.".formatted(entry.failures(), rule.failureLimit())
            : "";
    return switch (entry.result()) {
      case PASSED -> "its last pass is too old." + again;
      case FAILED -> "it did not pass%s.%s%s".formatted(answer(" (", ")"), of, again);
      case WAIT ->
          "no answer says whether it passes%s.%s%s".formatted(answer(" (", ")"), of, again);
    };
  }

  private String answer(String before, String after) {
    return known
        .filter(entry -> !entry.message().isEmpty())
        .map(entry -> before + text(entry) + after)
        .orElse("");
  }

  /** A failure by time alone has a last answer that says something else. */
  private static String text(CheckRecord entry) {
    String message = entry.message().replaceFirst("\\.$", "");
    return entry.result() == CheckResult.WAIT ? "last answer: " + message : message;
  }
}
