package io.sluice.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.simulator.api.EmbeddedHub;
import io.sluice.tools.option.ExitCodes;
import io.sluice.tools.terminal.Terminal;
import io.sluice.tools.terminal.TerminalStyle;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class PlacementCommandsTest {
  private static final String SETS =
      """
      apiVersion: cluster.open-cluster-management.io/v1beta2
      kind: ManagedClusterSet
      metadata: {name: stores}
      ---
      apiVersion: cluster.open-cluster-management.io/v1beta2
      kind: ManagedClusterSetBinding
      metadata: {name: stores, namespace: retail}
      spec: {clusterSet: stores}
      """;

  private static final String CLUSTERS =
      cluster("a", "zone: west")
          + cluster("b", "zone: west")
          + cluster("c", "zone: east")
          + cluster("d", "zone: test").replace("clusterset: stores", "clusterset: other");

  private static final String PLACEMENT =
      """
      apiVersion: cluster.open-cluster-management.io/v1beta1
      kind: Placement
      metadata: {name: stores, namespace: retail}
      spec:
        predicates:
        - requiredClusterSelector: {labelSelector: {matchExpressions: [{key: zone, operator: Exists}]}}
        decisionStrategy:
          groupStrategy:
            decisionGroups:
            - groupName: east
              groupClusterSelector: {labelSelector: {matchLabels: {zone: east}}}
      """;

  private static final String DECISIONS =
      decision(1, 0, "east", "c") + decision(2, 1, "", "a", "b");

  @TempDir private Path folder;

  private final EmbeddedHub hub = EmbeddedHub.start(0);
  private final KubernetesClient client =
      new KubernetesClientBuilder()
          .withConfig(new ConfigBuilder(Config.empty()).withMasterUrl(hub.url()).build())
          .build();
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @AfterEach
  void close() {
    client.close();
    hub.close();
  }

  @Test
  void filesShowGroupsAndWhoIsOutWithoutAHub() throws IOException {
    assertThat(offline(SETS, CLUSTERS, PLACEMENT)).isEqualTo(ExitCodes.OK);
    assertThat(out.toString())
        .startsWith(
            """
            Placement retail/stores
            Selects 3 of the 3 clusters in its pool; there are 4 in all.

              0  east           1  c
              1  (unnamed)      2  a, b

            Not selected
              in no bound cluster set      1  d
            """);
  }

  @Test
  void oneClusterIsExplained() throws IOException {
    List<String> command = new ArrayList<>(List.of("stores", "c", "-n", "retail"));
    assertThat(explain(command, SETS, CLUSTERS, PLACEMENT)).isEqualTo(ExitCodes.OK);
    assertThat(out.toString())
        .startsWith("Cluster c of placement retail/stores: selected, in group 0 (east).\n");
  }

  @Test
  void anUnknownClusterIsRefusedWithThoseThatThereAre() throws IOException {
    assertThat(explain(List.of("stores", "x", "-n", "retail"), SETS, CLUSTERS, PLACEMENT))
        .isEqualTo(ExitCodes.FAILED);
    assertThat(err)
        .hasToString(
            "Cannot explain cluster x: there is no such ManagedCluster. There are: a, b, c, d.\n");
  }

  @Test
  void anUnknownPlacementIsRefusedWithTheNamespaceThatHasIt() throws IOException {
    assertThat(explain(List.of("stores"), PLACEMENT)).isEqualTo(ExitCodes.FAILED);
    assertThat(err)
        .hasToString(
            "Cannot explain placement default/stores: the files have no such Placement. One of that"
                + " name is in retail: add -n retail.\n");
  }

  @Test
  void filesWithoutSetsCountAsIfEveryClusterWereAllowed() throws IOException {
    assertThat(offline(CLUSTERS, PLACEMENT)).isEqualTo(ExitCodes.OK);
    assertThat(out.toString())
        .contains("Selects 4 of the 4 clusters", "The files hold no ManagedClusterSet");
  }

  @Test
  void theSpellingOfTheProposalIsReadAndWarnedAbout() throws IOException {
    String proposal =
        PLACEMENT
            .replace("decisionStrategy:\n    groupStrategy:\n", "DecisionStrategy:\n")
            .replace("{labelSelector: {matchLabels: {zone: east}}}", "{matchLabels: {zone: east}}")
            .replace("groupClusterSelector", "clusterSelector");
    assertThat(proposal).contains("DecisionStrategy:\n      decisionGroups", "clusterSelector: {m");

    assertThat(offline(SETS, CLUSTERS, proposal)).isEqualTo(ExitCodes.OK);
    assertThat(out.toString()).contains("0  east ", "Warning: Placement", "DecisionStrategy");
  }

  @Test
  void aWrongSettingIsNamed() throws IOException {
    assertThat(offline(SETS, CLUSTERS, PLACEMENT.replace("operator: Exists", "operator: Exist")))
        .isEqualTo(ExitCodes.OK);
    assertThat(out.toString().replaceAll("\\s+", " "))
        .contains("PlacementMisconfigured is True", "is \"Exist\", which is no operator.");
  }

  @Test
  void aPlacementThatIsLeftAloneShowsTheDecisionsOfOthers() throws IOException {
    String off =
        PLACEMENT.replace(
            "namespace: retail}",
            "namespace: retail, annotations: {sluice.io/decision-grouping: 'off'}}");

    assertThat(offline(SETS, CLUSTERS, off, DECISIONS)).isEqualTo(ExitCodes.OK);
    assertThat(out.toString())
        .contains(
            "Not evaluated: Placement retail/stores is left alone.", "1  (unnamed)      2  a, b");
  }

  @Test
  void programsGetEveryCluster() throws IOException {
    assertThat(explain(List.of("stores", "-n", "retail", "-o", "json"), SETS, CLUSTERS, PLACEMENT))
        .isEqualTo(ExitCodes.OK);
    Map<?, ?> tree = Serialization.unmarshal(out.toString(), Map.class);
    assertThat(tree.get("groups"))
        .hasToString("[{index=0, name=east, clusters=[c]}, {index=1, name=, clusters=[a, b]}]");
    assertThat(tree.get("notSelected")).hasToString("{NOT_IN_POOL=[d]}");
  }

  @Test
  void aFileThatIsNotThereIsNamed() {
    assertThat(execute("placement", "explain", "stores", "-f", "nowhere.yaml"))
        .isEqualTo(ExitCodes.FAILED);
    assertThat(err)
        .hasToString("Cannot load nowhere.yaml: there is no such file. Name another file.\n");
  }

  @Test
  void theHubIsReadAndItsDecisionsAreCompared() {
    fillTheHub();

    assertThat(run("placement", "explain", "stores", "-n", "retail")).isEqualTo(ExitCodes.OK);
    assertThat(out.toString()).contains("0  east ", "The decisions on the hub are these.");
  }

  @Test
  void aMissingPlacementNamesThoseThatThereAre() {
    fillTheHub();

    assertThat(run("placement", "explain", "shops", "-n", "retail")).isEqualTo(ExitCodes.FAILED);
    assertThat(err)
        .hasToString(
            "Cannot explain placement retail/shops: the hub has no such Placement. There are:"
                + " stores.\n");
  }

  @Test
  void aChangedPlacementShowsWhoWouldMove() throws IOException {
    fillTheHub();
    Path changed = file("changed.yaml", PLACEMENT.replace("zone: east}}}", "zone: west}}}"));

    assertThat(run("plan", "-f", changed.toString())).isEqualTo(ExitCodes.OK);
    assertThat(out.toString())
        .startsWith("Placement retail/stores\nClusters: 3 move, 0 join, 0 leave.\n")
        .contains("from group 0 (east) to the new group 1 (unnamed): c");
  }

  @Test
  void aRelabelledClusterShowsWhoWouldMove() throws IOException {
    fillTheHub();
    Path changed = file("b.yaml", cluster("b", "zone: east") + cluster("e", "zone: east"));

    assertThat(run("plan", "-n", "retail", "-f", changed.toString())).isEqualTo(ExitCodes.OK);
    assertThat(out)
        .hasToString(
            """
            Placement retail/stores
            Clusters: 1 moves, 1 joins, 0 leave.

              0  east           1 -> 3
              1  (unnamed)      2 -> 1

            Move
              from group 1 (unnamed) to group 0 (east): b

            Join
              group 0 (east): e
            """);
  }

  @Test
  void aGroupThatIsNewIsCalledSo() throws IOException {
    fillTheHub();
    Path changed =
        file(
            "changed.yaml",
            PLACEMENT
                .replace(
                    "namespace: retail}",
                    "namespace: retail, annotations: {sluice.io/decision-grouping: recompute}}")
                .replace(
                    "groupStrategy:\n", "groupStrategy:\n      clustersPerDecisionGroup: 1\n"));

    assertThat(run("plan", "-f", changed.toString())).isEqualTo(ExitCodes.OK);
    assertThat(out.toString())
        .contains("  2  (unnamed)      - -> 1      new")
        .contains("from group 1 (unnamed) to the new group 2 (unnamed): b");
  }

  @Test
  void filesThatMoveNoClusterSaySo() throws IOException {
    fillTheHub();
    Path changed = file("b.yaml", cluster("b", "zone: north"));

    assertThat(run("plan", "-n", "retail", "-f", changed.toString())).isEqualTo(ExitCodes.OK);
    assertThat(out).hasToString("The files move no cluster between decision groups.\n");
  }

  @Test
  void aPlacementOfFilesThatMovesNoneIsShownAllTheSame() throws IOException {
    fillTheHub();
    Path same = file("same.yaml", PLACEMENT);

    assertThat(run("plan", "-f", same.toString(), "-o", "json")).isEqualTo(ExitCodes.OK);
    assertThat(out.toString()).contains("\"placement\" : \"stores\"", "\"clusters\" : [ ]");
  }

  @Test
  void theGroupingOfTheWorkerCanBeNamed() throws IOException {
    fillTheHub();
    Path changed = file("e.yaml", cluster("e", "zone: east"));

    assertThat(
            run("plan", "-n", "retail", "-f", changed.toString(), "--placement-grouping=recompute"))
        .isEqualTo(ExitCodes.OK);
    assertThat(out.toString()).contains("Join\n  group 0 (east): e\n");
  }

  @Test
  void diffIsNoCommandAnyMore() {
    assertThat(run("placement", "diff", "-f", "placement.yaml")).isEqualTo(ExitCodes.USAGE);
    assertThat(err.toString()).contains("diff");
  }

  private void fillTheHub() {
    for (String object :
        ("apiVersion: v1\nkind: Namespace\nmetadata: {name: retail}\n---\n"
                + SETS
                + CLUSTERS
                + "---\n"
                + PLACEMENT
                + DECISIONS)
            .split("---\n")) {
      if (!object.isBlank()) {
        create(object);
      }
    }
  }

  private void create(String yaml) {
    GenericKubernetesResource wanted =
        Serialization.unmarshal(yaml, GenericKubernetesResource.class);
    Object status = wanted.getAdditionalProperties().get("status");
    GenericKubernetesResource created = client.resource(wanted).create();
    if (status != null) {
      created.setAdditionalProperty("status", status);
      client.resource(created).updateStatus();
    }
  }

  private static String cluster(String name, String label) {
    return """
    ---
    apiVersion: cluster.open-cluster-management.io/v1
    kind: ManagedCluster
    metadata: {name: %s, labels: {%s, cluster.open-cluster-management.io/clusterset: stores}}
    spec: {hubAcceptsClient: true}
    """
        .formatted(name, label);
  }

  private static String decision(int number, int index, String name, String... clusters) {
    return """
    ---
    apiVersion: cluster.open-cluster-management.io/v1beta1
    kind: PlacementDecision
    metadata:
      name: stores-decision-%d
      namespace: retail
      labels:
        cluster.open-cluster-management.io/placement: stores
        cluster.open-cluster-management.io/decision-group-index: "%d"
        cluster.open-cluster-management.io/decision-group-name: "%s"
    status:
      decisions: [%s]
    """
        .formatted(
            number,
            index,
            name,
            String.join(
                ", ",
                List.of(clusters).stream()
                    .map(cluster -> "{clusterName: %s, reason: ''}".formatted(cluster))
                    .toList()));
  }

  private int offline(String... files) throws IOException {
    return explain(List.of("stores", "-n", "retail"), files);
  }

  private int explain(List<String> arguments, String... files) throws IOException {
    List<String> command = new ArrayList<>(List.of("placement", "explain"));
    command.addAll(arguments);
    for (int i = 0; i < files.length; i++) {
      command.addAll(List.of("-f", file(i + ".yaml", files[i]).toString()));
    }
    return execute(command.toArray(String[]::new));
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private int run(String... args) {
    List<String> all = new ArrayList<>(List.of(args));
    all.addAll(List.of("--hub", hub.url()));
    return execute(all.toArray(String[]::new));
  }

  private int execute(String... args) {
    CommandLine line =
        Cli.commandLine(
            new Terminal(false, false, 24, TerminalStyle.PLAIN), (command, console) -> {});
    Cli.print(line, out, err);
    return line.execute(args);
  }
}
