package io.sluice.tools.request;

import io.sluice.tools.option.JarVersion;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Aborts a rollout (rollout-strategy 1.3). */
@Command(
    name = "abort",
    mixinStandardHelpOptions = true,
    versionProvider = JarVersion.class,
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
public final class AbortCommand implements Callable<Integer> {
  @Parameters(
      arity = "0..1",
      paramLabel = "POLICY",
      description = "Name of the policy; not with --template.")
  private String policy;

  @Mixin private RequestOptions options;

  @Override
  public Integer call() {
    return options.ask("abort", policy, new AbortRequest());
  }
}
