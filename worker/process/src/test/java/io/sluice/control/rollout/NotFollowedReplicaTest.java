package io.sluice.control.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.control.run.RunKey;
import io.sluice.hub.beside.PropagatedChanges;
import io.sluice.hub.replica.ReplicaStore;
import io.sluice.policy.PolicyName;
import io.sluice.policy.Verdict;
import io.sluice.policy.evidence.Evidence;
import io.sluice.rollout.Report;
import io.sluice.rollout.lifecycle.StagingWay;
import io.sluice.time.VirtualTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Waits until OCM's propagator has followed a page (policy-propagation 14.3.4). */
class NotFollowedReplicaTest {
  private static final Instant LISTED = Instant.parse("2026-01-01T00:00:00Z");
  private static final PolicyName WEB = new PolicyName("policies", "web");

  private final ReplicaStore cache = new ReplicaStore();
  private final FakeRuns runs = new FakeRuns();
  private final VirtualTime time = new VirtualTime(LISTED);
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

  /** The annotation stands for the page that lists the cluster. */
  private void put(String action, String compliant, boolean listed) {
    GenericKubernetesResource replica =
        Serialization.unmarshal(
            """
            apiVersion: policy.open-cluster-management.io/v1
            kind: Policy
            metadata:
              name: policies.web
              namespace: c1
              resourceVersion: "1"
              uid: u
              labels: {policy.open-cluster-management.io/root-policy: policies.web}
              annotations: {%3$s}
            spec:
              disabled: false
              remediationAction: %1$s
              policy-templates:
              - objectDefinition: {apiVersion: policy.open-cluster-management.io/v1, kind: ConfigurationPolicy, metadata: {name: config}, spec: {severity: low}}
            status:
              compliant: %2$s
              details:
              - templateMeta: {name: config}
                compliant: %2$s
                history: [{eventName: e1, lastTimestamp: "2026-01-01T00:00:01Z", message: m}]
            """
                .formatted(
                    action,
                    compliant,
                    listed
                        ? "sluice.io/dispatch: '{\"rolloutUID\":\"u1\",\"attempt\":1,\"generation\":1,\"as\":\"dispatched\",\"at\":\"2026-01-01T00:00:00Z\",\"written\":\"2026-01-01T00:00:00Z\"}'"
                        : ""),
            GenericKubernetesResource.class);
    cache.put(cache.getKey(replica), replica);
    sender.judge(WEB, "c1");
  }

  private void open() {
    runs.begin(WEB);
    sender.open(
        WEB,
        new RunKey("u1", 1, runs.openChain(WEB).orElseThrow()),
        new VerdictBasis(StagingWay.OVERRIDE, Optional.empty(), Set.of("c1"), Set.of(), false, 0));
  }

  private Optional<Report> last() {
    return runs.last(WEB, "c1");
  }

  @Test
  void nothingIsSentWhileThePropagatorHasTimeToFollow() {
    put("inform", "NonCompliant", true);
    open();
    time.advance(Duration.ofSeconds(4));
    put("inform", "Compliant", true);
    time.advance(Duration.ofSeconds(5));
    assertThat(last()).isEmpty();
  }

  @Test
  void aPropagatorThatIsLateIsReportedOnceWithoutAnyEvent() {
    put("inform", "NonCompliant", true);
    open();
    time.advance(Duration.ofSeconds(12));
    assertThat(last())
        .hasValueSatisfying(
            report -> {
              assertThat(report.late()).isTrue();
              assertThat(report.verdict()).isEqualTo(Verdict.SILENT);
            });
    put("inform", "Compliant", true);
    time.advance(Duration.ofMinutes(1));
    assertThat(runs.reports(WEB)).isEqualTo(1);

    put("enforce", "Compliant", true);
    time.advance(Duration.ofSeconds(2));
    assertThat(last().map(Report::late)).contains(false);
    assertThat(last().map(Report::verdict)).contains(Verdict.POSITIVE);
  }

  @Test
  void aReplicaThatFollowsInTimeIsReportedAsEver() {
    put("inform", "NonCompliant", true);
    open();
    time.advance(Duration.ofSeconds(3));
    put("enforce", "Compliant", true);
    time.advance(Duration.ofSeconds(20));
    assertThat(last().map(Report::verdict)).contains(Verdict.POSITIVE);
    assertThat(runs.reports(WEB)).isEqualTo(1);
  }

  @Test
  void aClusterThatIsTakenOffItsPageMeanwhileIsReportedAtOnce() {
    put("inform", "NonCompliant", true);
    open();
    time.advance(Duration.ofSeconds(3));
    put("inform", "NonCompliant", false);
    time.advance(Duration.ofSeconds(2));
    assertThat(last().map(Report::gone)).contains(true);
  }
}
