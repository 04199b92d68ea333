package io.sluice.tools.request;

import io.sluice.tools.option.JarVersion;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Skips clusters in the rollout that is under way. */
@Command(
    name = "skip",
    mixinStandardHelpOptions = true,
    versionProvider = JarVersion.class,
    description = {
      "Skips clusters in the rollout that is under way.",
      "They get the version in their turn, but no other cluster waits for them, and "
          + "what they report does not count.",
      "Writes it into the spec of the Rollout object, with your rights on the hub."
    },
    footer = {
      "",
      "Examples:",
      "  ./sluice skip web-tls member7 member8 -n policies",
      "  ./sluice skip web-tls member7 --undo -n policies",
      "  ./sluice skip --template Deployment/web member7 -n shop",
      "",
      "Exit codes: 0 skipped, also if they were before; 1 failed, or it has ended; 64 wrong",
      "usage."
    })
public final class SkipCommand implements Callable<Integer> {
  @Parameters(
      arity = "0..*",
      paramLabel = "NAME",
      description = "Name of the policy (not with --template), then those of clusters.")
  private List<String> names = List.of();

  @Option(names = "--undo", description = "The clusters count again.")
  private boolean undo;

  @Mixin private RequestOptions options;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    boolean policyNamed = !options.template() && !names.isEmpty();
    String policy = policyNamed ? names.get(0) : null;
    List<String> clusters = names.subList(policyNamed ? 1 : 0, names.size());
    if (clusters.isEmpty() && (policyNamed || options.template())) {
      throw new ParameterException(
          spec.commandLine(), "Cannot skip: no cluster is named. Write the names of clusters.");
    }
    return options.ask(
        "skip",
        policy,
        client -> {
          if (!undo) {
            new ClusterNames(client).check(clusters);
          }
          return new SkipRequest(clusters, undo);
        });
  }
}
