package io.sluice.tools.request;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.hub.crd.Kinds;
import io.sluice.simulator.api.EmbeddedHub;
import io.sluice.simulator.api.Fault;
import io.sluice.simulator.api.RequestMatcher;
import io.sluice.tools.cli.CommandRun;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Runs the commands that write a request into the spec of a Rollout, as a person does. */
class RequestCommandsTest {
  private static final String RUNNING =
      """
      phase: Progressing
      rolloutUID: u1
      runOpen: true
      counts: {clusters: 5, progressing: 1, soaking: 1, toApply: 3}
      decisionGroups:
      - {placement: p, groupName: dev, groupIndex: 0, counts: {clusters: 5, progressing: 1, soaking: 1, toApply: 3}}
      - {placement: p, groupName: prod, groupIndex: 1}
      """;
  private static final String FAILED =
      """
      phase: Halted
      outcome: Failed
      rolloutUID: u1
      runOpen: false
      counts: {clusters: 5, succeeded: 2, failed: 1, toApply: 2}
      """;

  private final EmbeddedHub hub = EmbeddedHub.start(0);
  private final KubernetesClient client =
      new KubernetesClientBuilder()
          .withConfig(new ConfigBuilder(Config.empty()).withMasterUrl(hub.url()).build())
          .build();

  @BeforeEach
  void fillTheHub() {
    create("{apiVersion: v1, kind: Namespace, metadata: {name: policies}}");
    create(
        "{apiVersion: cluster.open-cluster-management.io/v1, kind: ManagedCluster, metadata: {name:"
            + " c1}, spec: {hubAcceptsClient: true}}");
    create(
        "{apiVersion: cluster.open-cluster-management.io/v1, kind: ManagedCluster, metadata: {name:"
            + " c2}, spec: {hubAcceptsClient: true}}");
  }

  @AfterEach
  void close() {
    client.close();
    hub.close();
  }

  @Test
  void aPauseSaysWhatGoesOnAndHowItEnds() {
    given("", "{}", RUNNING);
    prints(
        """
        Paused the rollout of policy policies/web: no further cluster starts. 2 clusters in flight go on: soaks and deadlines do not stop.
        End it with: ./sluice resume web -n policies --hub HUB
        """,
        "pause web");
    prints("The rollout of policy policies/web is already paused", "pause web");
    prints("Resumed the rollout of policy policies/web.\n", "resume web");
    assertSpec("{paused=false}");
    prints("The rollout of policy policies/web is not paused.\n", "resume web");
  }

  /** An apply writes what its manifest has as it stands there, a list as a whole. */
  @Test
  void whatTheNextApplyOfAManifestTakesBackIsSaid() {
    given("7", "{}", RUNNING);
    applied(
        "{spec: {paused: false, approvalsForVersion: '6', decisionGroups: [{groupName: dev,"
            + " rolloutApproved: true}], approvals: {qa: {rolloutApproved: true}}}}");

    assertThat(run("approve web prod --any-version").out())
        .as("an entry that the manifest lacks")
        .contains("Approved group prod")
        .doesNotContain("manifest");
    assertThat(run("approve web prod").out())
        .contains(
            "Rollout policies/policy-web is applied from a manifest that has spec.approvalsForVersion: the next apply of it, or sync of Argo CD, takes this back. Change the manifest, too.\n");
    assertThat(run("pause web").out()).contains("a manifest that has spec.paused: ");
    assertThat(run("resume web").out())
        .as("as the manifest has it")
        .doesNotContain("manifest")
        .contains("Resumed");
    applied("{spec: {approvals: {prod: {rolloutApproved: true}}}}");
    assertThat(run("revoke web prod").out())
        .contains("a manifest that has spec.approvals.prod.rolloutApproved: ");
    assertThat(run("revoke web prod").out()).as("nothing is written").doesNotContain("manifest");
  }

  private void applied(String manifest) {
    client
        .genericKubernetesResources(Kinds.ROLLOUT)
        .inNamespace("policies")
        .withName("policy-web")
        .edit(
            rollout -> {
              rollout
                  .getMetadata()
                  .setAnnotations(
                      Map.of(
                          "kubectl.kubernetes.io/last-applied-configuration",
                          Serialization.asJson(
                              Serialization.unmarshal("---\n" + manifest, Map.class))));
              return rollout;
            });
  }

  @Test
  void aPauseByMessageIsNotEndedInTheSpec() {
    given("", "{}", RUNNING + "paused: true\n");
    refuses(
        "Cannot resume the rollout of policy policies/web: it was paused by message, and only a"
            + " message ends that. Send the update resume in Temporal's Web UI, or with: temporal"
            + " workflow update execute -w rollout/hub/policies/web --name resume --input"
            + " '{\"by\":\"your name\"}'\n",
        "resume web");
  }

  @Test
  void aPauseInBothPlacesNamesWhatIsLeft() {
    given("", "{paused: true}", RUNNING + "paused: true\n");
    prints(
        "Ended the pause of policy policies/web in the spec. It is still paused by message.\n"
            + "End that with:\n",
        "resume web");
  }

  @Test
  void anAbortNamesTheAttemptThatIsOpen() {
    given("", "{}", RUNNING);
    prints(
        """
        Aborted the rollout of policy policies/web: it ends at its next step, and every cluster keeps what it has. 2 clusters in flight are not looked at any more.
        Once it has ended, roll the same version out again with: ./sluice retry web -n policies --hub HUB
        """,
        "abort web");
    assertSpec("{abortRollout={rolloutUID=u1}}");
    prints("Asked before to abort the rollout of policy policies/web", "abort web");
    refuses(
        "Cannot retry the rollout of policy policies/web: its abort is asked for, and it has not"
            + " ended yet. Try again after: ./sluice wait web --for Done -n policies --hub HUB\n",
        "retry web");
  }

  @Test
  void whatHasEndedIsNotAborted() {
    given("", "{}", FAILED);
    refuses(
        "Cannot abort the rollout of policy policies/web: its outcome is already Failed, so there"
            + " is nothing to abort.\n",
        "abort web");
  }

  @Test
  void whatHasNotBegunIsNotAborted() {
    given("", "{}", "phase: Pending");
    refuses(
        "Cannot abort the rollout of policy policies/web: it has not begun. Look at it with:"
            + " ./sluice status web -n policies --hub HUB\n",
        "abort web");
  }

  @Test
  void aRetryNamesTheAttemptThatFailed() {
    given("", "{retryRollout: {rolloutUID: former, failedOnly: true}}", FAILED);
    prints("Retries the rollout of policy policies/web: every cluster in its turn.\n", "retry web");
    assertSpec("{retryRollout={rolloutUID=u1}}");
    prints("Asked before to retry the rollout of policy policies/web", "retry web");
  }

  @Test
  void aRetryOfTheFailedSaysHowManyStay() {
    given("", "{}", FAILED);
    prints(
        "Retries the rollout of policy policies/web, for 3 clusters that have not succeeded; 2"
            + " clusters stay as they are.\n",
        "retry web --failed-only");
    assertSpec("{retryRollout={rolloutUID=u1, failedOnly=true}}");
  }

  @Test
  void whatIsUnderWayIsNotRetried() {
    given("", "{}", RUNNING);
    refuses(
        "Cannot retry the rollout of policy policies/web: it is under way, in phase Progressing."
            + " Wait for its end, or abort it first with: ./sluice abort web -n policies --hub HUB\n",
        "retry web");
  }

  @Test
  void whatHasSucceededIsNotRetried() {
    given("", "{}", FAILED.replace("Failed", "Succeeded"));
    refuses(
        "Cannot retry the rollout of policy policies/web: it has succeeded. A change of the policy"
            + " begins the next rollout.\n",
        "retry web");
  }

  @Test
  void skippedClustersAreBoundToTheAttemptAndCanCountAgain() {
    given("", "{skippedClusters: [{clusterName: c9, rolloutUID: former}]}", RUNNING);
    prints(
        """
        Skipped clusters c1, c2 in the rollout of policy policies/web: what they report does not count, and no other cluster waits for them.
        Undo it with: ./sluice skip web c1 c2 --undo -n policies --hub HUB
        """,
        "skip web c1 c2");
    assertSpec(
        "{skippedClusters=[{clusterName=c1, rolloutUID=u1}, {clusterName=c2, rolloutUID=u1}]}");
    prints("Cluster c1 is already skipped in the rollout of policy policies/web.\n", "skip web c1");
    prints(
        "Cluster c1 counts again in the rollout of policy policies/web.\n", "skip --undo web c1");
    assertSpec("{skippedClusters=[{clusterName=c2, rolloutUID=u1}]}");
    prints("Cluster c2 counts again", "skip --undo web c2");
    assertSpec("{}");
  }

  @Test
  void aClusterThatIsNotThereIsNotSkipped() {
    given("", "{}", RUNNING);
    refuses(
        "Cannot skip cluster c7: the hub has no ManagedCluster of that name. Did you mean"
            + " c1? Check it with: kubectl get managedclusters --server HUB\n",
        "skip web c7");
  }

  @Test
  void inAnAttemptThatHasEndedNoClusterIsSkipped() {
    given("", "{}", FAILED);
    refuses(
        "Cannot skip cluster c1 in the rollout of policy policies/web: its outcome is already"
            + " Failed, which this does not lift. Roll out those that have not succeeded with:"
            + " ./sluice retry web --failed-only -n policies --hub HUB\n",
        "skip web c1");
    CommandRun none = run("skip web");
    assertThat(none.code()).isEqualTo(64);
    assertThat(none.err()).startsWith("Cannot skip: no cluster is named.");
  }

  @Test
  void aRevokedGroupSaysWhatGoesOn() {
    given(
        "",
        "{decisionGroups: [{groupName: dev, rolloutApproved: true}], ungrouped: {rolloutApproved:"
            + " true}}",
        RUNNING);
    prints(
        "Revoked the approval of group dev of policy policies/web. 2 clusters of it are in flight"
            + " and go on. 3 clusters are not started and wait. spec.decisionGroups still approves"
            + " it: what is revoked here counts before that.\n",
        "revoke web dev");
    prints("Group dev of policy policies/web is not approved.\n", "revoke web dev");
    prints(
        "Revoked the approval of the ungrouped clusters of policy policies/web. spec.ungrouped"
            + " still approves them: what is revoked here counts before that.\n",
        "revoke web --ungrouped");
    assertSpec(
        "{decisionGroups=[{groupName=dev, rolloutApproved=true}],"
            + " ungrouped={rolloutApproved=true}, approvals={dev={rolloutApproved=false},"
            + " _ungrouped={rolloutApproved=false}}}");
    prints("Approved the ungrouped clusters of policy policies/web.\n", "approve web --ungrouped");
    prints(
        "Revoked the approval of the ungrouped clusters of policy policies/web.",
        "revoke web --ungrouped");
  }

  @Test
  void whatAPersonApprovedIsRevokedInTheSameEntry() {
    given("", "{decisionGroups: [{groupName: dev}]}", RUNNING);
    prints("Approved group prod of policy policies/web.\n", "approve web prod");
    assertSpec("{decisionGroups=[{groupName=dev}], approvals={prod={rolloutApproved=true}}}");
    prints("Revoked the approval of group prod of policy policies/web.\n", "revoke web prod");
    assertSpec("{decisionGroups=[{groupName=dev}], approvals={prod={rolloutApproved=false}}}");
  }

  @Test
  void aGroupThatNoPlacementDeclaresAnyMoreIsRevoked() {
    given("", "{approvals: {former: {rolloutApproved: true}}}", RUNNING);
    prints("Revoked the approval of group former of policy policies/web.\n", "revoke web former");
  }

  /** An API server drops fields that its CRD lacks. */
  @Test
  void aHubWhoseCrdIsOlderRefusesInsteadOfSayingApproved() {
    given("", "{}", RUNNING);
    hub.admit(
        write -> {
          ObjectNode kept = write.after().deepCopy();
          ((ObjectNode) kept.path("spec")).remove("approvals");
          return kept;
        });
    refuses(
        "Cannot approve group prod of policy policies/web: the hub does not keep spec.approvals, as"
            + " its CRD of Rollout is older than this command. Replace the workers and the CRD"
            + " first: deploy/crds.\n",
        "approve web prod");
  }

  @Test
  void ofAFinishedGroupItIsSaidThatNothingChangesNow() {
    given(
        "",
        "{decisionGroups: [{groupName: dev, rolloutApproved: true}]}",
        RUNNING.replace(
            "groupIndex: 0, counts: {clusters: 5, progressing: 1, soaking: 1, toApply: 3}",
            "groupIndex: 0, counts: {clusters: 5, succeeded: 5}"));
    prints(
        "Revoked the approval of group dev of policy policies/web. It is finished: in this rollout"
            + " that changes nothing, and the next one waits for an approval. spec.decisionGroups"
            + " still approves it: what is revoked here counts before that.\n",
        "revoke web dev");
    prints(
        "Approved group dev of policy policies/web.\nNo cluster of it waits to start: in this"
            + " rollout that changes nothing.\n",
        "approve web dev");
  }

  @Test
  void anApprovalSaysHowManyClustersItLetsGo() {
    given("", "{}", RUNNING);
    prints(
        "Approved group dev of policy policies/web.\nThat lets 3 clusters go, each in its turn.\n",
        "approve web dev");
  }

  @Test
  void aMandatoryGroupIsNotRevoked() {
    given("", "{}", RUNNING + "approvals: [{groupName: dev, approved: true, how: Mandatory}]\n");
    refuses(
        "Cannot revoke the approval of group dev of policy policies/web: it is in"
            + " mandatoryDecisionGroups, so it is always approved. Take it out of the strategy.\n",
        "revoke web dev");
    refuses(
        "Cannot revoke the approval of group qa of policy policies/web: no such group. Groups are"
            + " dev, prod and ungrouped.\n",
        "revoke web qa");
  }

  @Test
  void anApprovalByMessageIsNotRevokedInTheSpec() {
    given("", "{}", RUNNING + "approvals: [{groupName: dev, approved: true, how: Signal}]\n");
    refuses(
        "Cannot revoke the approval of group dev of policy policies/web: it was given by message,"
            + " and the spec does not approve it. Send the update revoke in Temporal's Web UI, or"
            + " with: temporal workflow update execute -w rollout/hub/policies/web --name revoke"
            + " --input '{\"group\":\"dev\",\"by\":\"your name\"}'\n",
        "revoke web dev");
  }

  @Test
  void anApprovalIsForTheVersionThatThePolicyNames() {
    given("7", "{decisionGroups: [{groupName: dev, rolloutApproved: true}]}", RUNNING);
    prints(
        """
        Approved group prod of policy policies/web for version 7.
        Other approvals hold for version 7 only from now on: dev.
        """,
        "approve web prod");
    assertSpec(
        "{decisionGroups=[{groupName=dev, rolloutApproved=true}],"
            + " approvalsForVersion=7, approvals={prod={rolloutApproved=true}}}");
    prints("Group prod of policy policies/web is already approved.\n", "approve web prod");
  }

  @Test
  void approvalsForAnotherVersionDoNotPassToThisOne() {
    given(
        "8",
        "{approvalsForVersion: '7', decisionGroups: [{groupName: dev, rolloutApproved: true}],"
            + " approvals: {_ungrouped: {rolloutApproved: true}}}",
        RUNNING);
    prints(
        """
        Approved group prod of policy policies/web for version 8.
        Approvals for version 7 are withdrawn: dev, ungrouped. Approve them for version 8 if you mean it.
        """,
        "approve web prod --this-version");
    assertSpec(
        "{approvalsForVersion=8, decisionGroups=[{groupName=dev, rolloutApproved=true}],"
            + " approvals={dev={rolloutApproved=false}, prod={rolloutApproved=true}}}");
  }

  @Test
  void forAnyVersionTheGateStaysAsItIs() {
    given("8", "{approvalsForVersion: '7'}", RUNNING);
    prints(
        "Approved group prod of policy policies/web. It counts once the policy's version is 7, as"
            + " spec.approvalsForVersion says; it is 8 now.\n",
        "approve web prod --any-version");
    assertSpec("{approvalsForVersion=7, approvals={prod={rolloutApproved=true}}}");
  }

  @Test
  void aPolicyWithoutAVersionIsNotApprovedForThisOne() {
    given("", "{}", RUNNING);
    refuses(
        "Cannot approve group prod of policy policies/web for this version: it has none. Give the"
            + " policy the annotation policy.open-cluster-management.io/version, or leave"
            + " --this-version out.\n",
        "approve web prod --this-version");
  }

  @Test
  void aConflictIsReadAndDecidedAnew() {
    given("", "{}", RUNNING);
    hub.faults()
        .inject(RequestMatcher.anything().verb("patch").kind("Rollout"), Fault.conflict(), 2);
    prints("Paused the rollout", "pause web");
    assertSpec("{paused=true}");
  }

  @Test
  void whatIsNotStagedIsRefused() {
    create(
        "{apiVersion: policy.open-cluster-management.io/v1, kind: Policy, metadata: {name: plain,"
            + " namespace: policies}, spec: {disabled: false}}");
    refuses(
        "Cannot abort the rollout of policy policies/plain: it has no rollout strategy and goes to"
            + " every cluster at once. Give it spec.rolloutStrategy to have it rolled out in"
            + " steps.\n",
        "abort plain");
  }

  private void prints(String start, String command) {
    CommandRun run = run(command);
    assertThat(run.err()).isEmpty();
    assertThat(run.code()).isZero();
    assertThat(run.out()).startsWith(start.replace("HUB", hub.url()));
  }

  private void refuses(String message, String command) {
    assertThat(run(command)).isEqualTo(new CommandRun(1, "", message.replace("HUB", hub.url())));
  }

  private CommandRun run(String command) {
    return CommandRun.of(
        Stream.concat(
                Arrays.stream(command.split(" ")), Stream.of("-n", "policies", "--hub", hub.url()))
            .toArray(String[]::new));
  }

  private void assertSpec(String expected) {
    GenericKubernetesResource rollout =
        client
            .genericKubernetesResources("cluster.open-cluster-management.io/v1beta1", "Rollout")
            .inNamespace("policies")
            .withName("policy-web")
            .get();
    assertThat(rollout.getAdditionalProperties().getOrDefault("spec", Map.of()))
        .hasToString(expected);
  }

  /** Creates the policy, in a version of that name unless it is empty, and its Rollout. */
  private void given(String version, String spec, String status) {
    String annotations =
        version.isEmpty()
            ? ""
            : ", annotations: {policy.open-cluster-management.io/version: '%s'}".formatted(version);
    create(
        "{apiVersion: policy.open-cluster-management.io/v1, kind: Policy, metadata: {name: web, namespace: policies%s}, spec: {rolloutStrategy: {type: manualPerGroup}}}"
            .formatted(annotations));
    GenericKubernetesResource rollout =
        create(
            "{apiVersion: cluster.open-cluster-management.io/v1beta1, kind: Rollout, metadata: {name: policy-web, namespace: policies}, spec: %s}"
                .formatted(spec));
    rollout.setAdditionalProperty("status", Serialization.unmarshal(status, Map.class));
    client.resource(rollout).updateStatus();
  }

  private GenericKubernetesResource create(String yaml) {
    return client
        .resource(Serialization.unmarshal("---\n" + yaml, GenericKubernetesResource.class))
        .create();
  }
}
