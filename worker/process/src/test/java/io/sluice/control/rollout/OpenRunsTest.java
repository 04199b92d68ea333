package io.sluice.control.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.control.ControllerFixture;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.PolicyName;
import io.sluice.policy.Verdict;
import io.sluice.rollout.Report;
import io.sluice.simulator.api.EmbeddedHub;
import io.sluice.simulator.api.Fault;
import io.sluice.simulator.api.RequestMatcher;
import io.sluice.workflow.PolicyRolloutWorkflow;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Runs the reconcilers on an in-memory hub and a Temporal that only keeps what it was sent; the
 * test plays the runs (rollout-strategy 3.2 and 5).
 */
class OpenRunsTest {
  private static final PolicyName WEB = new PolicyName("policies", "web");

  private final ControllerFixture fixture = new ControllerFixture("c1", "c2");
  private final EmbeddedHub hub = fixture.hub;
  private final KubernetesClient client = fixture.client;
  private final FakeRuns runs = new FakeRuns();

  @AfterEach
  void close() {
    fixture.close();
  }

  private void start() {
    fixture.start(runs);
  }

  private void policy() {
    fixture.apply(
        Kinds.POLICY,
        """
        apiVersion: policy.open-cluster-management.io/v1
        kind: Policy
        metadata: {namespace: policies, name: web}
        spec:
          disabled: false
          remediationAction: enforce
          rolloutStrategy: {type: ProgressivePerGroup}
          policy-templates:
          - objectDefinition: {apiVersion: policy.open-cluster-management.io/v1, kind: ConfigurationPolicy, metadata: {name: config}, spec: {severity: low}}
        """);
  }

  private void replica(String cluster, String rolloutUid, long attempt, String compliant) {
    String status =
        """
        status:
          compliant: %1$s
          details:
          - templateMeta: {name: config}
            compliant: %1$s
            history: [{eventName: e1, lastTimestamp: "2026-01-01T00:00:01Z", message: m}]
        """
            .formatted(compliant);
    fixture.apply(
        Kinds.POLICY,
        """
        apiVersion: policy.open-cluster-management.io/v1
        kind: Policy
        metadata:
          namespace: %s
          name: policies.web
          labels: {policy.open-cluster-management.io/root-policy: policies.web}
          annotations:
            sluice.io/dispatch: '{"rolloutUID":"%s","attempt":%d,"generation":1,"as":"dispatched","at":"2026-01-01T00:00:00Z","written":"2026-01-01T00:00:00Z"}'
        spec:
          disabled: false
          remediationAction: enforce
          policy-templates:
          - objectDefinition: {apiVersion: policy.open-cluster-management.io/v1, kind: ConfigurationPolicy, metadata: {name: config}, spec: {severity: low}}
        %s
        """
            .formatted(cluster, rolloutUid, attempt, compliant.isEmpty() ? "" : status));
  }

  private Optional<GenericKubernetesResource> rollout() {
    return Optional.ofNullable(
        client
            .genericKubernetesResources(Kinds.ROLLOUT)
            .inNamespace("policies")
            .withName("policy-web")
            .get());
  }

  private Map<String, Object> status() {
    return rollout().map(found -> HubObjects.part(found, "status")).orElse(Map.of());
  }

  /** Writes what a run writes when it claims the object. */
  private void claim(String rolloutUid, long attempt) {
    fixture.soon(() -> assertThat(status()).containsKey("attempt"));
    client
        .genericKubernetesResources(Kinds.ROLLOUT)
        .inNamespace("policies")
        .withName("policy-web")
        .editStatus(
            found -> {
              found.setAdditionalProperty(
                  "status",
                  Map.of(
                      "attempt",
                      attempt,
                      "rolloutUID",
                      rolloutUid,
                      "runOpen",
                      true,
                      "currentRolloutGeneration",
                      1,
                      "strategyHash",
                      runs.lastStarted().map(input -> input.spec().strategyHash()).orElse("")));
              return found;
            });
  }

  private void delete(ResourceDefinitionContext kind, String name) {
    client.genericKubernetesResources(kind).inNamespace("policies").withName(name).delete();
  }

  private void awaitStarts(int starts) {
    fixture.soon(() -> assertThat(runs.starts()).isEqualTo(starts));
  }

  @Test
  void theRunOfADeletedPolicyIsNotifiedUntilItHasClosed() {
    policy();
    start();
    awaitStarts(1);
    claim(runs.lastStarted().orElseThrow().spec().rolloutUid(), 1);
    fixture.soon(() -> assertThat(runs.signals(WEB)).hasSize(1));

    delete(Kinds.POLICY, "web");
    delete(Kinds.ROLLOUT, "policy-web");
    fixture.soon(() -> assertThat(runs.signals(WEB)).hasSizeGreaterThanOrEqualTo(4));
  }

  @Test
  void theRunOfAPolicyThatWasDeletedBeforeTheClaimIsNotified() {
    policy();
    start();
    awaitStarts(1);
    delete(Kinds.POLICY, "web");
    delete(Kinds.ROLLOUT, "policy-web");
    fixture.soon(() -> assertThat(runs.signals(WEB)).isNotEmpty());
  }

  @Test
  void aRunWhosePolicyWasDeletedWithoutALeaderIsFoundAndNotified() {
    runs.begin(WEB);
    start();
    fixture.soon(
        () -> assertThat(runs.signals(WEB)).contains(PolicyRolloutWorkflow.POLICY_CHANGED));
  }

  @Test
  void anAttemptNumberThatWasForgedOnAReplicaIsIgnoredAndReported() {
    replica("c1", "forged", Long.MAX_VALUE, "");
    policy();
    start();
    awaitStarts(1);
    assertThat(runs.lastStarted().orElseThrow().spec().number()).isEqualTo(1);
    assertThat(status()).containsEntry("attempt", 0);
    fixture.soon(
        () ->
            assertThat(
                    client
                        .genericKubernetesResources(Kinds.EVENT)
                        .inNamespace("policies")
                        .list()
                        .getItems())
                .anySatisfy(
                    event ->
                        assertThat(event.getAdditionalProperties())
                            .containsEntry("reason", "ForeignDispatch")));
  }

  @Test
  void aRolloutThatLostItsStatusGoesOnFromTheNumberOnTheRevisions() {
    policy();
    String uid =
        client
            .genericKubernetesResources(Kinds.POLICY)
            .inNamespace("policies")
            .withName("web")
            .get()
            .getMetadata()
            .getUid();
    fixture.apply(
        Kinds.CONTROLLER_REVISION,
        """
        apiVersion: apps/v1
        kind: ControllerRevision
        metadata:
          namespace: policies
          name: web-0000
          labels: {sluice.io/policy: web}
          annotations: {sluice.io/generations: "1", sluice.io/attempt: "5"}
          ownerReferences: [{apiVersion: policy.open-cluster-management.io/v1, kind: Policy, name: web, uid: %s}]
        revision: 1
        data: {generation: 1, labels: {}, annotations: {}, spec: {}}
        """
            .formatted(uid));
    replica("c1", "forged", 1_000_000, "");
    start();
    awaitStarts(1);
    assertThat(runs.lastStarted().orElseThrow().spec().number()).isEqualTo(6);
  }

  @Test
  void aRolloutOfNoPolicySaysSoUntilThereIsThePolicy() {
    fixture.apply(
        Kinds.ROLLOUT,
        """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: Rollout
        metadata: {namespace: policies, name: policy-web}
        spec: {paused: false}
        """);
    start();
    fixture.soon(
        () ->
            assertThat(status())
                .containsEntry(
                    "waitingFor",
                    "Cannot roll out policy policies/web: there is no policy of that name. Create"
                        + " it, or delete this Rollout."));

    policy();
    awaitStarts(1);
  }

  @Test
  void aRunGetsItsVerdictsWhileTheHubRefusesEveryWrite() {
    policy();
    start();
    awaitStarts(1);
    String uid = runs.lastStarted().orElseThrow().spec().rolloutUid();
    claim(uid, 1);
    hub.faults().inject(RequestMatcher.anything().verb("update"), Fault.error(500));
    hub.faults().inject(RequestMatcher.anything().verb("patch"), Fault.error(500));
    // Not the content of any version: the keeper tries to repair it in each pass.
    replica("c1", uid, 1, "");
    fixture.soon(() -> assertThat(runs.signals(WEB)).isNotEmpty());

    fixture.at(Kinds.POLICY, replicaOf("c1")).delete();
    fixture.soon(() -> assertThat(runs.last(WEB, "c1").map(Report::gone)).contains(true));
    assertThat(runs.verdict(WEB, "c1")).contains(Verdict.SILENT);
  }

  private GenericKubernetesResource replicaOf(String cluster) {
    return client
        .genericKubernetesResources(Kinds.POLICY)
        .inNamespace(cluster)
        .withName("policies.web")
        .get();
  }
}
