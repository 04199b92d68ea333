package io.sluice.process.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.policy.PolicyName;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RolloutTimesTest {
  private static final Instant NOW = Instant.parse("2026-02-03T10:10:00Z");
  private static final PolicyName WEB = new PolicyName("policies", "web");
  private static final String OPEN =
      "rolloutUID: u1, runOpen: true, startedAt: '2026-02-03T10:00:00Z', ";

  private final RolloutTimes times =
      new RolloutTimes(policy -> Optional.empty(), false, Clock.fixed(NOW, ZoneOffset.UTC));

  private static GenericKubernetesResource rollout(String status) {
    return Serialization.unmarshal(
        """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: Rollout
        metadata: {name: policy-web, namespace: policies}
        spec: {rolloutStrategy: {type: Progressive}}
        status: {%s}
        """
            .formatted(status),
        GenericKubernetesResource.class);
  }

  private void changed(String before, String after) {
    times.changed(rollout(before), rollout(after));
  }

  private List<String> sums() {
    return Samples.of(times.snapshots()).stream()
        .filter(line -> line.contains("_sum") || line.contains("_count"))
        .toList();
  }

  @Test
  void anEndedRolloutIsSplitIntoProgressAndPeople() {
    changed(
        OPEN + "phase: Soaking",
        OPEN.replace("true", "false")
            + "phase: Done, outcome: Succeeded, endedAt: '2026-02-03T10:05:00Z',"
            + " waitedForPeopleSeconds: 100");
    assertThat(sums())
        .contains(
            "sluice_rollout_duration_seconds_sum{outcome=\"Succeeded\",part=\"people\","
                + "strategy=\"Progressive\"} 100.0",
            "sluice_rollout_duration_seconds_sum{outcome=\"Succeeded\",part=\"progress\","
                + "strategy=\"Progressive\"} 200.0");
  }

  @Test
  void anEndIsMeasuredOnce() {
    String ended =
        OPEN.replace("true", "false")
            + "phase: Done, outcome: Failed, endedAt: '2026-02-03T10:05:00Z'";
    changed(OPEN + "phase: Progressing", OPEN + "phase: Halted, outcome: Failed");
    changed(OPEN + "phase: Halted, outcome: Failed", ended);
    changed(ended, ended);
    changed(ended, OPEN.replace("u1", "u2") + "phase: Pending");
    assertThat(sums())
        .filteredOn(line -> line.startsWith("sluice_rollout_duration_seconds_count"))
        .hasSize(2)
        .allMatch(line -> line.endsWith(" 1"));
  }

  /** Whoever writes the status chooses the time. */
  @Test
  void aWaitSinceTheBeginOfTimeIsMeasured() {
    changed(
        OPEN + "phase: WaitingForApproval, waitingSince: '-1000000000-01-01T00:00:00Z'",
        OPEN
            + "phase: Progressing, approvals: [{groupName: prod, approved: true, by: ann, how: Spec}]");
    times.nextWrite(new PolicyName("policies", "api"), Instant.MIN, Duration.ZERO, Instant.EPOCH);
    assertThat(sums())
        .contains("sluice_approval_latency_seconds_count 1", "sluice_handover_seconds_count 1");
  }

  @Test
  void anApprovalIsMeasuredFromTheMomentAtWhichItWasMissing() {
    String waiting = OPEN + "phase: WaitingForApproval, waitingSince: '2026-02-03T10:08:00Z'";
    String approved = ", approvals: [{groupName: prod, approved: true, by: ann, how: Spec}]";
    changed(waiting, OPEN + "phase: Progressing" + approved);
    assertThat(sums())
        .contains(
            "sluice_approval_latency_seconds_count 1", "sluice_approval_latency_seconds_sum 120.0");

    changed(OPEN + "phase: Progressing", OPEN + "phase: Progressing" + approved);
    changed(waiting + approved, OPEN + "phase: Progressing" + approved);
    changed(waiting, OPEN + "phase: Progressing" + approved.replace("Spec", "Mandatory"));
    assertThat(sums()).contains("sluice_approval_latency_seconds_count 1");
  }

  @Test
  void theNextWriteIsMeasuredWithoutTheSoak() {
    times.nextWrite(WEB, NOW, Duration.ofSeconds(10), NOW.plusMillis(10_250));
    assertThat(sums())
        .contains("sluice_handover_seconds_count 1", "sluice_handover_seconds_sum 0.25");
    times.nextWrite(WEB, NOW, Duration.ofSeconds(10), NOW.plusSeconds(9));
    assertThat(sums()).contains("sluice_handover_seconds_count 1");
  }

  @Test
  void aWriteThatWaitedForPeopleIsNotMeasured() {
    Instant report = NOW.minusSeconds(60);
    changed(OPEN + "phase: WaitingForApproval", OPEN + "phase: Progressing");
    times.nextWrite(WEB, report, Duration.ZERO, NOW);
    assertThat(sums()).contains("sluice_handover_seconds_count 0");
    times.deleted(rollout("phase: Done"));
    times.nextWrite(WEB, report, Duration.ZERO, NOW);
    assertThat(sums()).contains("sluice_handover_seconds_count 1");
  }
}
