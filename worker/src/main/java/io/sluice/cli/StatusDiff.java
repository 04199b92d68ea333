package io.sluice.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Tells in lines what changed between two looks at a rollout, for files and pipes, where nothing
 * can be redrawn.
 *
 * <p>A function: same views, same lines; equal views, no line.
 */
public final class StatusDiff {
  private final TerminalStyle paper;
  private final StatusView before;
  private final StatusView after;

  private StatusDiff(StatusView before, StatusView after, TerminalStyle paper) {
    this.before = before;
    this.after = after;
    this.paper = paper;
  }

  /**
   * Words the changes.
   *
   * @param clock stands before each line, such as {@code " 3.4s "}
   */
  public static List<String> lines(
      Optional<StatusView> before, StatusView after, String clock, TerminalStyle paper) {
    StatusView former = before.orElse(empty(after));
    return new StatusDiff(former, after, paper).tell(clock);
  }

  private static StatusView empty(StatusView view) {
    return new StatusView(
        view.policy(),
        view.generation(),
        view.strategy(),
        Optional.empty(),
        Optional.empty(),
        "",
        Optional.empty(),
        List.of(),
        List.of(),
        List.of(),
        0,
        List.of(),
        view.times());
  }

  private List<String> tell(String clock) {
    List<String> lines = new ArrayList<>();
    for (StatusView.Group group : after.groups()) {
      if (!former(group).equals(Optional.of(group.tally()))) {
        lines.addAll(paper.wrap(clock, group(group), clock.length()));
      }
    }
    boolean phase = !after.phase().equals(before.phase());
    boolean outcome = !after.outcome().equals(before.outcome());
    boolean asked = !after.waitingFor().equals(before.waitingFor()) && after.waitsForApproval();
    if (phase || outcome || asked) {
      lines.addAll(paper.wrap(clock, situation(), clock.length()));
    }
    if (!after.refusal().equals(before.refusal())) {
      after.refusal().ifPresent(why -> lines.addAll(paper.wrap(clock, why, clock.length())));
    }
    after.exceptions().stream()
        .filter(row -> !before.exceptions().contains(row))
        .forEach(row -> lines.addAll(paper.wrap(clock, failing(row), clock.length())));
    return lines;
  }

  private Optional<GroupProgress> former(StatusView.Group group) {
    return before.groups().stream()
        .filter(known -> known.placement().equals(group.placement()))
        .filter(known -> known.name().equals(group.name()) && known.index() == group.index())
        .findFirst()
        .map(StatusView.Group::tally);
  }

  private static String group(StatusView.Group group) {
    if (!group.tally().begun()) {
      return "Group %s: %d to apply".formatted(group.label(), group.tally().toApply());
    }
    String rest = group.tally().rest();
    return "Group %s: %d of %d done%s"
        .formatted(
            group.label(),
            group.tally().done(),
            group.tally().clusters(),
            rest.isEmpty() ? "" : ", " + rest);
  }

  private String situation() {
    String phase = after.phase().orElse("");
    String word = after.outcome().filter(end -> phase.equals("Done")).orElse(phase);
    String sentence = after.waitingFor();
    if (sentence.startsWith(word)) {
      return sentence;
    }
    return sentence.isEmpty() ? word : word + ": " + sentence;
  }

  private static String failing(StatusView.Failing row) {
    return "Cluster %s: %s. %s".formatted(row.cluster(), row.reason(), row.message());
  }
}
