package io.sluice.control.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.control.ControllerFixture;
import io.sluice.fleet.Departures;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.PolicyName;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Runs the controller while clusters leave a placement (rollout-strategy 3.7). */
class LeavingClusterTest {
  private static final PolicyName WEB = new PolicyName("policies", "web");
  private final FakeRuns runs = new FakeRuns();

  private static void available(ControllerFixture fixture, String cluster, boolean available) {
    fixture.apply(
        Kinds.MANAGED_CLUSTER,
        """
        apiVersion: cluster.open-cluster-management.io/v1
        kind: ManagedCluster
        metadata: {name: %s}
        spec: {hubAcceptsClient: true}
        status:
          conditions: [{type: ManagedClusterConditionAvailable, status: "%s", reason: x, message: x, lastTransitionTime: "2026-02-03T09:00:00Z"}]
        """
            .formatted(cluster, available ? "True" : "Unknown"));
  }

  @Test
  void theReplicaOfAClusterThatIsNotAvailableStaysUntilItIs() {
    try (ControllerFixture fixture = new ControllerFixture("c1", "c2")) {
      fixture.policy("policies", "web", "", "");
      fixture.start();
      fixture.soon(() -> assertThat(fixture.replica("c2")).isPresent());

      fixture.attended();
      available(fixture, "c2", false);
      fixture.select("c1");
      fixture.stays(Duration.ofMinutes(3), () -> assertThat(fixture.replica("c2")).isPresent());

      available(fixture, "c2", true);
      fixture.stays(Duration.ofSeconds(50), () -> assertThat(fixture.replica("c2")).isPresent());
      fixture.soon(() -> assertThat(fixture.replica("c2")).isEmpty());
    }
  }

  @Test
  void anOpenRunIsToldOfAClusterWithoutAReplicaAfterTheGrace() {
    try (ControllerFixture fixture = new ControllerFixture("c1", "c2")) {
      RestoredRolloutTest.policy(fixture, "low");
      fixture.start(runs);
      fixture.soon(() -> assertThat(runs.openChain(WEB)).isPresent());
      open(fixture);
      fixture.attended();

      fixture.select("c1");
      fixture.stays(Duration.ofSeconds(59), () -> assertThat(runs.departures(WEB)).isEmpty());
      fixture.soon(
          () ->
              assertThat(runs.departures(WEB))
                  .containsExactly(new Departures(List.of(), List.of("c2"), List.of())));

      fixture.select("c1", "c2");
      fixture.soon(() -> assertThat(runs.departures(WEB)).endsWith(Departures.NONE));
    }
  }

  /** The run has claimed the Rollout. */
  private void open(ControllerFixture fixture) {
    fixture.apply(
        Kinds.ROLLOUT,
        """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: Rollout
        metadata: {namespace: policies, name: policy-web}
        status: {attempt: 1, rolloutUID: %s, runOpen: true, generation: 1}
        """
            .formatted(runs.lastStarted().orElseThrow().spec().rolloutUid()));
    fixture.soon(() -> assertThat(runs.asked(WEB)).isPositive());
  }
}
