package io.sluice.tools.status;

import static java.util.Objects.requireNonNullElse;

import io.sluice.hub.crd.RolloutStatus;
import io.sluice.rollout.Counts;
import io.sluice.tools.terminal.TerminalStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Formats what changed between two views of a rollout, line by line, for files and pipes, where
 * nothing can be redrawn.
 *
 * <p>A function: same views, same lines; equal views, no line.
 */
public final class StatusDiff {
  private final StatusView before;
  private final StatusView after;

  private StatusDiff(StatusView before, StatusView after) {
    this.before = before;
    this.after = after;
  }

  /**
   * Returns the lines.
   *
   * @param clock starts each line, such as {@code " 3.4s "}
   */
  public static List<String> lines(
      Optional<StatusView> before, StatusView after, String clock, TerminalStyle style) {
    StatusView former = before.orElseGet(() -> empty(after));
    return new StatusDiff(former, after)
        .sentences().stream()
            .flatMap(sentence -> style.wrap(clock, sentence, clock.length()).stream())
            .toList();
  }

  private static StatusView empty(StatusView view) {
    return new StatusView(
        view.subject(),
        view.generation(),
        view.disabled(),
        view.strategy(),
        Optional.empty(),
        List.of(),
        List.of(),
        new RolloutStatus());
  }

  private List<String> sentences() {
    List<String> sentences = new ArrayList<>();
    after.groups().stream()
        .filter(group -> !former(group).equals(Optional.of(group.counts())))
        .forEach(group -> sentences.add(sentence(group)));
    boolean phase = !after.phase().equals(before.phase());
    boolean outcome = !after.outcome().equals(before.outcome());
    boolean request = !after.waitingFor().equals(before.waitingFor()) && after.waitsForApproval();
    if (phase || outcome || request) {
      sentences.add(situation());
    }
    if (!after.refusal().equals(before.refusal())) {
      after.refusal().ifPresent(sentences::add);
    }
    if (!after.status().override().equals(before.status().override())) {
      after.status().override().ifPresent(sentences::add);
    }
    List<String> formerIssues = issues(before);
    issues(after).stream().filter(issue -> !formerIssues.contains(issue)).forEach(sentences::add);
    return sentences;
  }

  private Optional<Counts> former(RolloutStatus.Group group) {
    return before.groups().stream()
        .filter(known -> known.key().equals(group.key()))
        .findFirst()
        .map(RolloutStatus.Group::counts);
  }

  private static String sentence(RolloutStatus.Group group) {
    Counts counts = group.counts();
    String label = group.key().label();
    if (!counts.begun()) {
      return "Group %s: %d to apply".formatted(label, counts.toApply());
    }
    String remainder = StatusPrinter.remainder(counts);
    return "Group %s: %d of %d done%s"
        .formatted(
            label, counts.done(), counts.clusters(), remainder.isEmpty() ? "" : ", " + remainder);
  }

  private String situation() {
    String main = after.result().orElse("");
    String sentence = after.waitingFor();
    if (sentence.startsWith(main)) {
      return sentence;
    }
    return sentence.isEmpty() ? main : main + ": " + sentence;
  }

  private static List<String> issues(StatusView view) {
    return view.issues().stream()
        .map(
            issue ->
                "Cluster %s: %s. %s"
                    .formatted(
                        issue.cluster(), issue.reason(), requireNonNullElse(issue.message(), "")))
        .toList();
  }
}
