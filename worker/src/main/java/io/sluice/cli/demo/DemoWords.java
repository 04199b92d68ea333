package io.sluice.cli.demo;

import static java.util.stream.Collectors.joining;

import io.sluice.cli.board.BoardView;
import io.sluice.policy.PolicyName;
import java.time.Duration;
import java.util.Optional;

/** Words what the demo says besides the board; every command in it can be pasted. */
final class DemoWords {
  private final PolicyName policy;
  private final String hub;

  DemoWords(PolicyName policy, String hub) {
    this.policy = policy;
    this.hub = hub;
  }

  String welcome(String temporal, DemoSettings settings) {
    return """
        Kubernetes API  %s
        Temporal        %s
        Soak floor      %s (10s unless set: a success must last that long)

        From another terminal:
          %s
          %s

        """
        .formatted(
            hub,
            temporal,
            GroupTimes.seconds(settings.soakFloor()),
            command("status", ""),
            command("approve", " prod"));
  }

  private String command(String verb, String argument) {
    return "./sluice %s %s%s -n %s --hub %s"
        .formatted(verb, policy.name(), argument, policy.namespace(), hub);
  }

  String question(Optional<String> group) {
    return "Approve %s? [y/N] ".formatted(label(group));
  }

  String declined(Optional<String> group) {
    return "%s stays as it is. Answer y, or approve it from another terminal; Ctrl-C ends the demo."
        .formatted(capital(label(group)));
  }

  String nobodyAnswers(Optional<String> group) {
    return """
        Waiting for approval of %s, and nobody can answer here.
        While a demo runs, this approves it from another terminal:
          %s
        Or let it approve by itself:
          ./sluice demo --auto-approve\
        """
        .formatted(label(group), command("approve", " " + group.orElse("--ungrouped")));
  }

  String ending(BoardView view, String groups, Duration elapsed) {
    String outcome = view.outcome().orElseThrow();
    String untouched =
        view.groups().stream()
            .filter(group -> !group.tally().begun())
            .map(BoardView.Group::label)
            .collect(joining(", "));
    return "%s in %s%s%s"
        .formatted(
            outcome,
            GroupTimes.seconds(elapsed),
            groups.isEmpty() ? "" : ": " + groups,
            untouched.isEmpty() ? "" : "; not touched: " + untouched);
  }

  String late(BoardView view, Duration timeout) {
    return "Not done within %s: %s"
        .formatted(
            GroupTimes.seconds(timeout),
            view.waitingFor().isEmpty() ? "no rollout has begun." : view.waitingFor());
  }

  private static String label(Optional<String> group) {
    return group.map(name -> "group " + name).orElse("the ungrouped clusters");
  }

  private static String capital(String text) {
    return Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }
}
