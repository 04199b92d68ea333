package io.sluice.tools.request;

import io.sluice.tools.option.HubNameOption;
import java.time.Instant;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Ends the pause of a rollout (rollout-strategy 5). */
@Command(
    name = "resume",
    description = {
      "Ends the pause of a rollout.",
      "Writes it into the spec of the Rollout object, with your rights on the hub."
    },
    footer = {
      "",
      "Examples:",
      "  ./sluice resume web-tls -n policies",
      "  ./sluice resume --template Deployment/web -n shop",
      "",
      "Exit codes: 0 resumed, also if it was not paused; 1 failed, or it was paused by",
      "message; 64 wrong usage."
    })
public final class ResumeCommand extends PolicyRequestCommand {
  @Mixin private HubNameOption hubName;

  @Override
  protected RolloutRequest request() {
    return new PauseRequest(false, hubName.name(), Instant.now());
  }
}
