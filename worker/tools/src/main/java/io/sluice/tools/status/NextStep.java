package io.sluice.tools.status;

import io.sluice.rollout.Phase;
import io.sluice.tools.option.CommandWriter;
import java.util.Optional;

/**
 * Says what a person can do while a group waits for an approval, in a pause, and once an attempt
 * has ended (rollout-strategy 1.3, 5).
 *
 * @param command what can be pasted into a shell; empty where there is nothing to run
 */
record NextStep(String sentence, Optional<String> command) {

  /** Returns the step; empty while nothing is to be done, and for policies without an attempt. */
  static Optional<NextStep> of(StatusView view, CommandWriter commands) {
    if (view.strategy().isEmpty() || view.disabled()) {
      // What the status says of such a policy is what to do.
      return Optional.empty();
    }
    if (view.waitsForApproval()) {
      return view.unapproved().stream().findFirst().map(group -> approval(group, view, commands));
    }
    if (view.in(Phase.PAUSED) && view.pausedBy().isPresent()) {
      return Optional.of(
          new NextStep(
              "end the pause in the spec with:",
              Optional.of(commands.about(view.subject().named(), "resume"))));
    }
    boolean over = view.in(Phase.DONE) || view.in(Phase.HALTED);
    return view.outcome()
        .filter(outcome -> over)
        .flatMap(outcome -> after(outcome, view, commands));
  }

  private static Optional<NextStep> after(String outcome, StatusView view, CommandWriter commands) {
    return switch (outcome) {
      case "Succeeded" -> Optional.of(succeeded(view));
      case "Failed" ->
          Optional.of(
              retry(
                  view,
                  commands,
                  "change the %s, or roll the same version out again with:"
                      .formatted(content(view))));
      case "Aborted" ->
          Optional.of(
              retry(
                  view,
                  commands,
                  "every cluster keeps what it has. Change the %s, or roll the same version out again with:"
                      .formatted(content(view))));
      case "Superseded" ->
          Optional.of(new NextStep("a newer version begins by itself.", Optional.empty()));
      default -> Optional.empty();
    };
  }

  private static NextStep approval(String group, StatusView view, CommandWriter commands) {
    return new NextStep(
        "approve %s with:".formatted(group.isEmpty() ? "the ungrouped clusters" : "group " + group),
        Optional.of(
            commands.about(
                view.subject().named(), "approve", group.isEmpty() ? "--ungrouped" : group)));
  }

  private static String content(StatusView view) {
    return view.subject().target().content();
  }

  private static NextStep succeeded(StatusView view) {
    String next = "A change of the %s begins the next rollout.".formatted(content(view));
    return new NextStep(
        view.issues().isEmpty()
            ? "nothing is left to do. %s".formatted(next)
            : "look at the exceptions; nothing else is left to do. %s".formatted(next),
        Optional.empty());
  }

  private static NextStep retry(StatusView view, CommandWriter commands, String sentence) {
    return new NextStep(sentence, Optional.of(commands.about(view.subject().named(), "retry")));
  }
}
