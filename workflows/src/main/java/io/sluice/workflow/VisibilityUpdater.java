package io.sluice.workflow;

import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Phase;
import io.sluice.rollout.Progress;
import io.temporal.workflow.Workflow;
import java.util.Optional;

/**
 * Shows a run to people who look at it through Temporal: search attributes for the list, details
 * for the pane.
 *
 * <p>An upsert is an event, so the attributes hold no numbers and no times.
 */
final class VisibilityUpdater {
  /** A keyword takes 255 characters. */
  private static final int LONGEST_KEYWORD = 250;

  private final AttemptSpec spec;
  private final String footnote;
  private Optional<Shown> shown = Optional.empty();

  private record Shown(Phase phase, Optional<Outcome> outcome, String waitingFor) {}

  VisibilityUpdater(RolloutInput input) {
    this.spec = input.spec();
    // A continued run has lost what it was started with: its summary and its static details.
    this.footnote =
        input.carried().isEmpty()
            ? ""
            : "\n\n" + RunVisibility.whatToDo(spec.policy(), input.settings());
  }

  /** Says something before the first step: no details cross a continue-as-new. */
  void open() {
    Workflow.setCurrentDetails(DetailsMarkdown.opening(spec) + footnote);
  }

  void show(Progress progress) {
    Workflow.setCurrentDetails(DetailsMarkdown.of(spec, progress) + footnote);
    Shown next = new Shown(progress.phase(), progress.outcome(), cut(progress.waitSummary()));
    if (shown.equals(Optional.of(next))) {
      return;
    }
    shown = Optional.of(next);
    Workflow.upsertTypedSearchAttributes(
        RunVisibility.PHASE.valueSet(next.phase().label()),
        next.outcome()
            .map(end -> RunVisibility.OUTCOME.valueSet(end.label()))
            .orElse(RunVisibility.OUTCOME.valueUnset()),
        next.waitingFor().isEmpty()
            ? RunVisibility.WAITING_FOR.valueUnset()
            : RunVisibility.WAITING_FOR.valueSet(next.waitingFor()));
  }

  private static String cut(String text) {
    return text.substring(0, Math.min(LONGEST_KEYWORD, text.length()));
  }
}
