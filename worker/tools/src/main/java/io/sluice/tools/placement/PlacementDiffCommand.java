package io.sluice.tools.placement;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.fleet.DecisionGroup;
import io.sluice.hub.crd.Kinds;
import io.sluice.tools.option.CliFailure;
import io.sluice.tools.option.ExitCodes;
import io.sluice.tools.option.HubOptions;
import io.sluice.tools.option.JarVersion;
import io.sluice.tools.option.Verbosity;
import io.sluice.tools.terminal.Terminal;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows which clusters would join, leave or move if files were applied. Changes nothing. */
@Command(
    name = "diff",
    mixinStandardHelpOptions = true,
    versionProvider = JarVersion.class,
    description = {
      "Shows which clusters would join, leave or move between groups if the files were applied.",
      "Compares with the decisions on the hub; changes nothing."
    },
    footer = {
      "",
      "Examples:",
      "  ./sluice placement diff -f placement.yaml",
      "  ./sluice placement diff web -n policies -f relabelled-clusters.yaml",
      "",
      "Exit codes: 0 shown (whatever it shows), 1 failed, 64 wrong usage."
    })
public final class PlacementDiffCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "NAME",
      description = "Name of the Placement. Default: every Placement of the files.")
  private String name;

  @Mixin private FileOptions files;
  @Mixin private PlacementOptions options;
  @Mixin private HubOptions hub;
  @Mixin private Verbosity verbosity;
  @Spec private CommandSpec spec;

  public PlacementDiffCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    if (!files.given()) {
      throw new ParameterException(
          spec.commandLine(), "Cannot compare: no file is named. Name one, as -f placement.yaml.");
    }
    Config config = hub.config();
    String namespace = hub.namespace(config);
    PlacementObjects changed = files.read(namespace);
    try (KubernetesClient client = HubOptions.client(config)) {
      PlacementObjectsReader reader = new PlacementObjectsReader(client);
      PlacementObjects present = reader.placements();
      List<GenericKubernetesResource> placements = placements(namespace, present, changed);
      for (GenericKubernetesResource placement : placements) {
        print(present, reader.around(placement.getMetadata().getNamespace()), changed, placement);
      }
    }
    return ExitCodes.OK;
  }

  private List<GenericKubernetesResource> placements(
      String namespace, PlacementObjects present, PlacementObjects changed) {
    if (name != null) {
      return List.of(present.changedBy(changed).require(namespace, name, "the hub has"));
    }
    List<GenericKubernetesResource> placements = changed.of(Kinds.PLACEMENT);
    if (placements.isEmpty()) {
      throw new CliFailure(
          "Cannot compare: the files hold no Placement. Name the one to compare, as sluice placement diff web -f ...");
    }
    return placements;
  }

  private void print(
      PlacementObjects present,
      PlacementObjects around,
      PlacementObjects changed,
      GenericKubernetesResource wanted) {
    Instant now = Instant.now();
    String namespace = wanted.getMetadata().getNamespace();
    PlacementObjects after = present.changedBy(changed);
    GenericKubernetesResource placement =
        after.require(namespace, wanted.getMetadata().getName(), "the hub has");
    PlacementReport report =
        PlacementReport.of(
            around.changedBy(changed).input(placement, false, options.grouping(), now),
            PlacementFiles.warnings(
                changed.of(Kinds.PLACEMENT).stream()
                    .filter(
                        file -> PlacementObjects.name(file).equals(PlacementObjects.name(wanted)))
                    .toList()));
    GroupChanges changes =
        GroupChanges.between(before(present, around, wanted, now), report.groups());
    options
        .output()
        .print(
            spec,
            () -> GroupChangesPrinter.lines(report, changes, terminal.style()),
            () -> ReportTree.of(report, changes));
  }

  /** Returns the groups on the hub; where it has no decisions, those that the Placement gives. */
  private List<DecisionGroup> before(
      PlacementObjects present,
      PlacementObjects around,
      GenericKubernetesResource wanted,
      Instant now) {
    return present
        .find(wanted.getMetadata().getNamespace(), wanted.getMetadata().getName())
        .map(
            placement ->
                PlacementReport.of(
                    around.input(placement, false, options.grouping(), now), List.of()))
        .map(report -> report.published().isEmpty() ? report.groups() : report.published())
        .orElse(List.of());
  }
}
