package io.sluice.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.Reachability;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.JsonTree;
import io.sluice.policy.PolicyName;
import io.sluice.simulator.api.EmbeddedHub;
import io.sluice.tools.manifest.Manifest;
import io.sluice.tools.option.CommandWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExamplesTest {
  private static final String PLAYED =
      """
      apiVersion: policy.open-cluster-management.io/v1
      kind: Policy
      metadata: {name: mine}
      spec: {rolloutStrategy: {type: %s}}
      ---
      apiVersion: policy.open-cluster-management.io/v1
      kind: PlacementBinding
      metadata: {name: mine}
      placementRef: {name: fleet}
      subjects: [{kind: Policy, name: mine}]
      ---
      apiVersion: cluster.open-cluster-management.io/v1beta1
      kind: Placement
      metadata: {name: fleet}
      spec:
        decisionStrategy:
          groupStrategy:
            decisionGroups:
            - groupName: canary
              groupClusterSelector: {labelSelector: {matchLabels: {canary: "true"}}}
      ---
      apiVersion: cluster.open-cluster-management.io/v1beta2
      kind: ManagedClusterSet
      metadata: {name: all}
      spec: {clusterSelector: {selectorType: LabelSelector, labelSelector: {}}}
      ---
      apiVersion: cluster.open-cluster-management.io/v1beta2
      kind: ManagedClusterSetBinding
      metadata: {name: all}
      spec: {clusterSet: all}
      ---
      apiVersion: cluster.open-cluster-management.io/v1
      kind: ManagedCluster
      metadata: {name: rest}
      ---
      apiVersion: cluster.open-cluster-management.io/v1
      kind: ManagedCluster
      metadata: {name: first, labels: {canary: "true"}}
      """;

  @TempDir private Path folder;

  @Test
  void thePackagedExamplesHoldThirtyClustersInThreeGroups() {
    Examples examples = Examples.read(Optional.empty());

    assertThat(examples.clusters()).hasSize(30).startsWith("dev-01").endsWith("prod-15");
    assertThat(examples.policy()).isEqualTo(new PolicyName("policies", "web-tls"));
    assertThat(examples.failing(2)).containsExactly("stage-01", "stage-02");
    assertThat(examples.groups().names()).containsExactly("dev", "stage", "prod");
    assertThat(examples.groups().unapproved()).contains("prod");
  }

  @Test
  void objectsComeInTheOrderOfTheKustomization() throws IOException {
    write("kustomization.yaml", "resources: [b.yaml, a.yaml]\n");
    write("a.yaml", object("one") + "---\n" + object("two"));
    write("b.yaml", "---\n" + object("three"));

    assertThat(Examples.read(Optional.of(folder)).manifests())
        .extracting(Manifest::name)
        .containsExactly("three", "one", "two");
  }

  @Test
  void commandsNameAGroupOfThePolicyThatIsPlayed() throws IOException {
    write("kustomization.yaml", "resources: [a.yaml]\n");
    write("a.yaml", PLAYED.formatted("manualPerGroup"));
    ExampleGroups groups = Examples.read(Optional.of(folder)).groups();

    assertThat(groups.names()).containsExactly("canary", "");
    assertThat(groups.clusters("canary")).containsExactly("first");
    assertThat(groups.unapproved()).contains("canary");
    assertThat(groups.failing()).isEqualTo("canary");
    assertThat(
            new DemoMessages(
                    new PolicyName("default", "mine"),
                    new CommandWriter(List.of("--hub", "h")),
                    DemoKind.STANDALONE)
                .welcome(List.of(), DemoTest.settings(0), groups.unapproved()))
        .contains("./sluice approve mine canary -n default --hub h")
        .doesNotContain("prod");

    write("a.yaml", PLAYED.formatted("Progressive"));
    assertThat(Examples.read(Optional.of(folder)).groups().unapproved()).isEmpty();
  }

  @Test
  void besideThePropagatorOnlyAStrategyInARolloutCounts() throws IOException {
    write("kustomization.yaml", "resources: [a.yaml, b.yaml]\n");
    write("a.yaml", PLAYED.formatted("manualPerGroup"));
    write("b.yaml", object("unrelated"));

    assertThatThrownBy(() -> Examples.read(Optional.of(folder), DemoKind.BESIDE).policy())
        .hasMessage(
            "Cannot play %s/kustomization.yaml: no Policy in it has a Rollout policy-<name> with a spec.rolloutStrategy, which is what counts beside OCM's propagator. Add one, or play it without --beside."
                .formatted(folder));

    write(
        "b.yaml",
        """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: Rollout
        metadata: {name: policy-mine}
        spec: {rolloutStrategy: {type: Progressive}}
        """);
    Examples examples = Examples.read(Optional.of(folder), DemoKind.BESIDE);
    assertThat(examples.policy()).hasToString("default/mine");
    assertThat(examples.groups().unapproved()).isEmpty();
    assertThat(examples.groups().labels().values()).startsWith("canary");
  }

  @Test
  void besideThePropagatorTheManifestsHaveTheSameGroupsAndNoEnforcingPolicy() {
    Examples examples = Examples.read(Optional.empty(), DemoKind.BESIDE);

    assertThat(examples.groups().names()).containsExactly("dev", "stage", "prod");
    assertThat(examples.groups().unapproved()).contains("prod");
    assertThat(examples.groups().failing()).isEqualTo("stage");
    assertThat(examples.clusters()).hasSize(30);
    assertThat(examples.manifests())
        .filteredOn(manifest -> manifest.is("Policy"))
        .extracting(manifest -> manifest.spec().get("remediationAction"))
        .containsExactly("inform");
  }

  @Test
  void behindTheGateAnEnforcedPolicyIsEditedAndGetsItsLabelAndItsStrategyByThat() {
    Examples examples = Examples.read(Optional.empty(), DemoKind.GATE);
    Manifest before = policy(examples.manifests());
    Manifest after = policy(examples.edited());

    assertThat(before.spec()).containsEntry("remediationAction", "enforce");
    assertThat(before.tree().toString()).doesNotContain("sluice.io/staged");
    assertThat(after.tree().toString()).contains("labels={sluice.io/staged=true}");
    // Where one of several templates stays as it is, the evidence is weak, and soaks longer.
    assertThat(templates(after)).doesNotContainAnyElementsOf(templates(before));
    assertThat(examples.groups().unapproved()).contains("prod");
    assertThat(examples.failing(1)).containsExactly("stage-01");
    assertThat(examples.clusters()).hasSize(30);
  }

  private static Manifest policy(List<Manifest> manifests) {
    return manifests.stream().filter(each -> each.is("Policy")).findFirst().orElseThrow();
  }

  private static List<Map<String, Object>> templates(Manifest policy) {
    return JsonTree.maps(policy.spec(), "policy-templates");
  }

  @Test
  void aListedFolderBringsWhatItsOwnKustomizationLists() throws IOException {
    write("kustomization.yaml", "resources: [inner, b.yaml]\n");
    write("b.yaml", object("last"));
    Files.createDirectories(folder.resolve("inner"));
    Files.createDirectories(folder.resolve("shared"));
    write("inner/kustomization.yaml", "resources: [../shared/, a.yaml]\n");
    write("inner/a.yaml", object("two"));
    write("shared/kustomization.yaml", "resources: [a.yaml]\n");
    write("shared/a.yaml", object("one"));

    assertThat(Examples.read(Optional.of(folder)).manifests())
        .extracting(Manifest::name)
        .containsExactly("one", "two", "last");
  }

  @Test
  void whatIsNoYamlIsReportedWithFileLineAndReason() throws IOException {
    write("kustomization.yaml", "resources: [a.yaml]\n");
    write("a.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: name: x\n");

    assertRefused("a.yaml: line 3: mapping values are not allowed here.");
  }

  @Test
  void anObjectWithoutAKindIsReportedWithItsFirstLine() throws IOException {
    write("kustomization.yaml", "resources: [a.yaml]\n");
    write("a.yaml", object("one") + "---\n# the second\napiVersion: v1\nmetadata: {name: two}\n");

    assertRefused("a.yaml: line 7: this object has no kind.");
  }

  @Test
  void aListedFileThatIsMissingIsNamed() throws IOException {
    write("kustomization.yaml", "resources: [a.yaml]\n");

    assertRefused("a.yaml: there is no such file, but kustomization.yaml lists it.");
  }

  @Test
  void moreFailuresThanClustersAreRefused() {
    assertThatThrownBy(() -> Examples.read(Optional.empty()).failing(12))
        .hasMessage(
            "Cannot let 12 clusters of group stage fail: it has 10. Choose a smaller number.");
  }

  @Test
  void theHubHoldsEveryClusterAsAvailable() {
    try (EmbeddedHub hub = EmbeddedHub.start(0);
        KubernetesClient client = client(hub)) {
      new ExampleLoader(client).load(Examples.read(Optional.empty()));

      assertThat(new HubApi(client).listAll(Kinds.MANAGED_CLUSTER))
          .hasSize(30)
          .noneMatch(cluster -> Reachability.unreachable(Optional.of(cluster)));
    }
  }

  @Test
  void whatTheHubRefusesIsReportedWithFileAndLine() throws IOException {
    write("kustomization.yaml", "resources: [a.yaml]\n");
    write("a.yaml", object("one").replace("name: one", "name: One!"));
    try (EmbeddedHub hub = EmbeddedHub.start(0);
        KubernetesClient client = client(hub)) {
      assertThatThrownBy(() -> new ExampleLoader(client).load(Examples.read(Optional.of(folder))))
          .hasMessageContaining("a.yaml: line 1: the hub refuses ConfigMap One!: ")
          .hasMessageEndingWith(". Correct it and try again.");
    }
  }

  private static KubernetesClient client(EmbeddedHub hub) {
    Config config = new ConfigBuilder(Config.empty()).withMasterUrl(hub.url()).build();
    return new KubernetesClientBuilder().withConfig(config).build();
  }

  private void assertRefused(String middle) {
    assertThatThrownBy(() -> Examples.read(Optional.of(folder)))
        .hasMessage("Cannot load " + folder + "/" + middle.strip() + ending(middle));
  }

  private static String ending(String middle) {
    return middle.contains("no such file")
        ? " Create it and try again."
        : " Correct it and try again.";
  }

  private static String object(String name) {
    return "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: %s\n".formatted(name);
  }

  private void write(String file, String text) throws IOException {
    Files.writeString(folder.resolve(file), text);
  }
}
