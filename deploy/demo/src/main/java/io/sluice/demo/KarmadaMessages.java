package io.sluice.demo;

import io.sluice.tools.option.ExitCodes;
import java.time.Duration;
import java.util.Optional;

/** Formats the messages of a demo with Karmada's policies. */
record KarmadaMessages(KarmadaExample example) {
  String welcome(DemoServers servers) {
    return """
    %s
    From another terminal:
      %s
      %s

    """
        .formatted(DemoMessages.places(servers.places()), bindings(servers), works(servers));
  }

  String stays(DemoServers servers) {
    return DemoMessages.stays(bindings(servers), works(servers));
  }

  private String bindings(DemoServers servers) {
    return servers.commands().kubectl("get", "pp,rb", "-n", example.template().namespace());
  }

  private static String works(DemoServers servers) {
    return servers.commands().kubectl("get", "works", "-A");
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
