package io.sluice.tools.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.tools.cli.CommandRun;
import io.sluice.tools.option.ExitCodes;
import io.sluice.tools.status.OutputSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shows what a rollout would do if files were applied now, and what that changes. */
class PlanFilesTest {
  private static final String MANUAL =
      "{type: manualPerGroup, manualPerGroup: {minSuccessTime: 5m, progressDeadline: 10m}}";

  private final PlanHub hub = new PlanHub();

  @TempDir private Path folder;

  @AfterEach
  void close() {
    hub.close();
  }

  private String file(String... documents) throws IOException {
    return Files.writeString(folder.resolve("web.yaml"), String.join("---\n", documents))
        .toString();
  }

  private CommandRun plan(String... more) {
    return CommandRun.of(
        Stream.concat(Stream.of("plan", "-n", "policies", "--hub", hub.url()), Arrays.stream(more))
            .toArray(String[]::new));
  }

  @Test
  void aStrategyThatIsNotAppliedYetIsPlannedAndCompared() throws IOException {
    hub.strategy(MANUAL);
    String file =
        file(
            PlanHub.policy(
                "{type: ProgressivePerGroup, progressivePerGroup: {minSuccessTime: 2m}}"));
    assertThat(plan("-f", file))
        .isEqualTo(
            new CommandRun(
                ExitCodes.OK,
                """
                Plan of policy policies/web  generation 2  ProgressivePerGroup
                Attempt 1 is due: the policy was never rolled out.

                  +0s       dev: 2 clusters, d1, d2 (group dev is the first of 3)
                            after compliance of dev 1m, soak of dev 2m
                  +3m       stage: 2 clusters, s1, s2 (group dev is finished, stage is next)
                            after compliance of stage 1m, soak of stage 2m
                  +6m       prod: 2 clusters, p1, p2 (group stage is finished, prod is next)
                            after compliance of prod 1m, soak of prod 2m
                  +9m       ends: Succeeded

                Least time   6m
                Likely time  9m (no former times are known: 1m until a cluster reports)

                What the files change:
                  generation        1 -> 2, with the same content for the clusters
                  type              manualPerGroup -> ProgressivePerGroup
                  minSuccessTime    5m -> 2m
                  progressDeadline  10m -> none
                  approvals         not needed any more: dev, stage, prod
                  least time        15m -> 6m
                  likely time       18m -> 9m
                """,
                ""));
  }

  @Test
  void filesThatTheHubHasAlreadyChangeNothing() throws IOException {
    hub.strategy(MANUAL);
    String file = file(PlanHub.policy(MANUAL));
    assertThat(plan("-f", file).out())
        .endsWith(
            """

            The files change nothing of it: version, strategy, groups and clusters are those
            that the hub has.
            """);
  }

  @Test
  void aPolicyThatTheHubDoesNotHaveIsNew() throws IOException {
    String file = file(PlanHub.policy(MANUAL));
    assertThat(plan("-f", file).out())
        .startsWith(
            """
            Plan of policy policies/web  generation 1  manualPerGroup
            Attempt 1 is due: the policy was never rolled out.
            """)
        .endsWith("\nThe hub has no policy of this name yet.\n");
  }

  @Test
  void aPlacementThatMovesClustersFollowsThePlansForPeople() throws IOException {
    String strategy = "{type: ProgressivePerGroup, progressivePerGroup: {minSuccessTime: 2m}}";
    hub.strategy(strategy);
    String file =
        file(
            PlanHub.policy(strategy),
            """
            apiVersion: cluster.open-cluster-management.io/v1beta2
            kind: ManagedClusterSet
            metadata: {name: all}
            spec: {clusterSelector: {selectorType: LabelSelector, labelSelector: {}}}
            """,
            """
            apiVersion: cluster.open-cluster-management.io/v1beta2
            kind: ManagedClusterSetBinding
            metadata: {name: all, namespace: policies}
            spec: {clusterSet: all}
            """,
            """
            apiVersion: cluster.open-cluster-management.io/v1beta1
            kind: Placement
            metadata: {name: sites, namespace: policies}
            spec: {decisionStrategy: {groupStrategy: {clustersPerDecisionGroup: 6}}}
            """);

    assertThat(plan("-f", file).out())
        .startsWith("Plan of policy policies/web  generation 1")
        .contains("\n\nPlacement policies/sites\nClusters: 6 move, 0 join, 0 leave.\n")
        .contains("from group 0 (dev) to the new group 0 (unnamed): d1, d2\n");
    assertThat(plan("web", "-f", file).out()).doesNotContain("Placement policies/sites");
    assertThat(plan("-f", file, "-o", "json").out())
        .contains("\"RolloutPlan\"")
        .doesNotContain("clusterCount");
  }

  @Test
  void aPlacementIsEvaluatedAsItsControllerWill() throws IOException {
    hub.strategy("{type: ProgressivePerGroup, progressivePerGroup: {minSuccessTime: 2m}}");
    String file =
        file(
            """
            apiVersion: cluster.open-cluster-management.io/v1beta2
            kind: ManagedClusterSet
            metadata: {name: all}
            spec: {clusterSelector: {selectorType: LabelSelector, labelSelector: {}}}
            """,
            """
            apiVersion: cluster.open-cluster-management.io/v1beta2
            kind: ManagedClusterSetBinding
            metadata: {name: all, namespace: policies}
            spec: {clusterSet: all}
            """,
            """
            apiVersion: cluster.open-cluster-management.io/v1
            kind: ManagedCluster
            metadata: {name: c1, labels: {stage: canary}}
            """,
            """
            apiVersion: cluster.open-cluster-management.io/v1
            kind: ManagedCluster
            metadata: {name: p2, labels: {stage: old}}
            """,
            """
            apiVersion: cluster.open-cluster-management.io/v1beta1
            kind: Placement
            metadata: {name: sites, namespace: policies}
            spec:
              predicates:
              - requiredClusterSelector:
                  labelSelector: {matchExpressions: [{key: stage, operator: NotIn, values: [old]}]}
              decisionStrategy:
                groupStrategy:
                  decisionGroups:
                  - groupName: canary
                    groupClusterSelector: {labelSelector: {matchLabels: {stage: canary}}}
                  clustersPerDecisionGroup: 3
            """);
    CommandRun run = plan("web", "-f", file);
    assertThat(run.out().substring(run.out().indexOf("What the files")))
        .isEqualTo(
            """
            What the files change:
              groups            new: canary, ungrouped-1, ungrouped-2; gone: dev, stage,
                                prod
              clusters          join: c1; leave: p2
              moved             group dev -> ungrouped-1: d1, d2
                                group prod -> ungrouped-1: p1
                                group stage -> ungrouped-2: s1, s2
                                wave 1 -> 2: d1, d2
                                wave 3 -> 2: p1
                                wave 2 -> 3: s1, s2
            """);
  }

  @Test
  void aRunningAttemptOfAnotherVersionIsSuperseded() throws IOException {
    hub.strategy(MANUAL)
        .rollout(
            "{}",
            "{attempt: 3, rolloutUID: u3, runOpen: true, currentRolloutGeneration: 1,"
                + " strategyHash: h, counts: {clusters: 6, toApply: 4, progressing: 2}}");
    String file = file(PlanHub.policy(MANUAL).replace("severity: low", "severity: high"));
    assertThat(plan("-f", file).out())
        .startsWith(
            """
            Plan of policy policies/web  generation 2  manualPerGroup
            Attempt 3 of generation 1 runs, and is superseded: 2 of 6 clusters have started
            with it.
            Attempt 4 is due: generation 2 of the policy is new, 1 was rolled out last.
            """)
        .endsWith(
            """

            What the files change:
              generation        1 -> 2, with another content for the clusters
            """);
  }

  @Test
  void whatAWorkerWouldRefuseIsRefusedAsLintDoes() throws IOException {
    String file = file(PlanHub.policy("{type: Canary}"));
    assertThat(plan("-f", file))
        .isEqualTo(
            new CommandRun(
                ExitCodes.FAILED,
                "",
                """
                Cannot plan policy policies/web: a worker would refuse the files.
                FILE:7: Policy policies/web: spec.rolloutStrategy.type is "Canary", which is no strategy. Use All, Progressive, ProgressivePerGroup or manualPerGroup.
                Correct them; they are checked alone by: ./sluice lint -f FILE
                """
                    .replace("FILE", file)));
  }

  @Test
  void aPolicyThatNeitherHasIsNotFound() throws IOException {
    hub.strategy(MANUAL);
    assertThat(plan("wep", "-f", file(PlanHub.policy(MANUAL))).err())
        .isEqualTo(
            "Cannot plan policy policies/wep: the hub has no such policy. Did you mean web? There are: web.\n");
  }

  @Test
  void filesAloneNeedNoHub() throws IOException {
    String file =
        file(
            PlanHub.policy(
                "{type: ProgressivePerGroup, progressivePerGroup: {minSuccessTime: 2m}}"),
            PlanHub.BINDING,
            """
            apiVersion: cluster.open-cluster-management.io/v1beta1
            kind: Placement
            metadata: {name: sites, namespace: policies}
            spec: {decisionStrategy: {groupStrategy: {clustersPerDecisionGroup: 2}}}
            """,
            """
            apiVersion: cluster.open-cluster-management.io/v1
            kind: ManagedCluster
            metadata: {name: c1}
            """,
            """
            apiVersion: cluster.open-cluster-management.io/v1
            kind: ManagedCluster
            metadata: {name: c2}
            """,
            """
            apiVersion: cluster.open-cluster-management.io/v1
            kind: ManagedCluster
            metadata: {name: c3}
            """);
    assertThat(CommandRun.of("plan", "-f", file, "--local", "--standalone", "-n", "policies"))
        .isEqualTo(
            new CommandRun(
                ExitCodes.OK,
                """
                Plan of policy policies/web  generation 1  ProgressivePerGroup
                The files hold no ManagedClusterSet and no ManagedClusterSetBinding: shown as if
                every set that a Placement may use were bound.
                Attempt 1 is due: the policy was never rolled out.

                  +0s       ungrouped-0: 2 clusters, c1, c2 (group ungrouped-0 is the first of
                            2)
                            after compliance of ungrouped-0 1m, soak of ungrouped-0 2m
                  +3m       ungrouped-1: 1 cluster, c3 (group ungrouped-0 is finished,
                            ungrouped-1 is next)
                            after compliance of ungrouped-1 1m, soak of ungrouped-1 2m
                  +6m       ends: Succeeded

                Least time   4m
                Likely time  6m (no former times are known: 1m until a cluster reports)
                """,
                ""));
  }

  @Test
  void aPolicyThatOnlyInformsIsPlannedWithoutAStrategyThatIsNotUsed() throws IOException {
    String file =
        file(
            PlanHub.policy("{type: ProgressivePerGroup}").replace("enforce", "inform"),
            PlanHub.BINDING,
            "apiVersion: cluster.open-cluster-management.io/v1beta1\nkind: Placement\nmetadata: {name: sites, namespace: policies}\n",
            "apiVersion: cluster.open-cluster-management.io/v1\nkind: ManagedCluster\nmetadata: {name: c1}\n");

    assertThat(CommandRun.of("plan", "-f", file, "--local", "--standalone", "-n", "policies").out())
        .startsWith(
            """
            Plan of policy policies/web  generation 1
            spec.rolloutStrategy has no effect: the policy only informs, so it goes to all
            clusters at once. Take it off, or set spec.remediationAction to enforce.
            The files hold no ManagedClusterSet and no ManagedClusterSetBinding: shown as if
            every set that a Placement may use were bound.
            Attempt 1 is due: the policy was never rolled out.

              +0s       ungrouped-0: 1 cluster, c1 (the policy only informs, so it goes to
                        all clusters at once)
            """)
        .doesNotContain("ProgressivePerGroup", "type All");
  }

  @Test
  void aPlanWithoutClustersSaysWhy() throws IOException {
    String set =
        "apiVersion: cluster.open-cluster-management.io/v1beta2\nkind: ManagedClusterSet\nmetadata: {name: sites}\n";
    String placement =
        "apiVersion: cluster.open-cluster-management.io/v1beta1\nkind: Placement\nmetadata: {name: sites, namespace: policies}\n";
    String tainted =
        "apiVersion: cluster.open-cluster-management.io/v1\nkind: ManagedCluster\nmetadata: {name: c1}\nspec: {taints: [{key: a, effect: NoSelect}]}\n";

    assertThat(without(PlanHub.BINDING, placement, tainted, set))
        .contains("No cluster is selected.", "no ManagedClusterSet that exists is bound");
    assertThat(without(PlanHub.BINDING, placement, tainted))
        .contains("No cluster is selected.", "taints that are not tolerated keep out all 1.");
  }

  private String without(String... objects) throws IOException {
    String file =
        file(
            Stream.concat(
                    Stream.of(PlanHub.policy("{type: ProgressivePerGroup}")), Stream.of(objects))
                .toArray(String[]::new));
    return CommandRun.of("plan", "-f", file, "--local", "--standalone", "-n", "policies")
        .out()
        .replaceAll("\\s+", " ");
  }

  @Test
  void aNumberAsAnAnnotationIsRefusedAsByTheHub() throws IOException {
    String file =
        file(
            PlanHub.policy("{type: All}")
                .replace("metadata: {name: web,", "metadata: {annotations: {a: 2}, name: web,"));

    assertThat(CommandRun.of("plan", "-f", file, "--local", "-n", "policies").err())
        .contains("metadata.annotations[a] is 2, and no text. Put it into quotes.");
  }

  @Test
  void besideThePropagatorIsPlannedWithoutAHub() throws IOException {
    String file =
        file(
            PlanHub.policy("{type: All}"),
            PlanHub.BINDING,
            "apiVersion: cluster.open-cluster-management.io/v1beta1\nkind: Placement\nmetadata: {name: sites, namespace: policies}\n");

    assertThat(CommandRun.of("plan", "-f", file, "--local", "-n", "policies").out())
        .contains("spec.rolloutStrategy is not looked at next to OCM's propagator")
        .contains("It has no rollout strategy");
  }

  @Test
  void whatAHubHasPublishedIsPlannedWithoutIt() throws IOException {
    hub.strategy(MANUAL);
    String file = Files.writeString(folder.resolve("hub.yaml"), hub.dump()).toString();
    assertThat(
            CommandRun.of("plan", "web", "-f", file, "--local", "--standalone", "-n", "policies"))
        .isEqualTo(plan("web"));
  }

  @Test
  void localNeedsFiles() {
    assertThat(CommandRun.of("plan", "web", "--local").err())
        .startsWith("Cannot use --local: no file is named. Name one, as -f web-tls.yaml.");
  }

  @Test
  void programsReadTheChangesAsTheSchemaDescribes() throws IOException {
    hub.strategy(MANUAL);
    String file = file(PlanHub.policy("{type: All}"));
    JsonNode tree =
        OutputSchema.of("rollout-plan.json").accepts(plan("-f", file, "-o", "json").out());
    assertThat(tree.at("/changes/waves/to").asInt()).isEqualTo(1);
    assertThat(tree.at("/changes/settings/0/to").asText()).isEqualTo("All");
  }
}
