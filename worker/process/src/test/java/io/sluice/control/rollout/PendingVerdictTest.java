package io.sluice.control.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.control.run.RunKey;
import io.sluice.hub.beside.PropagatedChanges;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.read.VersionContent;
import io.sluice.hub.replica.ReplicaStore;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicySets;
import io.sluice.policy.PolicySnapshot;
import io.sluice.policy.PolicyVersion;
import io.sluice.policy.Verdict;
import io.sluice.policy.evidence.Evidence;
import io.sluice.policy.propagation.Bindings;
import io.sluice.policy.propagation.RootSpec;
import io.sluice.rollout.Report;
import io.sluice.rollout.lifecycle.StagingWay;
import io.sluice.time.VirtualTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Sends what clusters show that inform until their turn (rollout-strategy 6.3). */
class PendingVerdictTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final PolicyName WEB = new PolicyName("policies", "web");

  private final ReplicaStore cache = new ReplicaStore();
  private final FakeRuns runs = new FakeRuns();
  private final VirtualTime time = new VirtualTime(START);
  private final VerdictSender sender =
      new VerdictSender(
          runs,
          cache,
          new PropagatedChanges(Clock.systemUTC()),
          new Evidence(Evidence.DEFAULT_SKEW),
          cluster -> true,
          () -> Instant.MIN,
          time);

  @AfterEach
  void close() {
    sender.close();
  }

  private static GenericKubernetesResource policy(
      String cluster, String action, String severity, String as, String compliant) {
    return Serialization.unmarshal(
        """
        apiVersion: policy.open-cluster-management.io/v1
        kind: Policy
        metadata:
          name: policies.web
          namespace: %1$s
          resourceVersion: "1"
          uid: u
          labels: {policy.open-cluster-management.io/root-policy: policies.web}
          annotations:
            sluice.io/dispatch: '{"rolloutUID":"u1","attempt":1,"generation":1,"as":"%4$s","at":"2026-01-01T00:00:00Z","written":"2026-01-01T00:00:00Z"}'
        spec:
          disabled: false
          remediationAction: %2$s
          policy-templates:
          - objectDefinition: {apiVersion: policy.open-cluster-management.io/v1, kind: ConfigurationPolicy, metadata: {name: config}, spec: {severity: %3$s}}
        status:
          compliant: %5$s
          details:
          - templateMeta: {name: config}
            compliant: %5$s
            history: [{eventName: e1, lastTimestamp: "2026-01-01T00:00:01Z", message: m}]
        """
            .formatted(cluster, action, severity, as, compliant),
        GenericKubernetesResource.class);
  }

  private void put(String cluster, String action, String severity, String as, String compliant) {
    GenericKubernetesResource replica = policy(cluster, action, severity, as, compliant);
    cache.put(cache.getKey(replica), replica);
    sender.judge(WEB, cluster);
  }

  /** The version that enforces, with severity low. */
  private static VerdictBasis.RolledOut version() {
    Map<String, Object> spec =
        HubObjects.part(policy("c1", "enforce", "low", "pending", "Compliant"), "spec");
    PolicySnapshot snapshot = new PolicySnapshot(Map.of(), Map.of(), spec);
    Bindings bindings = new Bindings(List.of(), List.of(), List.of());
    return new VerdictBasis.RolledOut(
        new VersionContent(
            WEB, snapshot, bindings.targets(RootSpec.of(WEB, spec)), PolicySets.NONE),
        new PolicyVersion("uid", 1, VersionContent.hash(WEB, snapshot)));
  }

  /**
   * The leader looks at its caches.
   *
   * @param shown for how many clusters the status of the Rollout shows a verdict
   */
  private void open(long shown, String... clusters) {
    sender.open(
        WEB,
        new RunKey("u1", 1, runs.openChain(WEB).orElseThrow()),
        new VerdictBasis(
            StagingWay.STANDALONE,
            Optional.of(version()),
            Set.of(clusters),
            Set.of(),
            false,
            shown));
  }

  private void sent(String cluster, Verdict verdict, boolean pending) {
    time.runDue();
    assertThat(runs.last(WEB, cluster))
        .hasValueSatisfying(
            report -> {
              assertThat(report.verdict()).isEqualTo(verdict);
              assertThat(report.pending()).isEqualTo(pending);
            });
  }

  @Test
  void aChangedVerdictIsSentOnce() {
    runs.begin(WEB);
    put("c1", "inform", "low", "pending", "NonCompliant");
    open(0, "c1");
    sent("c1", Verdict.NEGATIVE, true);
    assertThat(runs.last(WEB, "c1").map(Report::contentHash))
        .contains(version().version().contentHash());
    put("c1", "inform", "low", "pending", "NonCompliant");
    time.advance(Duration.ofSeconds(30));
    put("c1", "inform", "low", "pending", "Compliant");
    sent("c1", Verdict.POSITIVE, true);
    assertThat(runs.reports(WEB)).isEqualTo(2);
  }

  @Test
  void whatWasShownIsTakenBackWhenTheReplicaCarriesAnotherVersion() {
    runs.begin(WEB);
    put("c1", "inform", "low", "pending", "Compliant");
    open(0, "c1");
    sent("c1", Verdict.POSITIVE, true);
    time.advance(Duration.ofSeconds(30));
    put("c1", "inform", "high", "pending", "Compliant");
    sent("c1", Verdict.SILENT, false);
  }

  @Test
  void aReplicaThatThisAttemptHasDispatchedOrTakenBackIsNoneThatWaits() {
    runs.begin(WEB);
    put("c1", "enforce", "low", "dispatched", "Compliant");
    open(0, "c1", "c2");
    sent("c1", Verdict.POSITIVE, false);
    time.advance(Duration.ofSeconds(30));
    put("c2", "inform", "low", "takenBack", "Compliant");
    sent("c2", Verdict.POSITIVE, false);
    assertThat(runs.last(WEB, "c2").map(Report::contentHash))
        .as("proves nothing of the version")
        .isNotEqualTo(Optional.of(version().version().contentHash()));
  }

  @Test
  void theVerdictOnAClusterThatTheRunDidNotKnowYetIsRepeated() {
    runs.begin(WEB);
    put("c1", "inform", "low", "pending", "Compliant");
    open(0, "c1");
    sent("c1", Verdict.POSITIVE, true);
    time.advance(ReplicaVerdicts.COMPARE_EVERY);
    open(0, "c1");
    time.runDue();
    assertThat(runs.reports(WEB)).isEqualTo(2);
    time.advance(ReplicaVerdicts.COMPARE_EVERY);
    put("c2", "inform", "low", "pending", "Compliant");
    open(1, "c1", "c2");
    time.runDue();
    assertThat(runs.reports(WEB)).isEqualTo(3);
    time.advance(ReplicaVerdicts.COMPARE_EVERY);
    open(2, "c1", "c2");
    time.advance(Duration.ofSeconds(30));
    put("c1", "inform", "low", "pending", "NonCompliant");
    sent("c1", Verdict.NEGATIVE, true);
    assertThat(runs.reports(WEB)).as("the status shows them: none is repeated").isEqualTo(4);
  }

  @Test
  void aRunThatIsStartedAgainIsSentAll() {
    runs.begin(WEB);
    put("c1", "inform", "low", "pending", "Compliant");
    open(0, "c1");
    sent("c1", Verdict.POSITIVE, true);
    runs.begin(WEB);
    open(1, "c1");
    sent("c1", Verdict.POSITIVE, true);
  }
}
