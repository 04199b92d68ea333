package io.sluice.tools.placement;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.fleet.ByteOrder;
import io.sluice.hub.crd.Kinds;
import io.sluice.placement.GroupingMode;
import io.sluice.placement.evaluation.ClusterExplanation;
import io.sluice.tools.option.CliFailure;
import io.sluice.tools.option.ExitCodes;
import io.sluice.tools.option.HubOptions;
import io.sluice.tools.option.JarVersion;
import io.sluice.tools.option.NameSuggestions;
import io.sluice.tools.option.OutputOption;
import io.sluice.tools.option.Verbosity;
import io.sluice.tools.terminal.Terminal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows what a Placement chooses, and why. Changes nothing. */
@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    versionProvider = JarVersion.class,
    description = {
      "Shows which clusters a Placement chooses, in which groups, and why a cluster is in or out.",
      "Reads the hub, or only files with -f; changes nothing."
    },
    footer = {
      "",
      "Examples:",
      "  ./sluice placement explain web -n policies          groups, and who is out",
      "  ./sluice placement explain web prod-01 -n policies  why this cluster",
      "  ./sluice placement explain web -f placement.yaml -f clusters/",
      "",
      "Exit codes: 0 shown (whatever it shows), 1 failed, 64 wrong usage."
    })
public final class PlacementExplainCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Parameters(index = "0", paramLabel = "NAME", description = "Name of the Placement.")
  private String name;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "CLUSTER",
      description = "Name of a cluster, to explain it alone.")
  private String cluster;

  @Mixin private FileOptions files;
  @Mixin private OutputOption output;
  @Mixin private GroupingOption grouping;
  @Mixin private HubOptions hub;
  @Mixin private Verbosity verbosity;
  @Spec private CommandSpec spec;

  public PlacementExplainCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    PlacementReport report = files.given() ? offline() : online();
    if (cluster == null) {
      output.print(
          spec,
          () -> ExplanationPrinter.lines(report, terminal.style(), !files.given()),
          () -> PlacementDocument.Selection.of(report));
    } else {
      print(report, explanation(report));
    }
    return ExitCodes.OK;
  }

  private void print(PlacementReport report, ClusterExplanation explanation) {
    output.print(
        spec,
        () -> ClusterPrinter.lines(report, explanation, terminal.style()),
        () -> PlacementDocument.Cluster.of(report, explanation));
  }

  private ClusterExplanation explanation(PlacementReport report) {
    return report
        .cluster(cluster)
        .orElseThrow(
            () -> {
              List<String> names =
                  report.clusters().stream()
                      .map(ClusterExplanation::cluster)
                      .sorted(ByteOrder.NAMES)
                      .toList();
              return new CliFailure(
                  "Cannot explain cluster %s: there is no such ManagedCluster. %s"
                      .formatted(
                          cluster,
                          names.isEmpty()
                              ? "There are none at all."
                              : "There are: " + NameSuggestions.list(names, 10) + "."));
            });
  }

  private PlacementReport online() {
    Config config = hub.config();
    String namespace = hub.namespace(config);
    try (KubernetesClient client = HubOptions.client(config)) {
      PlacementObjectsReader reader = new PlacementObjectsReader(client);
      PlacementObjects placements = reader.placements();
      GenericKubernetesResource placement = placements.require(namespace, name, "the hub has");
      return PlacementReport.of(
          reader
              .around(namespace)
              .input(placement, false, grouping.mode().orElse(GroupingMode.STABLE), Instant.now()),
          List.of());
    }
  }

  private PlacementReport offline() {
    String namespace = hub.namespaceOfFiles();
    PlacementObjects objects = files.read(namespace);
    GenericKubernetesResource placement = objects.require(namespace, name, "the files have");
    List<String> notes = new ArrayList<>(PlacementFiles.warnings(List.of(placement)));
    boolean everyCluster = objects.withoutSets();
    if (everyCluster) {
      notes.add(
          "The files hold no ManagedClusterSet and no ManagedClusterSetBinding: shown as if every set that the Placement may use were bound. On a hub without them it chooses no cluster.");
    }
    if (objects.of(Kinds.MANAGED_CLUSTER).isEmpty()) {
      notes.add("The files hold no ManagedCluster.");
    }
    return PlacementReport.of(
        objects.input(
            placement, everyCluster, grouping.mode().orElse(GroupingMode.STABLE), Instant.now()),
        notes);
  }
}
