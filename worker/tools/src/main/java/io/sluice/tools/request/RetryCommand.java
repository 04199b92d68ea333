package io.sluice.tools.request;

import io.sluice.tools.option.JarVersion;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Retries a rollout that failed or was aborted (rollout-strategy 5). */
@Command(
    name = "retry",
    mixinStandardHelpOptions = true,
    versionProvider = JarVersion.class,
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
public final class RetryCommand implements Callable<Integer> {
  @Parameters(
      arity = "0..1",
      paramLabel = "POLICY",
      description = "Name of the policy; not with --template.")
  private String policy;

  @Option(
      names = "--failed-only",
      description = "Clusters that have succeeded stay as they are; all others are tried again.")
  private boolean failedOnly;

  @Mixin private RequestOptions options;

  @Override
  public Integer call() {
    return options.ask("retry", policy, new RetryRequest(failedOnly));
  }
}
