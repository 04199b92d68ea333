package io.sluice.control.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.control.ControllerFixture;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.PolicyName;
import io.sluice.rollout.AttemptSpec;
import io.sluice.simulator.approval.ApprovalAdmission;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Lets clusters join after the end of a rollout whose groups need approvals (rollout-strategy 3.7,
 * "Added after the end").
 */
class NewcomerApprovalTest {
  private static final PolicyName WEB = new PolicyName("policies", "web");
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final String NO_APPROVAL = "{}";
  private static final String APPROVED = "{ungrouped: {rolloutApproved: true}}";

  private final ControllerFixture fixture = new ControllerFixture("c1");
  private final FakeRuns runs = new FakeRuns();
  private String strategy = "{type: manualPerGroup}";

  @BeforeEach
  void start() {
    policy("low");
    fixture.start(runs);
    fixture.soon(() -> assertThat(runs.openChain(WEB)).isPresent());
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private void policy(String severity) {
    fixture.apply(
        Kinds.POLICY,
        """
        apiVersion: policy.open-cluster-management.io/v1
        kind: Policy
        metadata: {namespace: policies, name: web}
        spec:
          disabled: false
          remediationAction: enforce
          rolloutStrategy: %s
          policy-templates: [%s]
        """
            .formatted(strategy, RestoredRolloutTest.TEMPLATE.formatted(severity)));
  }

  private void succeeded(String approvals) {
    ended("Succeeded", approvals);
  }

  /** The attempt ends. */
  private void ended(String outcome, String approvals) {
    AttemptSpec spec = runs.lastStarted().orElseThrow().spec();
    RestoredRolloutTest.replica(
        fixture, "c1", (int) spec.version().generation(), severity(spec.version().generation()));
    runs.end(WEB);
    rollout(
        NO_APPROVAL,
        "status: {attempt: %d, rolloutUID: %s, runOpen: false, currentRolloutGeneration: %d, strategyHash: %s, outcome: %s, phase: Done, endedAt: 2026-02-03T09:00:00Z, lastSuccessfulRevision: %s, approvals: [%s]}"
            .formatted(
                spec.number(),
                spec.rolloutUid(),
                spec.version().generation(),
                spec.strategyHash(),
                outcome,
                revision(fixture, spec.version().generation()),
                approvals));
  }

  /** Returns the name of the revision that keeps a generation of the policy. */
  static String revision(ControllerFixture fixture, long generation) {
    return fixture
        .client
        .genericKubernetesResources(Kinds.CONTROLLER_REVISION)
        .inNamespace("policies")
        .list()
        .getItems()
        .stream()
        .map(object -> object.getMetadata())
        .filter(
            revision ->
                revision
                    .getAnnotations()
                    .get("sluice.io/generations")
                    .equals(String.valueOf(generation)))
        .findFirst()
        .orElseThrow()
        .getName();
  }

  private static String severity(long generation) {
    return generation == 1 ? "low" : "high";
  }

  private void rollout(String spec, String status) {
    fixture.apply(
        Kinds.ROLLOUT,
        """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: Rollout
        metadata:
          namespace: policies
          name: policy-web
          ownerReferences: [{apiVersion: policy.open-cluster-management.io/v1, kind: Policy, name: web, uid: %s}]
        spec: %s
        %s
        """
            .formatted(
                fixture.policy("policies", "web").orElseThrow().getMetadata().getUid(),
                spec,
                status));
  }

  private void waitsForApproval() {
    fixture.soon(
        () ->
            assertThat(RestoredRolloutTest.status(fixture))
                .containsEntry("phase", "WaitingForApproval")
                .containsEntry(
                    "waitingFor",
                    "Waiting for approval of group ungrouped-0 (1 cluster joined)."
                        + " Set rolloutApproved to true for _ungrouped in spec.approvals."));
  }

  private void has(String cluster, String severity) {
    assertThat(fixture.replica(cluster))
        .hasValueSatisfying(replica -> assertThat(content(replica)).contains(severity));
  }

  private static String content(GenericKubernetesResource replica) {
    return HubObjects.part(replica, "spec").toString();
  }

  @Test
  void oneThatJoinsWaitsForTheApprovalOfItsGroup() {
    succeeded("");
    fixture.cluster("c2");
    fixture.select("c1", "c2");
    waitsForApproval();
    fixture.stays(MINUTE, () -> assertThat(fixture.replica("c2")).isEmpty());

    rollout(APPROVED, "");
    fixture.soon(() -> has("c2", "severity=low"));
    fixture.soon(
        () -> assertThat(RestoredRolloutTest.status(fixture)).containsEntry("phase", "Done"));
  }

  @Test
  void oneThatComesBackKeepsWhatItHasUntilTheApproval() {
    succeeded("");
    policy("high");
    fixture.soon(() -> assertThat(runs.starts()).isEqualTo(2));
    succeeded("");
    fixture.cluster("c2");
    RestoredRolloutTest.replica(fixture, "c2", 1, "low");
    fixture.select("c1", "c2");
    waitsForApproval();
    fixture.stays(MINUTE, () -> has("c2", "severity=low"));

    rollout(APPROVED, "");
    fixture.soon(() -> has("c2", "severity=high"));
  }

  /** Between-waves Q4: nothing on the hub changes at that time. */
  @Test
  void oneJoinsWhenTimeAloneMakesTheApprovalsOfARuleCount() {
    fixture.hub.admit(new ApprovalAdmission());
    succeeded("");
    Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    rollout(
        "{approvalRules: [{required: 1, boundTo: Any, notBefore: '%s'}], ungrouped: {approvals: [{by: ann, at: '%s'}]}}"
            .formatted(now.plus(Duration.ofMinutes(10)), now),
        "");
    fixture.cluster("c2");
    fixture.select("c1", "c2");
    fixture.soon(
        () ->
            assertThat((String) RestoredRolloutTest.status(fixture).get("waitingFor"))
                .startsWith("Waiting for approval of group ungrouped-0 (1 cluster joined):"));
    fixture.stays(MINUTE, () -> assertThat(fixture.replica("c2")).isEmpty());

    fixture.stays(Duration.ofMinutes(9), () -> {});
    fixture.soon(() -> has("c2", "severity=low"));
    fixture.soon(
        () -> assertThat(RestoredRolloutTest.status(fixture)).containsEntry("phase", "Done"));
  }

  @Test
  void anApprovalByMessageHoldsForTheAttemptThatHasEnded() {
    succeeded("{approved: true, by: 'unverified:ann', at: 2026-02-03T08:00:00Z, how: Signal}");
    fixture.cluster("c2");
    fixture.select("c1", "c2");
    fixture.soon(() -> has("c2", "severity=low"));
    assertThat(RestoredRolloutTest.status(fixture)).containsEntry("phase", "Done");
  }

  @Test
  void aReplicaThatWasDeletedNeedsNoApproval() {
    succeeded("");
    fixture.soon(() -> has("c1", "severity=low"));
    fixture.policyAt("c1", "policies.web").delete();
    fixture.soon(() -> has("c1", "severity=low"));
  }

  @Test
  void informNeedsNoApproval() {
    succeeded("");
    strategy = "{type: manualPerGroup, pendingClusters: Inform}";
    policy("low");
    fixture.soon(() -> assertThat(runs.starts()).isEqualTo(2));
    ended("Failed", "");
    fixture.cluster("c2");
    fixture.select("c1", "c2");
    fixture.soon(() -> has("c2", "remediationAction=inform"));
  }
}
