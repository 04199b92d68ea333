package io.sluice.workflow;

import io.sluice.plan.AttemptSpec;
import io.sluice.plan.Outcome;
import io.sluice.plan.Phase;
import io.sluice.plan.Progress;
import io.temporal.workflow.Workflow;
import java.util.Optional;

/**
 * Shows a run to people who look at it through Temporal: search attributes for the list, details
 * for the pane.
 *
 * <p>An upsert is an event, so the attributes hold no numbers and no times.
 */
final class Noticeboard {
  /** A keyword takes 255 characters. */
  private static final int LONGEST_KEYWORD = 250;

  private final AttemptSpec spec;
  private final String footnote;
  private Optional<Shown> shown = Optional.empty();

  private record Shown(Phase phase, Optional<Outcome> outcome, String waitingFor) {}

  Noticeboard(RolloutInput input) {
    this.spec = input.spec();
    // A continued run has lost what it was started with: its summary and its static details.
    this.footnote =
        input.carried().isEmpty() ? "" : "\n\n" + Showing.whatToDo(spec.policy(), input.settings());
  }

  /** Says something before the first step: no details cross a continue-as-new. */
  void open() {
    Workflow.setCurrentDetails(Details.opening(spec) + footnote);
  }

  void show(Progress progress) {
    Workflow.setCurrentDetails(Details.of(spec, progress) + footnote);
    Shown next = new Shown(progress.phase(), progress.outcome(), cut(progress.inBrief()));
    if (shown.equals(Optional.of(next))) {
      return;
    }
    shown = Optional.of(next);
    Workflow.upsertTypedSearchAttributes(
        Showing.PHASE.valueSet(next.phase().word()),
        next.outcome()
            .map(end -> Showing.OUTCOME.valueSet(end.word()))
            .orElse(Showing.OUTCOME.valueUnset()),
        next.waitingFor().isEmpty()
            ? Showing.WAITING_FOR.valueUnset()
            : Showing.WAITING_FOR.valueSet(next.waitingFor()));
  }

  private static String cut(String text) {
    return text.substring(0, Math.min(LONGEST_KEYWORD, text.length()));
  }
}
