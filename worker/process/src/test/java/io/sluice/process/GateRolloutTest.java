package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.gate.GateLabels;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Rolls an enforced policy out through the gate where the situations of {@link GateEditsTest} and
 * {@link GateFleetTest} do not go: clusters that join after the end of an attempt, replicas that
 * the propagator does not fill, and a worker that is started anew (gate 4 and 7).
 */
@Tag("nightly")
@Timeout(Patience.TEST)
class GateRolloutTest {
  private final ObservedTestServers servers = InMemoryTestServers.withNamedUsers();

  /** Who joins after the end gets the version by a ticket, once its group is approved (gate 7). */
  @ParameterizedTest(name = "quiet: {0}")
  @ValueSource(booleans = {false, true})
  void aClusterThatJoinsAfterTheEndHasItsTurn(boolean quiet) {
    try (GateFixture fixture = GateFixture.of(servers, quiet)) {
      fixture.rollOut("two");
      fixture.rollout.approve("dev");
      fixture.rollout.join("prod", "p2");
      fixture.awaitApproval(2, "prod");
      fixture.await("two", "two", "two", "");
      fixture.finish(2, "two");
      assertThat(fixture.rollout.status().get("counts").toString())
          .contains("clusters=4")
          .contains("succeeded=4");
    }
  }

  /** It gets the version that all others had before it. */
  @ParameterizedTest(name = "quiet: {0}")
  @ValueSource(booleans = {false, true})
  void aClusterThatJoinsAfterAnAbortHasTheFormerVersion(boolean quiet) {
    try (GateFixture fixture = GateFixture.of(servers, quiet)) {
      fixture.rollOut("two");
      fixture.rollout.approve("dev");
      fixture.rollout.stage("three");
      fixture.await("three", "three", "two");
      fixture.abort();
      fixture.awaitEnd(2, "Aborted");
      fixture.rollout.join("dev", "d3");
      fixture.await("three", "three", "two", "two");
      fixture.check();
    }
  }

  /** The propagator is away, and nobody may use their tickets any more (gate 4.2 and 4.4). */
  @Test
  void replicasThatWereNotFilledGoWhileItIsPaused() {
    try (GateFixture fixture = GateFixture.empty(servers, false)) {
      fixture.propagator.pause();
      fixture.rollout.policy("one", "").stage("two");
      fixture.start().rollout.approve("dev");
      fixture.await(() -> fixture.labelled(GateLabels.TICKET).equals(List.of("d1", "d2")));

      fixture.rollout.request("paused", true);
      fixture.await(
          () ->
              fixture.rollout.clusters().stream()
                  .noneMatch(cluster -> fixture.rollout.replica(cluster).isPresent()));
      fixture.propagator.resume();
      fixture.rollout.request("paused", false);
      fixture.await("two", "two", "");
      fixture.check();
    }
  }

  /** The versions that it keeps do not turn its mode; what clusters keep is told from the hub. */
  @ParameterizedTest(name = "quiet: {0}")
  @ValueSource(booleans = {false, true})
  void theNextWorkerGoesOnAndTheStatusTellsWhatIsHeld(boolean quiet) {
    try (GateFixture fixture = GateFixture.of(servers, quiet)) {
      fixture.rollout.stage("two");
      fixture.awaitApproval(1, "dev");
      assertThat(fixture.rollout.status()).containsEntry("held", Map.of("clusters", 3, "of", 3));
      fixture.rollout.approve("dev", "prod");
      fixture.awaitEnd(1, "Succeeded");
      assertThat(fixture.rollout.status()).doesNotContainKey("held");

      fixture.rollout.stop();
      fixture.rollout.approve();
      fixture.start().rollout.stage("three");
      fixture.rollout.awaitStatus(Patience.MOST, status -> held(3).equals(status.get("held")));
      fixture.rollout.approve("dev");
      fixture.rollout.awaitStatus(Patience.MOST, status -> held(1).equals(status.get("held")));
      fixture.await("three", "three", "two");
      fixture.check();
    }
  }

  private static Map<String, Integer> held(int clusters) {
    return Map.of("clusters", clusters, "of", 3, "generation", 2);
  }
}
