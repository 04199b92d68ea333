package io.sluice.tools.request;

import io.sluice.tools.option.JarVersion;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Takes back the approval of a group (rollout-strategy A6, A9). */
@Command(
    name = "revoke",
    mixinStandardHelpOptions = true,
    versionProvider = JarVersion.class,
    description = {
      "Takes back the approval of a group of a policy, or of a template.",
      "Clusters that have started go on.",
      "Writes it into the spec of the Rollout object, with your rights on the hub."
    },
    footer = {
      "",
      "Examples:",
      "  ./sluice revoke web-tls prod -n policies",
      "  ./sluice revoke web-tls --ungrouped -n policies",
      "  ./sluice revoke --template Deployment/web prod -n shop",
      "",
      "Exit codes: 0 not approved, also if it was not before; 1 failed, or it cannot be",
      "revoked; 64 wrong usage."
    })
public final class RevokeCommand implements Callable<Integer> {
  @Mixin private GroupArguments arguments;
  @Mixin private RequestOptions options;

  @Override
  public Integer call() {
    String policy = arguments.policy(options.template());
    return options.ask(
        "revoke", policy, new GroupRevocation(arguments.group("revoke", options.template())));
  }
}
