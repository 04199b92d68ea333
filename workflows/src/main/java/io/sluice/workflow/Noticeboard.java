package io.sluice.workflow;

import io.sluice.plan.AttemptSpec;
import io.sluice.plan.Counts;
import io.sluice.plan.Outcome;
import io.sluice.plan.Phase;
import io.sluice.plan.Progress;
import io.temporal.common.SearchAttributeKey;
import io.temporal.workflow.Workflow;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Shows a run to people who look at it through Temporal: search attributes for the list, details
 * for the pane. One flat line a group, since the pane renders neither tables nor nesting.
 */
final class Noticeboard {
  static final SearchAttributeKey<String> PHASE = SearchAttributeKey.forKeyword("SluicePhase");
  static final SearchAttributeKey<String> OUTCOME = SearchAttributeKey.forKeyword("SluiceOutcome");
  static final SearchAttributeKey<String> WAITING_FOR =
      SearchAttributeKey.forKeyword("SluiceWaitingFor");
  static final SearchAttributeKey<String> POLICY = SearchAttributeKey.forKeyword("SluicePolicy");
  static final SearchAttributeKey<String> NAMESPACE =
      SearchAttributeKey.forKeyword("SluiceNamespace");

  /** A keyword takes 255 characters. */
  private static final int LONGEST_KEYWORD = 250;

  private final AttemptSpec spec;
  private Optional<Phase> phase = Optional.empty();
  private Optional<Outcome> outcome = Optional.empty();

  Noticeboard(AttemptSpec spec) {
    this.spec = spec;
  }

  void show(Progress progress) {
    Workflow.setCurrentDetails(details(progress));
    if (phase.equals(Optional.of(progress.phase())) && outcome.equals(progress.outcome())) {
      return;
    }
    phase = Optional.of(progress.phase());
    outcome = progress.outcome();
    String waitingFor = progress.waitingFor();
    Workflow.upsertTypedSearchAttributes(
        POLICY.valueSet(spec.policy().name()),
        NAMESPACE.valueSet(spec.policy().namespace()),
        PHASE.valueSet(progress.phase().word()),
        progress.outcome().map(end -> OUTCOME.valueSet(end.word())).orElse(OUTCOME.valueUnset()),
        waitingFor.isEmpty()
            ? WAITING_FOR.valueUnset()
            : WAITING_FOR.valueSet(
                waitingFor.substring(0, Math.min(LONGEST_KEYWORD, waitingFor.length()))));
  }

  private String details(Progress progress) {
    String head =
        "**%s**%s, generation %d, attempt %d"
            .formatted(
                progress.phase(),
                progress.outcome().map(end -> " (" + end + ")").orElse(""),
                spec.version().generation(),
                spec.number());
    String groups =
        progress.groups().stream().map(Noticeboard::line).collect(Collectors.joining("\n"));
    return List.of(head, progress.waitingFor(), groups).stream()
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining("\n\n"));
  }

  private static String line(Progress.Group group) {
    Counts counts = group.counts();
    StringBuilder line =
        new StringBuilder("- **%s**: ".formatted(group.label()))
            .append("%d of %d succeeded".formatted(counts.succeeded(), counts.clusters()));
    append(line, counts.soaking(), "soaking");
    append(line, counts.progressing(), "progressing");
    append(line, counts.toApply(), group.approved() ? "to apply" : "wait for approval");
    append(line, counts.failed(), "failed");
    append(line, counts.timeOut(), "timed out");
    append(line, counts.ignored(), "ignored");
    return line.toString();
  }

  private static void append(StringBuilder line, long number, String what) {
    if (number > 0) {
      line.append(", ").append(number).append(' ').append(what);
    }
  }
}
