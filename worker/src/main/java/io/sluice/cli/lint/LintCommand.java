package io.sluice.cli.lint;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.cli.option.ExitCodes;
import io.sluice.cli.option.HubOptions;
import io.sluice.cli.option.JarVersion;
import io.sluice.cli.option.OutputOption;
import io.sluice.cli.option.Verbosity;
import io.sluice.cli.placement.FileOptions;
import io.sluice.policy.PolicyName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Finds what a worker would refuse, before it is applied (rollout-strategy 1.6). */
@Command(
    name = "lint",
    mixinStandardHelpOptions = true,
    versionProvider = JarVersion.class,
    description = {
      "Finds what a worker would refuse: in files before they are applied, or on the hub.",
      "Checks Policies, Rollouts, PlacementBindings and PolicySets; with the Placements",
      "that bind a policy also the names of groups. With -f no server is asked."
    },
    footer = {
      "",
      "Examples:",
      "  ./sluice lint -f policies/ -R",
      "  ./sluice lint -f web-tls.yaml -f rollout.yaml -o json",
      "  ./sluice lint web-tls -n policies",
      "",
      "Exit codes: 0 nothing found; 1 something found, or failed; 64 wrong usage."
    })
public final class LintCommand implements Callable<Integer> {
  @Parameters(
      arity = "0..1",
      paramLabel = "POLICY",
      description = "Name of a policy on the hub; not with -f.")
  private String policy;

  @Mixin private FileOptions files;

  @Option(
      names = "--beside",
      description = "Check for a worker that runs next to OCM's propagator.")
  private boolean beside;

  @Mixin private OutputOption output;
  @Mixin private HubOptions hub;
  @Mixin private Verbosity verbosity;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    if (files.given() == (policy != null)) {
      throw new ParameterException(
          spec.commandLine(),
          "Cannot check: %s. Name files with -f, or a policy of the hub."
              .formatted(
                  policy == null
                      ? "neither files nor a policy are named"
                      : "both files and a policy are named"));
    }
    ManifestLinter linter = new ManifestLinter(objects(), beside);
    List<LintProblem> problems = linter.problems();
    output.print(
        spec, () -> text(problems, linter.checked()), () -> tree(problems, linter.checked()));
    return problems.isEmpty() ? ExitCodes.OK : ExitCodes.FAILED;
  }

  private LintObjects objects() {
    if (files.given()) {
      return new LintObjects(files.manifests(), hub.namespaceOfFiles());
    }
    Config config = hub.config();
    try (KubernetesClient client = HubOptions.client(config)) {
      return new HubManifests(client).read(new PolicyName(hub.namespace(config), policy));
    }
  }

  private static List<String> text(List<LintProblem> problems, long checked) {
    List<String> lines = new ArrayList<>(problems.stream().map(LintProblem::text).toList());
    lines.add(
        "%s in %d %s."
            .formatted(
                switch (problems.size()) {
                  case 0 -> "No problem";
                  case 1 -> "1 problem";
                  default -> problems.size() + " problems";
                },
                checked,
                checked == 1 ? "object" : "objects"));
    return lines;
  }

  private static Map<String, Object> tree(List<LintProblem> problems, long checked) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("objects", checked);
    tree.put("problems", problems.stream().map(LintProblem::tree).toList());
    return tree;
  }
}
