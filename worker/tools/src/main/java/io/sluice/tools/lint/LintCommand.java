package io.sluice.tools.lint;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.gate.GateReport;
import io.sluice.hub.gate.GateState;
import io.sluice.hub.read.HubMode;
import io.sluice.tools.gate.WorkerOption;
import io.sluice.tools.manifest.Manifest;
import io.sluice.tools.manifest.ManifestContents;
import io.sluice.tools.option.ExitCodes;
import io.sluice.tools.option.HubOptions;
import io.sluice.tools.option.JarVersion;
import io.sluice.tools.option.ModeOption;
import io.sluice.tools.option.NameSuggestions;
import io.sluice.tools.option.OutputOption;
import io.sluice.tools.option.PolicyFinder;
import io.sluice.tools.option.PropagatorOption;
import io.sluice.tools.option.Verbosity;
import io.sluice.tools.placement.FileOptions;
import io.sluice.tools.placement.PlacementFiles;
import io.sluice.tools.placement.PlacementObjects;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
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
      "Finds what a worker would refuse: in files before they are applied, or on the " + "hub.",
      "Checks Policies, Rollouts, PlacementBindings, PolicySets, Placements, calendars and "
          + "RolloutNotifiers; with the Placements that bind a policy also the names of groups; "
          + "with clusters also what Placements choose, and warns of empty groups. With -f no "
          + "server is asked,",
      "unless --against-hub is there."
    },
    footer = {
      "",
      "Examples:",
      "  ./sluice lint -f policies/ -R",
      "  ./sluice lint -f web-tls.yaml -f rollout.yaml -o json",
      "  ./sluice lint -f policies/ --against-hub",
      "  ./sluice lint -f policies/ --standalone",
      "  ./sluice lint web-tls -n policies",
      "",
      "Exit codes: 0 nothing found, or warnings alone; 1 something found, or failed; 64 wrong",
      "usage."
    })
public final class LintCommand implements Callable<Integer> {
  private static final int MOST_FILES = 10;

  @Parameters(
      arity = "0..1",
      paramLabel = "POLICY",
      description = "Name of a policy on the hub; not with -f.")
  private String policy;

  @Mixin private FileOptions files;

  @Mixin private ModeOption mode;

  @Option(
      names = "--against-hub",
      description =
          "With -f: compares with the policies of the hub, and looks whether the gate stands there.")
  private boolean againstHub;

  @Option(names = "--strict", description = "Fail on warnings, too.")
  private boolean strict;

  @Mixin private WorkerOption worker;
  @Mixin private PropagatorOption propagator;
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
    if (againstHub && !files.given()) {
      throw new ParameterException(
          spec.commandLine(),
          "Cannot compare with the hub: the policy is that of the hub. Name files with -f, or leave out --against-hub.");
    }
    LintInput input = files.given() ? ofFiles() : online();
    List<String> notes = new ArrayList<>(input.notes());
    GateLinter gate = new GateLinter(input.mode().beside(), input.former(), open(input, notes));
    ManifestLinter linter = new ManifestLinter(input.objects(), input.fleet(), gate);
    List<LintProblem> problems =
        Stream.concat(input.faults().stream().map(LintProblem::error), linter.problems().stream())
            .toList();
    LintPrinter printer = new LintPrinter(problems, linter.checked(), notes);
    output.print(spec, printer::lines, printer::document);
    return problems.stream().noneMatch(problem -> strict || problem.refused())
        ? ExitCodes.OK
        : ExitCodes.FAILED;
  }

  /** Returns why the gate holds nothing, where a policy needs it; notes what it cannot find out. */
  private Optional<String> open(LintInput input, List<String> notes) {
    boolean asks = input.mode().beside() && (againstHub || !files.given());
    if (!asks || input.objects().policies().stream().noneMatch(GateLinter::staged)) {
      return Optional.empty();
    }
    GateReport report = worker.gate(hub.config());
    if (report.state() instanceof GateState.Closed) {
      return Optional.empty();
    }
    String message = hub.commands().completed(report.state().message());
    if (!report.answered()) {
      notes.add(message);
      return Optional.empty();
    }
    return Optional.of(message);
  }

  private LintInput ofFiles() {
    LintInput input = offline();
    if (!againstHub) {
      return input;
    }
    try (KubernetesClient client = HubOptions.client(hub.config())) {
      return input.replacing(mode(client), new HubManifests(client).former(input.objects()));
    }
  }

  private LintInput offline() {
    ManifestContents contents = files.contents();
    List<Manifest> manifests = contents.manifests();
    String namespace = hub.namespaceOfFiles();
    PlacementObjects fleet =
        new PlacementFiles(namespace)
            .read(
                manifests.stream()
                    .filter(object -> MetadataLinter.problems(object).isEmpty())
                    .toList());
    boolean clusters = !fleet.of(Kinds.MANAGED_CLUSTER).isEmpty();
    List<String> notes = new ArrayList<>();
    List<String> passedOver = contents.passedOver();
    if (!passedOver.isEmpty()) {
      notes.add(
          "Passed over, as no Kubernetes object: %s."
              .formatted(NameSuggestions.list(passedOver, MOST_FILES)));
    }
    if (!clusters && !fleet.of(Kinds.PLACEMENT).isEmpty()) {
      notes.add("The files hold no ManagedCluster, so what Placements choose is not checked.");
    }
    if (clusters && !fleet.of(Kinds.PLACEMENT).isEmpty() && fleet.withoutSets()) {
      notes.add(
          "The files hold no ManagedClusterSet and no ManagedClusterSetBinding: checked as if every set that a Placement may use were bound.");
    }
    return new LintInput(
        mode.ofFiles(),
        new LintObjects(manifests, namespace),
        Optional.of(fleet).filter(known -> clusters),
        new LintObjects(List.of(), namespace),
        contents.faults(),
        notes);
  }

  private LintInput online() {
    Config config = hub.config();
    try (KubernetesClient client = HubOptions.client(config)) {
      return new HubManifests(client)
          .read(mode(client), new PolicyFinder(client).named(hub, config, policy));
    }
  }

  private HubMode mode(KubernetesClient client) {
    return mode.asked().orElseGet(() -> ModeOption.of(client, propagator.namespaces()));
  }
}
