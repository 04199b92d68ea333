package io.sluice.control.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.control.ControllerFixture;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.PolicyName;
import io.sluice.rollout.AttemptSpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Lets clusters join, or come back, after the end of a rollout that has more exceptions than its
 * status lists (rollout-strategy 3.7, "Lists cut for people are never read back").
 */
class ManyExceptionsTest {
  private static final PolicyName WEB = new PolicyName("policies", "web");
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final int LISTED = 100;
  private static final String IGNORED = "edge: 'true'";
  private static final List<String> EDGE =
      IntStream.rangeClosed(0, LISTED).mapToObj("e%03d"::formatted).toList();

  private final ControllerFixture fixture = new ControllerFixture("d1");
  private final FakeRuns runs = new FakeRuns();

  @AfterEach
  void close() {
    fixture.close();
  }

  private void policy(String pending, String severity) {
    fixture.apply(
        Kinds.POLICY,
        """
        apiVersion: policy.open-cluster-management.io/v1
        kind: Policy
        metadata: {namespace: policies, name: web}
        spec:
          disabled: false
          remediationAction: enforce
          rolloutStrategy: {type: ProgressivePerGroup, pendingClusters: %s, ignoreClusterRolloutStatus: {matchLabels: {%s}}}
          policy-templates: [%s]
        """
            .formatted(pending, IGNORED, RestoredRolloutTest.TEMPLATE.formatted(severity)));
  }

  private void ignored(String cluster) {
    fixture.namespace(cluster);
    fixture.managedCluster(cluster, IGNORED);
  }

  private void select(String... joined) {
    fixture.select(
        IntStream.range(0, 1 + EDGE.size() + joined.length)
            .mapToObj(
                i ->
                    i == 0
                        ? "d1"
                        : i <= EDGE.size() ? EDGE.get(i - 1) : joined[i - 1 - EDGE.size()])
            .toArray(String[]::new));
  }

  /** The attempt that runs ends; one of its 101 exceptions is not listed. */
  private void succeeded(String severity) {
    AttemptSpec spec = runs.lastStarted().orElseThrow().spec();
    int generation = (int) spec.version().generation();
    RestoredRolloutTest.replica(fixture, "d1", generation, severity);
    EDGE.forEach(edge -> RestoredRolloutTest.replica(fixture, edge, generation, severity));
    runs.end(WEB);
    fixture.apply(
        Kinds.ROLLOUT,
        """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: Rollout
        metadata:
          namespace: policies
          name: policy-web
          ownerReferences: [{apiVersion: policy.open-cluster-management.io/v1, kind: Policy, name: web, uid: %s}]
        status:
          attempt: %d
          rolloutUID: %s
          runOpen: false
          currentRolloutGeneration: %d
          strategyHash: %s
          outcome: Succeeded
          phase: Done
          endedAt: 2026-02-03T09:00:00Z
          lastSuccessfulRevision: %s
          counts: {clusters: 102, succeeded: 1, ignored: 101}
          decisionGroups: [{placement: fleet, groupName: '', groupIndex: 0, approved: true, failuresTolerated: 0, counts: {clusters: 102, succeeded: 1, ignored: 101}}]
          exceptionsOmitted: 1
          exceptions: [%s]
        """
            .formatted(
                fixture.policy("policies", "web").orElseThrow().getMetadata().getUid(),
                spec.number(),
                spec.rolloutUid(),
                generation,
                spec.strategyHash(),
                NewcomerApprovalTest.revision(fixture, generation),
                EDGE.stream()
                    .limit(LISTED)
                    .map(
                        "{cluster: %s, status: Succeeded, reason: Ignored, since: '2026-02-03T08:00:00Z', ignored: true}"
                            ::formatted)
                    .collect(Collectors.joining(", "))));
  }

  private void ended(String pending) {
    EDGE.forEach(this::ignored);
    select();
    policy(pending, "low");
    fixture.start(runs);
    fixture.soon(() -> assertThat(runs.openChain(WEB)).isPresent());
    succeeded("low");
  }

  private void saysSo(String cluster) {
    fixture.soon(
        () ->
            assertThat(RestoredRolloutTest.status(fixture))
                .containsEntry("phase", "Done")
                .containsEntry(
                    "waitingFor",
                    "Cannot tell whether 1 cluster joined after the end, or failed before and is one"
                        + " of the exceptions that are not listed: %s. It gets the next version."
                            .formatted(cluster)));
  }

  private void saysNothing() {
    fixture.soon(
        () ->
            assertThat(RestoredRolloutTest.status(fixture))
                .containsEntry("phase", "Done")
                .containsEntry("waitingFor", ""));
  }

  private boolean has(String cluster, String severity) {
    return fixture
        .replica(cluster)
        .filter(
            replica -> HubObjects.part(replica, "spec").toString().contains("severity=" + severity))
        .isPresent();
  }

  @Test
  void oneThatJoinsGetsThePolicy() {
    ended("Inform");
    saysNothing();
    fixture.cluster("d2");
    select("d2");
    fixture.soon(() -> assertThat(runs.starts()).isEqualTo(2));
    assertThat(runs.lastStarted().orElseThrow().spec().version().generation()).isEqualTo(1);
  }

  @Test
  void anIgnoredOneThatJoinsKeepsWhatItHasAndTheStatusSaysSo() {
    ended("Inform");
    ignored("e200");
    select("e200");
    saysSo("e200");
    fixture.stays(MINUTE, () -> assertThat(runs.starts()).isEqualTo(1));

    fixture.managedCluster("e200", "");
    // A label alone is seen when all policies are looked at again.
    fixture.edit("policies", "web", web -> web.getMetadata().setAnnotations(Map.of("note", "b")));
    fixture.soon(() -> assertThat(runs.starts()).isEqualTo(2));
  }

  @Test
  void oneThatComesBackGetsTheVersionAndAnIgnoredOneKeepsWhatItHas() {
    ended("KeepPrevious");
    policy("KeepPrevious", "high");
    fixture.soon(() -> assertThat(runs.starts()).isEqualTo(2));
    fixture.cluster("d2");
    ignored("e200");
    succeeded("high");
    saysNothing();
    RestoredRolloutTest.replica(fixture, "d2", 1, "low");
    RestoredRolloutTest.replica(fixture, "e200", 1, "low");
    select("d2", "e200");
    fixture.soon(() -> assertThat(has("d2", "high")).isTrue());
    saysSo("e200");
    fixture.stays(MINUTE, () -> assertThat(has("e200", "low")).isTrue());
  }
}
