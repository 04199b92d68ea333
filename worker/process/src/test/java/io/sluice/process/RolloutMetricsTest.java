package io.sluice.process;

import static io.sluice.process.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.hub.crd.Kinds;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("nightly")
class RolloutMetricsTest {
  private static final Duration SOON = Patience.MOST;

  private static RolloutFixture fixture(String... groups) {
    RolloutFixture fixture = RolloutFixture.of(groups);
    fixture.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY)).start(RolloutFixture.QUICK);
    return fixture;
  }

  @Test
  void aRolloutIsMeasuredFromItsFirstGroupToItsEndAndGoesWithItsPolicy() {
    try (RolloutFixture fixture = fixture("dev=d1,d2", "prod=p1")) {
      fixture.policy("one", "{type: ProgressivePerGroup}");
      fixture.awaitPhase(SOON, "Done");
      await()
          .untilAsserted(
              () ->
                  assertThat(fixture.metrics())
                      .contains(
                          "sluice_rollout_info{namespace=\"policies\",outcome=\"Succeeded\","
                              + "phase=\"Done\",policy=\"web\",strategy=\"ProgressivePerGroup\"} 1.0",
                          "sluice_rollout_clusters{namespace=\"policies\",policy=\"web\","
                              + "status=\"Succeeded\"} 3.0",
                          "sluice_rollout_duration_seconds_count{outcome=\"Succeeded\","
                              + "part=\"progress\",strategy=\"ProgressivePerGroup\"} 1",
                          "sluice_handover_seconds_count 1",
                          "sluice_approval_latency_seconds_count 0")
                      .noneMatch(line -> line.startsWith("sluice_rollout_waiting")));

      fixture
          .client()
          .genericKubernetesResources(Kinds.POLICY)
          .inNamespace(fixture.namespace())
          .withName("web")
          .delete();
      await()
          .until(
              () ->
                  fixture.metrics().stream()
                      .noneMatch(
                          line ->
                              line.contains("policy=\"web\"") || line.contains("name=\"web\"")));
    }
  }

  @Test
  void theWaitForAnApprovalIsMeasuredAndIsNoHandover() {
    try (RolloutFixture fixture = fixture("dev=d1", "prod=p1")) {
      fixture.policy("one", "{type: manualPerGroup}");
      fixture.awaitPhase(SOON, "WaitingForApproval");
      await()
          .until(
              () ->
                  fixture.metrics().stream()
                      .anyMatch(
                          line ->
                              line.startsWith(
                                  "sluice_rollout_waiting_since_timestamp_seconds{for=\"approval\"")));
      fixture.approve("dev");
      fixture.awaitStatus(
          SOON,
          status ->
              "WaitingForApproval".equals(status.get("phase"))
                  && "1/2".equals(status.get("progress")));
      fixture.approve("dev", "prod");
      fixture.awaitPhase(SOON, "Done");
      await()
          .untilAsserted(
              () ->
                  assertThat(fixture.metrics())
                      .contains(
                          "sluice_approval_latency_seconds_count 2",
                          "sluice_handover_seconds_count 0",
                          "sluice_rollout_duration_seconds_count{outcome=\"Succeeded\","
                              + "part=\"people\",strategy=\"manualPerGroup\"} 1"));
    }
  }
}
