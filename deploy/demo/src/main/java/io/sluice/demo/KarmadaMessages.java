package io.sluice.demo;

import io.sluice.tools.option.CommandWriter;
import io.sluice.tools.option.ExitCodes;
import java.time.Duration;
import java.util.Optional;

/** Formats the messages of a demo with Karmada's policies. */
record KarmadaMessages(KarmadaExample example) {
  String welcome(DemoServers servers) {
    CommandWriter commands = servers.commands();
    return """
    %s
    From another terminal:
      %s
      %s

    """
        .formatted(
            DemoMessages.places(servers.places()),
            commands.kubectl("get", "pp,rb", "-n", example.template().namespace()),
            commands.kubectl("get", "works", "-A"));
  }

  String begin() {
    return "A lazy policy sends Deployment %s to %s."
        .formatted(example.template().name(), String.join(", ", example.former()));
  }

  String edited() {
    return "The policy is edited: it names %s now.".formatted(String.join(", ", example.wanted()));
  }

  String touched() {
    return "The Deployment is changed: image %s.".formatted(example.after());
  }

  String ending(KarmadaView view, Optional<Integer> end, Duration timeout, Duration elapsed) {
    if (end.isEmpty()) {
      return "Done in %s: the edit of the policy came with the change of the Deployment."
          .formatted(GroupTimes.seconds(elapsed));
    }
    if (end.get() == ExitCodes.FAILED) {
      return "Failed in %s; the other members keep what they have."
          .formatted(GroupTimes.seconds(elapsed));
    }
    return end.get() == ExitCodes.TOO_LATE
        ? "Not done within %s: %s.".formatted(GroupTimes.seconds(timeout), view.where())
        : "Stopped.";
  }
}
