package io.sluice.tools.request;

import io.sluice.tools.option.JarVersion;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Ends the pause of a rollout (rollout-strategy 5). */
@Command(
    name = "resume",
    mixinStandardHelpOptions = true,
    versionProvider = JarVersion.class,
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
public final class ResumeCommand implements Callable<Integer> {
  @Parameters(
      arity = "0..1",
      paramLabel = "POLICY",
      description = "Name of the policy; not with --template.")
  private String policy;

  @Mixin private RequestOptions options;

  @Override
  public Integer call() {
    return options.ask("resume", policy, new PauseRequest(false));
  }
}
