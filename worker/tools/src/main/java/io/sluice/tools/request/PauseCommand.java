package io.sluice.tools.request;

import io.sluice.tools.option.JarVersion;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Pauses a rollout (rollout-strategy 5). */
@Command(
    name = "pause",
    mixinStandardHelpOptions = true,
    versionProvider = JarVersion.class,
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
public final class PauseCommand implements Callable<Integer> {
  @Parameters(
      arity = "0..1",
      paramLabel = "POLICY",
      description = "Name of the policy; not with --template.")
  private String policy;

  @Mixin private RequestOptions options;

  @Override
  public Integer call() {
    return options.ask("pause", policy, new PauseRequest(true));
  }
}
