package io.sluice.tools.lint;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.tools.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Finds in files what the API server, OCM or a worker would not take as it was meant. */
class LintFindingsTest {
  private static final String TEMPLATE =
      """
        - objectDefinition:
            apiVersion: policy.open-cluster-management.io/v1
            kind: ConfigurationPolicy
            metadata: {%s}
            spec: {remediationAction: inform}
      """;
  private static final String BINDING =
      """
      apiVersion: policy.open-cluster-management.io/v1
      kind: PlacementBinding
      metadata: {name: web, namespace: policies}
      placementRef: {apiGroup: cluster.open-cluster-management.io, kind: Placement, name: fleet}
      subjects: [{apiGroup: policy.open-cluster-management.io, kind: Policy, name: web}]
      """;
  private static final String PLACEMENT =
      """
      apiVersion: cluster.open-cluster-management.io/v1beta1
      kind: Placement
      metadata: {name: fleet, namespace: policies}
      spec: {clusterSets: [prod]}
      """;
  private static final String NO_CLUSTERS =
      "The files hold no ManagedCluster, so what Placements choose is not checked.";

  @TempDir private Path folder;

  private static String policy(String metadata, String... names) {
    StringBuilder policy =
        new StringBuilder(
            """
            apiVersion: policy.open-cluster-management.io/v1
            kind: Policy
            metadata: {name: web, namespace: policies%s}
            spec:
              remediationAction: inform
              disabled: false
              policy-templates:
            """
                .formatted(metadata));
    for (String name : names) {
      policy.append(TEMPLATE.formatted(name));
    }
    return policy.toString();
  }

  private static String rollout(String name) {
    return """
    apiVersion: cluster.open-cluster-management.io/v1beta1
    kind: Rollout
    metadata: {name: %s, namespace: policies}
    spec: {rolloutStrategy: {type: ProgressivePerGroup, progressivePerGroup: {minSuccessTime: 6m}}}
    """
        .formatted(name);
  }

  /** Returns the lines but the last, without the file. */
  private List<String> found(String text, String... options) throws IOException {
    Path file = Files.writeString(folder.resolve("web.yaml"), text);
    List<String> line = new ArrayList<>(List.of("lint", "-f", file.toString()));
    line.addAll(List.of(options));
    List<String> lines =
        CommandRun.of(line.toArray(String[]::new)).out().replace(file + ":", "").lines().toList();
    return lines.subList(0, lines.size() - 1);
  }

  @Test
  void aNumberIsNoAnnotationAndNoLabel() throws IOException {
    assertThat(
            found(
                policy(
                    ",\n annotations: {policy.open-cluster-management.io/version: 2},\n labels: {a: yes, b: \"no!\", c: ok}",
                    "name: web")))
        .containsExactly(
            "5: Policy policies/web: metadata.labels[a] is true, and no text. Put it into quotes.",
            "5: Policy policies/web: metadata.labels[b] is \"no!\", which is no label. Use at most 63 letters, digits, \"-\", \"_\" and \".\", with a letter or digit at both ends.",
            "4: Policy policies/web: metadata.annotations[policy.open-cluster-management.io/version] is 2, and no text. Put it into quotes.");
  }

  @Test
  void clustersWithLabelsThatAreNoTextsAreFoundToo() throws IOException {
    assertThat(
            found(
                """
                apiVersion: cluster.open-cluster-management.io/v1
                kind: ManagedCluster
                metadata:
                  name: c1
                  labels: [env]
                """))
        .containsExactly(
            "5: ManagedCluster default/c1: metadata.labels is no map. Write a map from texts to texts.");
  }

  @Test
  void aNameThatTheHubRefusesIsFound() throws IOException {
    assertThat(found(policy("", "name: web").replace("name: web, n", "name: Web_1, n")))
        .containsExactly(
            "3: Policy policies/Web_1: metadata.name is \"Web_1\", which is no name. Use lower-case letters, digits, \"-\" and \".\" alone.");
  }

  @Test
  void twoTemplatesOfOneNameAreFoundWithTheLineOfTheSecond() throws IOException {
    String message =
        "Policy policies/web: spec.policy-templates[1].objectDefinition.metadata.name is \"a\", as that of the ConfigurationPolicy in policy-templates[0], and clusters judge only one of them. Give each template a name of its own.";
    for (String mode : List.of("--beside", "--standalone")) {
      assertThat(found(policy("", "name: a", "name: a", "name: b"), mode))
          .containsExactly("16: " + message);
    }
    assertThat(found(policy("", "name: a", "name: a") + "---\n" + rollout("policy-web")))
        .containsExactly("16: " + message);
  }

  @Test
  void aTemplateWithoutANameIsFound() throws IOException {
    assertThat(found(policy("", "labels: {}")))
        .containsExactly(
            "11: Policy policies/web: spec.policy-templates[0].objectDefinition.metadata.name is missing, so no cluster can report on this ConfigurationPolicy. Name it.");
  }

  @Test
  void aPlacementOfARolloutThatToleratesNoSilenceIsWarnedOf() throws IOException {
    String warning =
        "warning: Placement policies/fleet: Tolerates neither cluster.open-cluster-management.io/unavailable nor cluster.open-cluster-management.io/unreachable, so a cluster that is unreachable for a moment leaves its group. Tolerate both.";
    String unstaged = policy("", "name: web") + "---\n" + BINDING + "---\n" + PLACEMENT;

    assertThat(found(unstaged)).containsExactly(NO_CLUSTERS);
    assertThat(found(unstaged + "---\n" + rollout("policy-web")))
        .containsExactly("20: " + warning, NO_CLUSTERS);
  }

  @Test
  void aSetWithoutABindingIsWarnedOf() throws IOException {
    String set =
        "---\napiVersion: cluster.open-cluster-management.io/v1beta2\nkind: ManagedClusterSet%s\nmetadata: {name: %s, namespace: policies}\n";

    assertThat(found(PLACEMENT + set.formatted("", "prod")))
        .containsExactly(
            "1: warning: Placement policies/fleet: The files have no ManagedClusterSetBinding in namespace policies, without which it chooses no cluster. Add one, named as the set.",
            NO_CLUSTERS);
    assertThat(found(PLACEMENT + set.formatted("Binding", "test")))
        .containsExactly(
            "1: warning: Placement policies/fleet: spec.clusterSets lists prod, which no ManagedClusterSetBinding of the files binds to namespace policies. Add one of that name, or use: test.",
            NO_CLUSTERS);
    assertThat(found(PLACEMENT + set.formatted("Binding", "prod"))).containsExactly(NO_CLUSTERS);
  }

  @Test
  void aRolloutOfNoPolicyIsWarnedOf() throws IOException {
    String policy = policy("", "name: web") + "---\n";

    assertThat(found(policy + rollout("web")))
        .containsExactly(
            "14: warning: Rollout policies/web: metadata.name is \"web\", by which no policy is rolled out. Call the Rollout of policy web policy-web.");
    assertThat(found(policy + rollout("policy-wbe")))
        .singleElement()
        .asString()
        .startsWith(
            "14: warning: Rollout policies/policy-wbe: the files have no policy policies/wbe.");
    assertThat(found(rollout("policy-elsewhere"))).isEmpty();
    assertThat(found(policy + rollout("policy-web"))).isEmpty();
  }

  @Test
  void besideThePropagatorIsTheDefault() throws IOException {
    String text = policy("", "name: web").replace("inform}", "inform, a: '{{hub .x hub}}'}");

    assertThat(found(text)).isEmpty();
    assertThat(found(text, "--beside")).isEmpty();
    assertThat(found(text, "--standalone"))
        .singleElement()
        .asString()
        .contains("is a hub template, which standalone mode does not render");
  }

  @Test
  void aStrategyThatNobodyUsesIsWarnedOf() throws IOException {
    String text =
        policy("", "name: web")
            .replace("spec:\n  rem", "spec:\n  rolloutStrategy: {type: All}\n  rem");

    assertThat(found(text))
        .containsExactly(
            "5: warning: Policy policies/web: spec.rolloutStrategy is not looked at next to OCM's propagator, whose Policy has no such field. Write it into spec.rolloutStrategy of the Rollout, or check with --standalone.");
    assertThat(found(text, "--standalone"))
        .containsExactly(
            "5: warning: Policy policies/web: spec.rolloutStrategy has no effect: the policy only informs, so it goes to all clusters at once. Take it off, or set spec.remediationAction to enforce.");
  }

  @Test
  void allOfARepositoryIsCheckedAtOnce() throws IOException {
    Files.createDirectories(folder.resolve("chart/templates"));
    Files.writeString(folder.resolve("chart/values.yaml"), "a: 1\n");
    Files.writeString(folder.resolve("chart/templates/x.yaml"), "a: {{ .Values.a }}\n");
    Files.writeString(folder.resolve("broken.yaml"), "kind: X\n---\na: [\n");
    Files.writeString(folder.resolve("policy.yaml"), policy("", "name: a", "name: a"));

    CommandRun run = CommandRun.of("lint", "-R", "-f", folder.toString());

    assertThat(run.code()).isOne();
    assertThat(run.out().replace(folder + "/", ""))
        .isEqualTo(
            """
            broken.yaml:1: Cannot read it: this object has no apiVersion. Correct it and try again.
            broken.yaml:4: Cannot read it: expected the node content, but found '<stream end>'. Correct it and try again.
            policy.yaml:16: Policy policies/web: spec.policy-templates[1].objectDefinition.metadata.name is "a", as that of the ConfigurationPolicy in policy-templates[0], and clusters judge only one of them. Give each template a name of its own.
            Passed over, as no Kubernetes object: chart/templates/x.yaml, chart/values.yaml.
            3 problems in 1 object.
            """);
  }
}
