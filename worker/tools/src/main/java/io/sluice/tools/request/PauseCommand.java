package io.sluice.tools.request;

import io.sluice.tools.option.HubNameOption;
import java.time.Instant;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Pauses a rollout (rollout-strategy 5). */
@Command(
    name = "pause",
    description = {
      "Pauses the rollout of a policy, or of a template: no further cluster starts.",
      "Soaks and deadlines of clusters in flight go on.",
      "Writes it into the spec of the Rollout object, with your rights on the hub."
    },
    footer = {
      "",
      "Examples:",
      "  ./sluice pause web-tls -n policies",
      "  ./sluice pause --template Deployment/web -n shop",
      "",
      "Exit codes: 0 paused, also if it was before; 1 failed; 64 wrong usage."
    })
public final class PauseCommand extends PolicyRequestCommand {
  @Mixin private HubNameOption hubName;

  @Override
  protected RolloutRequest request() {
    return new PauseRequest(true, hubName.name(), Instant.now());
  }
}
