package io.sluice.tools.request;

import picocli.CommandLine.Command;

/** Aborts a rollout (rollout-strategy 1.3). */
@Command(
    name = "abort",
    description = {
      "Ends the rollout that is under way as Aborted: every cluster keeps what it has.",
      "Writes it into the spec of the Rollout object, with your rights on the hub."
    },
    footer = {
      "",
      "Examples:",
      "  ./sluice abort web-tls -n policies",
      "  ./sluice abort --template Deployment/web -n shop",
      "",
      "Exit codes: 0 asked for, also if it was before; 1 failed, or it has ended; 64 wrong",
      "usage."
    })
public final class AbortCommand extends PolicyRequestCommand {
  @Override
  protected RolloutRequest request() {
    return new AbortRequest();
  }
}
