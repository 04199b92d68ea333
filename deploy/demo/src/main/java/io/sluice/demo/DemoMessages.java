package io.sluice.demo;

import static java.util.stream.Collectors.joining;

import io.sluice.policy.PolicyName;
import io.sluice.tools.option.CommandTarget;
import io.sluice.tools.option.CommandWriter;
import io.sluice.tools.status.StatusView;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Formats the messages of the demo besides the status; every command in them can be pasted. */
final class DemoMessages {
  /** The demo starts a worker before it shows anything: none is missing. */
  static final String BEFORE = "The rollout begins in a moment.";

  private final PolicyName policy;
  private final CommandWriter commands;
  private final DemoKind kind;

  /**
   * Creates the messages about one policy.
   *
   * @param commands writes those that ask the hub of the demo
   * @param kind what the demo shows
   */
  DemoMessages(PolicyName policy, CommandWriter commands, DemoKind kind) {
    this.policy = policy;
    this.commands = commands;
    this.kind = kind;
  }

  /**
   * Formats what stands above the rollout.
   *
   * @param unapproved the group that will wait for an approval; empty if none will
   */
  String welcome(
      List<DemoServers.Place> places, DemoSettings settings, Optional<String> unapproved) {
    String pasted =
        "  "
            + command("status")
            + unapproved.map(group -> "\n  " + approval(group)).orElse("")
            + (kind == DemoKind.GATE ? "\n  " + commands.write("gate", "verify") : "");
    return """
    %sSoak floor      %s (10s outside the demo)

    From another terminal:
    %s

    """
        .formatted(places(places), GroupTimes.seconds(settings.soakFloor()), pasted);
  }

  /** Formats where the servers are, a line each. */
  static String places(List<DemoServers.Place> places) {
    return places.stream()
        .map(place -> "%-15s %s\n".formatted(place.label(), place.address()))
        .collect(joining());
  }

  private String approval(String group) {
    return command("approve", group.isEmpty() ? "--ungrouped" : group);
  }

  String page(String address) {
    return "The rollout in Temporal's Web UI: " + address;
  }

  /** Formats what the hub of a demo has besides. */
  static String surroundings(DemoKind kind) {
    String gate = kind == DemoKind.GATE ? " and the gate" : "";
    return kind.beside() ? " with OCM's propagator (simulated)" + gate : "";
  }

  private String command(String verb, String... more) {
    return commands.about(CommandTarget.of(policy), verb, more);
  }

  String question(Optional<String> group) {
    return "Approve %s? [y/N] ".formatted(label(group));
  }

  String declined(Optional<String> group) {
    return "%s stays as it is. Answer y, or approve it from another terminal; Ctrl-C ends the demo."
        .formatted(capital(label(group)));
  }

  String unanswered(Optional<String> group) {
    return """
    Waiting for approval of %s, and there is no terminal to answer on.
    While a demo runs, this approves it from another terminal:
      %s
    Or let it approve by itself:
      %s\
    """
        .formatted(label(group), approval(group.orElse("")), byItself());
  }

  private String byItself() {
    return CommandWriter.local(
        Stream.of("demo", kind.option(), "--auto-approve")
            .filter(word -> !word.isEmpty())
            .toArray(String[]::new));
  }

  String ending(StatusView view, String groups, Duration elapsed) {
    String outcome = view.outcome().orElseThrow();
    String untouched =
        view.groups().stream()
            .filter(group -> !group.counts().begun())
            .map(group -> group.key().label())
            .collect(joining(", "));
    return "%s in %s%s%s%s"
        .formatted(
            outcome,
            GroupTimes.seconds(elapsed),
            groups.isEmpty() ? "" : ": " + groups,
            untouched.isEmpty() ? "" : "; not touched: " + untouched,
            kind.beside() ? "\n" + after(outcome.equals("Succeeded")) : "");
  }

  /** Formats what becomes of the clusters afterwards. */
  private String after(boolean succeeded) {
    if (kind == DemoKind.GATE) {
      return succeeded
          ? "As long as the policy has the label, each further edit is held in the same way."
          : "What was not touched keeps the former version, enforced.";
    }
    return succeeded
        ? "What was applied stays on the clusters, also where they inform again."
        : "Clusters that are enforced stay so until the rollout is retried, or the Rollout"
            + " deleted.";
  }

  String stays() {
    return stays(command("status"), command("history"));
  }

  /** Formats that a demo waits for Ctrl-C, and what shows how it has failed. */
  static String stays(String... commands) {
    return "The demo stays as it is until Ctrl-C. From another terminal:\n"
        + Stream.of(commands).map("  %s"::formatted).collect(joining("\n"));
  }

  String late(StatusView view, Duration timeout) {
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
