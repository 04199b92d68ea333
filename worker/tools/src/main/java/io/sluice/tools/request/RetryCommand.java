package io.sluice.tools.request;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Retries a rollout that failed or was aborted (rollout-strategy 5). */
@Command(
    name = "retry",
    description = {
      "Rolls the same version out again, after a rollout that failed or was aborted.",
      "Writes it into the spec of the Rollout object, with your rights on the hub."
    },
    footer = {
      "",
      "Examples:",
      "  ./sluice retry web-tls -n policies",
      "  ./sluice retry web-tls --failed-only -n policies",
      "",
      "Exit codes: 0 asked for, also if it was before; 1 failed, or there is nothing to",
      "retry; 64 wrong usage."
    })
public final class RetryCommand extends PolicyRequestCommand {
  @Option(
      names = "--failed-only",
      description = "Clusters that have succeeded stay as they are; all others are tried again.")
  private boolean failedOnly;

  @Override
  protected RolloutRequest request() {
    return new RetryRequest(failedOnly);
  }
}
