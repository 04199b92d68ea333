package io.sluice.control.rollout;

import static io.sluice.control.ControllerFixture.awaited;
import static io.sluice.process.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.control.ControllerFixture;
import io.sluice.hub.client.HubObjects;
import io.sluice.policy.JsonTree;
import io.sluice.settings.Settings;
import io.sluice.simulator.api.Fault;
import io.sluice.simulator.api.Faults;
import io.sluice.simulator.api.RequestMatcher;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a process last saw justifies neither a deletion nor a write (rollout-strategy 3.2). */
@Tag("nightly")
@Timeout(300)
class LiveReadTest {
  private static final Settings SHORT_GRACE =
      Settings.DEFAULTS.with(settings -> settings.removalGrace(Duration.ofSeconds(2)));

  private static Faults.Injected freeze(ControllerFixture fixture, String kind) {
    Faults.Injected frozen =
        fixture
            .hub
            .faults()
            .inject(RequestMatcher.anything().verb("watch").kind(kind), Fault.watchFrozen());
    await().until(() -> frozen.hits() > 0);
    return frozen;
  }

  private static void edit(ControllerFixture fixture, String severity) {
    fixture.edit(
        "policies",
        "web",
        root ->
            root.setAdditionalProperty(
                "spec",
                Map.of(
                    "disabled",
                    false,
                    "remediationAction",
                    severity,
                    "policy-templates",
                    List.of())));
  }

  @Test
  void aClusterThatCameBackUnseenKeepsItsReplica() {
    try (ControllerFixture fixture = new ControllerFixture("c1", "c2")) {
      fixture.policy("policies", "web", "", "");
      fixture.startInMachineTime(
          Settings.DEFAULTS.with(s -> s.removalGrace(Duration.ofSeconds(12))));
      awaited(() -> assertThat(fixture.replica("c2")).isPresent());
      awaited(() -> assertThat(JsonTree.maps(fixture.rootStatus(), "status")).hasSize(2));
      fixture.select("c1");
      awaited(() -> assertThat(JsonTree.maps(fixture.rootStatus(), "status")).hasSize(1));

      freeze(fixture, "PlacementDecision");
      freeze(fixture, "Placement");
      fixture.select("c1", "c2");
      // Longer than the grace period.
      await().during(Duration.ofSeconds(14)).until(() -> fixture.replica("c2").isPresent());
    }
  }

  @Test
  void aClusterThatStaysAwayLosesItsReplicaAfterTheGracePeriod() {
    try (ControllerFixture fixture = new ControllerFixture("c1", "c2")) {
      fixture.policy("policies", "web", "", "");
      fixture.startInMachineTime(SHORT_GRACE);
      awaited(() -> assertThat(fixture.replica("c2")).isPresent());
      fixture.select("c1");
      awaited(() -> assertThat(fixture.replica("c2")).isEmpty());
      assertThat(fixture.replica("c1")).isPresent();
    }
  }

  @Test
  void aFormerContentOfTheRootIsNotWritten() {
    try (ControllerFixture fixture = new ControllerFixture("c1")) {
      fixture.cluster("c2");
      fixture.policy("policies", "web", "", "");
      fixture.startInMachineTime(SHORT_GRACE);
      awaited(() -> assertThat(fixture.replica("c1")).isPresent());
      Faults.Injected frozen = freeze(fixture, "Policy");
      edit(fixture, "enforce");
      long writes = fixture.replicaWrites();
      fixture.select("c1", "c2");

      await().during(Duration.ofSeconds(3)).until(() -> fixture.replicaWrites() == writes);
      frozen.remove();
      awaited(
          () ->
              assertThat(fixture.replica("c2").map(replica -> HubObjects.part(replica, "spec")))
                  .hasValueSatisfying(
                      spec -> assertThat(spec).containsEntry("remediationAction", "enforce")));
    }
  }

  @Test
  void aPassOverManyClustersNoticesThatTheRootWasChangedMeanwhile() {
    String[] clusters =
        IntStream.range(0, 650).mapToObj("c-%03d"::formatted).toArray(String[]::new);
    try (ControllerFixture fixture = new ControllerFixture(clusters)) {
      fixture
          .hub
          .faults()
          .inject(
              RequestMatcher.anything().verb("create").kind("Policy").namespace("c-000"),
              Fault.latency(Duration.ofSeconds(5)));
      fixture.select();
      fixture.policy("policies", "web", "", "");
      fixture.startInMachineTime(SHORT_GRACE);
      awaited(() -> assertThat(fixture.rootStatus()).containsKey("placement"));
      Faults.Injected frozen = freeze(fixture, "Policy");
      fixture.select(clusters);
      awaited(() -> assertThat(fixture.replicaWrites()).isPositive());
      edit(fixture, "enforce");

      awaited(() -> assertThat(fixture.replicaWrites()).isEqualTo(500));
      await().during(Duration.ofSeconds(2)).until(() -> fixture.replicaWrites() == 500);
      frozen.remove();
    }
  }

  @Test
  void aClusterWhoseNamespaceComesAfterTheDecisionGetsItsReplica() {
    try (ControllerFixture fixture = new ControllerFixture("c1")) {
      fixture.policy("policies", "web", "", "");
      fixture.managedCluster("late", "");
      fixture.select("c1", "late");
      fixture.startInMachineTime(SHORT_GRACE);
      awaited(() -> assertThat(fixture.replica("c1")).isPresent());
      fixture.namespace("late");
      awaited(() -> assertThat(fixture.replica("late")).isPresent());
    }
  }
}
