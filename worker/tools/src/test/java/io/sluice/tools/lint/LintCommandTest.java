package io.sluice.tools.lint;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.simulator.api.EmbeddedHub;
import io.sluice.simulator.api.Fault;
import io.sluice.simulator.api.RequestMatcher;
import io.sluice.tools.cli.CommandRun;
import io.sluice.tools.status.OutputSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks files, and a policy of a hub, as a person does before applying them. */
class LintCommandTest {
  private static final String PLACEMENT =
      """
      apiVersion: cluster.open-cluster-management.io/v1beta1
      kind: Placement
      metadata: {name: fleet, namespace: policies}
      spec: {tolerations: [{key: cluster.open-cluster-management.io/unreachable}, {key: cluster.open-cluster-management.io/unavailable}], decisionStrategy: {groupStrategy: {decisionGroups: [{groupName: dev, groupClusterSelector: {labelSelector: {matchLabels: {env: dev}}}}, {groupName: prod, groupClusterSelector: {labelSelector: {matchLabels: {web: "yes"}}}}]}}}
      """;
  private static final String BINDING =
      """
      apiVersion: policy.open-cluster-management.io/v1
      kind: PlacementBinding
      metadata: {name: web, namespace: policies}
      placementRef: {apiGroup: cluster.open-cluster-management.io, kind: Placement, name: fleet}
      subjects: [{apiGroup: policy.open-cluster-management.io, kind: Policy, name: web}]
      """;
  private static final String ROLLOUT =
      """
      apiVersion: cluster.open-cluster-management.io/v1beta1
      kind: Rollout
      metadata: {name: policy-web, namespace: policies}
      spec: {decisionGroups: [{groupName: dev}, {groupName: qa}, {groupName: dev}], approvals: {uat: {rolloutApproved: true}, _ungrouped: {rolloutApproved: true}}}
      """;

  private static final String NO_CLUSTERS =
      "The files hold no ManagedCluster, so what Placements choose is not checked.\n";

  @TempDir private Path folder;

  private static String cluster(String name, String labels) {
    return """
    apiVersion: cluster.open-cluster-management.io/v1
    kind: ManagedCluster
    metadata: {name: %s, labels: {%s}}
    spec: {hubAcceptsClient: true}
    """
        .formatted(name, labels);
  }

  private static String policy(String strategy) {
    return """
    apiVersion: policy.open-cluster-management.io/v1
    kind: Policy
    metadata: {name: web, namespace: policies}
    spec:
      disabled: false
      rolloutStrategy: %s
      policy-templates:
      - objectDefinition:
          apiVersion: policy.open-cluster-management.io/v1
          kind: ConfigurationPolicy
          metadata: {name: web}
          spec: {remediationAction: enforce}
    """
        .formatted(strategy);
  }

  private String file(String... documents) throws IOException {
    return Files.writeString(folder.resolve("web.yaml"), String.join("---\n", documents))
        .toString();
  }

  private static CommandRun standalone(String... options) {
    return CommandRun.of(
        Stream.concat(Stream.of("lint", "--standalone"), Arrays.stream(options))
            .toArray(String[]::new));
  }

  @Test
  void whatAWorkerTakesHasNoProblem() throws IOException {
    String file =
        file(
            policy("{type: manualPerGroup, manualPerGroup: {minSuccessTime: 6m}}"),
            PLACEMENT,
            BINDING);
    assertThat(standalone("-f", file))
        .isEqualTo(new CommandRun(0, NO_CLUSTERS + "No problem in 3 objects.\n", ""));
  }

  @Test
  void aGroupInTheSpellingOfTheProposalIsDeclared() throws IOException {
    String placement =
        """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: Placement
        metadata: {name: fleet, namespace: policies}
        spec: {DecisionStrategy: {DecisionGroups: [{GroupName: canary, clusterSelector: {matchLabels: {env: dev}}}]}}
        """;
    String file =
        file(
            policy(
                "{type: manualPerGroup, manualPerGroup: {mandatoryDecisionGroups: [{groupName:"
                    + " canary}]}}"),
            placement,
            BINDING);
    CommandRun run = standalone("-f", file);
    assertThat(run.code()).as(run.toString()).isZero();
    assertThat(run.out()).doesNotContain("which no bound placement declares");
  }

  @Test
  void allProblemsAreNamedAtOnceWithTheirPlaces() throws IOException {
    String file =
        file(
            policy(
                "{type: manualPerGroup, manualPerGroup: {progressDeadline: 10min,"
                    + " mandatoryDecisionGroups: [{groupName: canary}]}}"),
            PLACEMENT,
            BINDING,
            ROLLOUT);
    assertThat(standalone("-f", file))
        .isEqualTo(
            new CommandRun(
                1,
                """
                FILE:1: Policy policies/web: Rollout spec.decisionGroups[2].groupName is "dev", listed before at [0]. Keep one entry.
                FILE:6: Policy policies/web: spec.rolloutStrategy.manualPerGroup.mandatoryDecisionGroups[0].groupName is "canary", which no bound placement declares. Use one of: dev, prod.
                FILE:6: Policy policies/web: spec.rolloutStrategy.manualPerGroup.progressDeadline is "10min", not a duration. Write one such as "1h30m", "10m" or "90s", or "None".
                FILE:28: Rollout policies/policy-web: spec.approvals lists uat, which no bound placement declares. Groups are dev, prod and ungrouped.
                FILE:28: Rollout policies/policy-web: spec.decisionGroups lists qa, which no bound placement declares. Groups are dev, prod and ungrouped.
                The files hold no ManagedCluster, so what Placements choose is not checked.
                5 problems in 4 objects.
                """
                    .replace("FILE", file),
                ""));
  }

  @Test
  void calendarsAreCheckedAndOneThatTheFilesLackIsNoFinding() throws IOException {
    String file =
        file(
            """
            apiVersion: cluster.open-cluster-management.io/v1beta1
            kind: RolloutCalendar
            metadata: {name: retail, namespace: policies}
            spec:
              windows:
              - {name: nights, cron: "0 22 * * *", window: 6h}
              - {name: days, cron: "0 8 * * *", window: 0h}
            """,
            """
            apiVersion: cluster.open-cluster-management.io/v1beta1
            kind: ClusterRolloutCalendar
            metadata: {name: year-end}
            spec:
              timeZone: Europe/Zurih
            """,
            """
            apiVersion: cluster.open-cluster-management.io/v1beta1
            kind: Rollout
            metadata: {name: policy-web, namespace: policies}
            spec: {schedule: {calendars: [{name: elsewhere}]}}
            """);

    CommandRun run = standalone("-f", file);

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out())
        .contains(
            file
                + ":7: RolloutCalendar policies/retail: spec.windows[1].window of window days is"
                + " \"0h\", not a duration of more than 0 and at most 168h.",
            file + ":13: ClusterRolloutCalendar year-end: spec.timeZone is \"Europe/Zurih\"",
            "2 problems in 3 objects.")
        .doesNotContain("elsewhere");
  }

  @Test
  void checksOfARolloutAreCheckedBesideTheirPolicyAndAlone() throws IOException {
    String rollout =
        """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: Rollout
        metadata: {name: policy-%s, namespace: policies}
        spec: {checks: [{name: smoke, webhook: {url: smoke}}]}
        """;
    String file =
        file(
            policy("{type: progressive}"),
            PLACEMENT,
            BINDING,
            rollout.formatted("web"),
            rollout.formatted("other"));

    assertThat(standalone("-f", file).out())
        .contains(
            "Policy policies/web: Rollout spec.checks[0].webhook.url of check smoke is \"smoke\"",
            "Rollout policies/policy-other: Rollout spec.checks[0].webhook.url of check smoke is");
  }

  @Test
  void notificationsOfARolloutAndNotifiersAreChecked() throws IOException {
    String rollout =
        """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: Rollout
        metadata: {name: policy-web, namespace: policies}
        spec:
          notifications:
          - {name: bus, url: https://events.example.com/sluice}
          - {name: chat, format: Slack, evnets: [halted]}
        """;
    String file =
        file(
            policy("{type: progressive}"),
            PLACEMENT,
            BINDING,
            rollout,
            """
            apiVersion: cluster.open-cluster-management.io/v1beta1
            kind: RolloutNotifier
            metadata: {name: pager, namespace: policies}
            spec:
              secretRef: {name: pager}
              format: PagerDuty
              policySelector:
                matchLabels: {tier: "two words"}
            """,
            """
            apiVersion: cluster.open-cluster-management.io/v1beta1
            kind: RolloutNotifier
            metadata: {name: chat, namespace: policies}
            spec: {secretRef: {name: chat}, format: Slack, events: [halted]}
            """);

    CommandRun run = standalone("-f", file);

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out())
        .contains(
            ": Rollout policies/policy-web: spec.notifications[1] of notification chat has neither"
                + " url nor secretRef. Write the URL, or name a Secret that has it as url.",
            "warning: Rollout policies/policy-web: spec.notifications[1].evnets is no setting of a"
                + " notification. Remove it.",
            ": RolloutNotifier policies/pager: spec.policySelector.matchLabels.tier is \"two"
                + " words\", not a label value.",
            "warning: RolloutNotifier policies/pager: spec has no events, so that PagerDuty opens"
                + " an incident also for waiting-for-approval and group-opened.")
        .doesNotContain("RolloutNotifier policies/chat");
  }

  @Test
  void rulesOfApprovalsOfARolloutAloneAreChecked() throws IOException {
    String file =
        file(
            """
            apiVersion: cluster.open-cluster-management.io/v1beta1
            kind: Rollout
            metadata: {name: policy-other, namespace: policies}
            spec: {approvalRules: [{required: 0, expiresAfter: soon}]}
            """);

    assertThat(standalone("-f", file).out())
        .contains(
            "Rollout policies/policy-other: Rollout spec.approvalRules[0].required is 0",
            "Rollout policies/policy-other: Rollout spec.approvalRules[0].expiresAfter is");
  }

  @Test
  void aSoakThatEndsBeforeTheHubNoticesALossIsWarnedOf() throws IOException {
    String strategy = "{type: progressive, progressive: {minSuccessTime: %s}}";
    String file = file(policy(strategy.formatted("5m")), PLACEMENT, BINDING);
    CommandRun warned =
        new CommandRun(
            0,
            """
            FILE:1: warning: Policy policies/web: spec.rolloutStrategy.progressive.minSuccessTime is 5m, and OCM needs five to six minutes to notice that a cluster is gone: a version that cuts clusters off may pass. Set it to 6m or more.
            The files hold no ManagedCluster, so what Placements choose is not checked.
            No problem, 1 warning in 3 objects.
            """
                .replace("FILE", file),
            "");
    assertThat(standalone("-f", file)).isEqualTo(warned);
    assertThat(standalone("-f", file(policy("{type: All}"), PLACEMENT, BINDING)).out())
        .doesNotContain("warning");
    assertThat(standalone("-f", file(policy(strategy.formatted("6m")))).out())
        .doesNotContain("warning");
  }

  @Test
  void groupsThatAreEmptyOrOverlapAreWarnedOf() throws IOException {
    String file =
        file(
            policy("{type: manualPerGroup, manualPerGroup: {minSuccessTime: 6m}}"),
            PLACEMENT,
            BINDING,
            cluster("c1", "web: \"yes\""),
            cluster("c2", "web: \"yes\", env: stage"));
    CommandRun empty =
        new CommandRun(
            0,
            """
            FILE:14: warning: Placement policies/fleet: spec.decisionStrategy.groupStrategy.decisionGroups[0] (dev) takes no cluster. Compare its selector with the chosen clusters.
            The files hold no ManagedClusterSet and no ManagedClusterSetBinding: checked as if every set that a Placement may use were bound.
            No problem, 1 warning in 3 objects.
            """
                .replace("FILE", file),
            "");
    assertThat(standalone("-f", file)).isEqualTo(empty);
    assertThat(standalone("-f", file, "--strict")).isEqualTo(new CommandRun(1, empty.out(), ""));

    file(PLACEMENT, cluster("c1", "web: \"yes\", env: dev"), cluster("c2", "web: \"yes\""));
    assertThat(standalone("-f", file).out())
        .isEqualTo(
            """
            FILE:1: warning: Placement policies/fleet: 1 cluster (c1) is matched by several decisionGroups, and the first one counts. Make the selectors exclude each other.
            The files hold no ManagedClusterSet and no ManagedClusterSetBinding: checked as if every set that a Placement may use were bound.
            No problem, 1 warning in 1 object.
            """
                .replace("FILE", file));
  }

  @Test
  void aPlacementThatChoosesNoClusterSaysWhy() throws IOException {
    String file =
        file(
            PLACEMENT.replace(
                "spec: {",
                "spec: {predicates: [{requiredClusterSelector: {labelSelector: {matchLabels: {env:"
                    + " none}}}}], "),
            cluster("c1", "env: dev"));
    assertThat(standalone("-f", file).out())
        .isEqualTo(
            """
            FILE:1: warning: Placement policies/fleet: No cluster matches, is tolerated and is taken by numberOfClusters. Compare its predicates and tolerations with the clusters.
            The files hold no ManagedClusterSet and no ManagedClusterSetBinding: checked as if every set that a Placement may use were bound.
            No problem, 1 warning in 1 object.
            """
                .replace("FILE", file));
  }

  @Test
  void clustersThatAreAllTaintedAreNamedAsTheReason() throws IOException {
    String tainted =
        cluster("c1", "env: dev")
            .replace(
                "{hubAcceptsClient", "{taints: [{key: a, effect: NoSelect}], hubAcceptsClient");

    assertThat(standalone("-f", file(PLACEMENT, tainted)).out())
        .contains(
            "Of the clusters that match, taints that are not tolerated keep out all 1. Add tolerations to the Placement, or take the taints off.");
  }

  @Test
  void settingsOfAPlacementThatWouldKeepOldDecisionsAreRefused() throws IOException {
    String file =
        file(
            """
            apiVersion: cluster.open-cluster-management.io/v1beta1
            kind: Placement
            metadata: {name: fleet, namespace: policies}
            spec:
              numberOfClusters: -1
              decisionStrategy: {clustersPerDecisionGroup: "150"}
            """);
    CommandRun run = standalone("-f", file, "-o", "json");

    assertThat(run.code()).isOne();
    JsonNode tree = OutputSchema.of("lint-report.json").accepts(run.out());
    assertThat(tree.at("/problems").findValuesAsText("severity"))
        .containsExactly("Error", "Error", "Warning");
    assertThat(tree.at("/problems/1/path").asText()).isEqualTo("spec.numberOfClusters");
    assertThat(tree.at("/problems/2/reason").asText()).isEqualTo("PlacementWarning");
    assertThat(tree.at("/notes/0").asText()).isEqualTo(NO_CLUSTERS.strip());
    assertThat(
            OutputSchema.of("lint-report.json")
                .acceptsYaml(standalone("-f", file, "-o", "yaml").out()))
        .isEqualTo(tree);
  }

  @Test
  void whereClustersMayNotBeReadThatIsSaid() {
    try (EmbeddedHub hub = EmbeddedHub.start(0);
        KubernetesClient client =
            new KubernetesClientBuilder()
                .withConfig(new ConfigBuilder(Config.empty()).withMasterUrl(hub.url()).build())
                .build()) {
      for (String yaml :
          new String[] {
            "apiVersion: v1\nkind: Namespace\nmetadata: {name: policies}\n",
            policy("{type: manualPerGroup, manualPerGroup: {minSuccessTime: 6m}}"),
            PLACEMENT,
            PLACEMENT.replace("name: fleet", "name: other"),
            BINDING
          }) {
        client.resource(Serialization.unmarshal(yaml, GenericKubernetesResource.class)).create();
      }
      hub.faults()
          .inject(
              RequestMatcher.anything().verb("list").kind("ManagedCluster"),
              Fault.error(403, "ann may not list"));
      CommandRun run = CommandRun.of("lint", "web", "-n", "policies", "--hub", hub.url());
      assertThat(run.code()).isZero();
      assertThat(run.out())
          .startsWith("What Placements choose is not checked, because clusters could not be read: ")
          .endsWith("No problem in 3 objects.\n");
    }
  }

  @Test
  void withoutItsPlacementsGroupsAreNotChecked() throws IOException {
    String file =
        file(
            policy(
                "{type: manualPerGroup, manualPerGroup: {mandatoryDecisionGroups: [{groupName:"
                    + " canary}]}}"));
    assertThat(standalone("-f", file).code()).isZero();
  }

  @Test
  void aStrategyInARolloutIsCheckedWithoutItsPolicy() throws IOException {
    String file =
        file(
            """
            apiVersion: cluster.open-cluster-management.io/v1beta1
            kind: Rollout
            metadata: {name: policy-web, namespace: policies}
            spec: {rolloutStrategy: {type: Canary}}
            """);
    assertThat(standalone("-f", file).out())
        .startsWith(
            file
                + ":4: Rollout policies/policy-web: spec.rolloutStrategy.type is \"Canary\", which"
                + " is no strategy. Use All, Progressive, ProgressivePerGroup or"
                + " manualPerGroup.\n");
  }

  @Test
  void programsGetEveryProblemWithItsReason() throws IOException {
    String file = file(policy("{type: Canary}"));
    CommandRun run = standalone("-f", file, "-o", "json");
    assertThat(run.code()).isOne();
    assertThat(Serialization.unmarshal(run.out(), Map.class).toString())
        .contains("objects=1", "reason=UnknownType", "path=spec.rolloutStrategy.type", "line=6");
  }

  @Test
  void besideThePropagatorOtherRulesHold() throws IOException {
    String file = file(policy("{type: Progressive, progressive: {maxConcurrency: 2}}"));
    assertThat(standalone("-f", file).code()).isZero();
    assertThat(CommandRun.of("lint", "-f", file, "--beside").code()).isZero();
    Files.writeString(
        folder.resolve("rollout.yaml"),
        """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: Rollout
        metadata: {name: policy-web, namespace: policies}
        spec: {rolloutStrategy: {type: Progressive, pendingClusters: KeepPrevious}}
        """);
    assertThat(CommandRun.of("lint", "-f", folder.toString(), "--beside").out())
        .contains("needs standalone mode", "is \"enforce\", and cannot be staged beside");
  }

  @Test
  void aPolicyOfTheHubIsCheckedWithItsPlacements() {
    try (EmbeddedHub hub = EmbeddedHub.start(0);
        KubernetesClient client =
            new KubernetesClientBuilder()
                .withConfig(new ConfigBuilder(Config.empty()).withMasterUrl(hub.url()).build())
                .build()) {
      for (String yaml :
          new String[] {
            "apiVersion: v1\nkind: Namespace\nmetadata: {name: policies}\n",
            policy(
                "{type: manualPerGroup, manualPerGroup: {minSuccessTime: 6m,"
                    + " mandatoryDecisionGroups: [{groupName: canary}]}}"),
            PLACEMENT,
            BINDING
          }) {
        client.resource(Serialization.unmarshal(yaml, GenericKubernetesResource.class)).create();
      }
      assertThat(CommandRun.of("lint", "web", "-n", "policies", "--hub", hub.url()))
          .isEqualTo(
              new CommandRun(
                  1,
                  """
                  hub: Policy policies/web: spec.rolloutStrategy.manualPerGroup.mandatoryDecisionGroups[0].groupName is "canary", which no bound placement declares. Use one of: dev, prod.
                  hub: warning: Placement policies/fleet: No ManagedClusterSet that exists is bound to its namespace. Create a ManagedClusterSetBinding.
                  1 problem, 1 warning in 3 objects.
                  """,
                  ""));
    }
  }

  @Test
  void oneOfFilesAndAPolicyIsNamed() {
    assertThat(CommandRun.of("lint").err())
        .startsWith("Cannot check: neither files nor a policy are named.");
  }
}
