package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.sluice.gate.GateLabels;
import io.sluice.hub.client.HubObjects;
import io.sluice.simulator.gate.GateAdmission;
import io.sluice.simulator.propagator.Propagator;
import io.sluice.simulator.propagator.PropagatorOptions;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
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
@Timeout(300)
class GateRolloutTest {
  private final InMemoryTestServers servers = InMemoryTestServers.withNamedUsers();
  private final RolloutFixture fixture =
      RolloutFixture.on(servers, "dev=d1,d2", "prod=p1")
          .spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY));
  private final Propagator propagator =
      Propagator.start(servers.client(), PropagatorOptions.DEFAULTS);

  @AfterEach
  void close() {
    propagator.close();
    fixture.close();
  }

  /** Where the worker tries the gate. */
  @BeforeEach
  void makeItsNamespace() {
    fixture
        .client()
        .resource(
            new NamespaceBuilder()
                .withNewMetadata()
                .withName("sluice-system")
                .endMetadata()
                .build())
        .createOr(existing -> null);
  }

  /** Who joins after the end gets the version by a ticket, once its group is approved (gate 7). */
  @ParameterizedTest(name = "quiet: {0}")
  @ValueSource(booleans = {false, true})
  void aClusterThatJoinsAfterTheEndHasItsTurn(boolean quiet) {
    servers.hub().admit(new GateAdmission(InMemoryTestServers.WORKER, quiet));
    fixture.policy("one", "");
    Patience.await().until(() -> fixture.contents().equals(List.of("one", "one", "one")));
    fixture.start(RolloutFixture.QUICK);
    fixture.stage("two");
    fixture.approve("dev", "prod");
    fixture.awaitPhase(Patience.MOST, "Done");

    fixture.approve("dev");
    fixture.join("prod", "p2");
    fixture.awaitPhase(Patience.MOST, "WaitingForApproval");
    assertThat(fixture.contents()).containsExactly("two", "two", "two", "");
    fixture.approve("dev", "prod");
    Patience.await().until(() -> fixture.contents().equals(List.of("two", "two", "two", "two")));
    fixture.awaitPhase(Patience.MOST, "Done");
    assertThat(
            RolloutFixture.part(fixture.rollout().orElseThrow(), "status").get("counts").toString())
        .contains("clusters=4")
        .contains("succeeded=4");
    assertThat(labelled(GateLabels.TICKET)).isEmpty();
  }

  /** It gets the version that all others had before it. */
  @ParameterizedTest(name = "quiet: {0}")
  @ValueSource(booleans = {false, true})
  void aClusterThatJoinsAfterAnAbortHasTheFormerVersion(boolean quiet) {
    servers.hub().admit(new GateAdmission(InMemoryTestServers.WORKER, quiet));
    fixture.policy("one", "");
    Patience.await().until(() -> fixture.contents().equals(List.of("one", "one", "one")));
    fixture.start(RolloutFixture.QUICK);
    fixture.stage("two");
    fixture.approve("dev", "prod");
    fixture.awaitPhase(Patience.MOST, "Done");
    fixture.approve("dev");
    fixture.stage("three");
    Patience.await().until(() -> fixture.contents().equals(List.of("three", "three", "two")));

    fixture.request(
        "abortRollout", Map.of("rolloutUID", fixture.status().get("rolloutUID").toString()));
    fixture.awaitStatus(Patience.MOST, status -> "Aborted".equals(status.get("outcome")));
    fixture.join("dev", "d3");
    Patience.await()
        .until(() -> fixture.contents().equals(List.of("three", "three", "two", "two")));
  }

  /** The propagator is away, and nobody may use their tickets any more (gate 4.2 and 4.4). */
  @Test
  void replicasThatWereNotFilledGoWhileItIsPaused() {
    servers.hub().admit(new GateAdmission(InMemoryTestServers.WORKER, false));
    propagator.pause();
    fixture.policy("one", "");
    fixture.stage("two");
    fixture.start(RolloutFixture.QUICK);
    fixture.approve("dev");
    Patience.await().until(() -> labelled(GateLabels.TICKET).equals(List.of("d1", "d2")));

    fixture.request("paused", true);
    Patience.await()
        .until(
            () ->
                fixture.clusters().stream()
                    .noneMatch(cluster -> fixture.replica(cluster).isPresent()));
    propagator.resume();
    fixture.request("paused", false);
    Patience.await().until(() -> fixture.contents().equals(List.of("two", "two", "")));
    assertThat(labelled(GateLabels.TICKET)).isEmpty();
  }

  /** The versions that it keeps do not turn its mode; what clusters keep is told from the hub. */
  @ParameterizedTest(name = "quiet: {0}")
  @ValueSource(booleans = {false, true})
  void theNextWorkerGoesOnAndTheStatusTellsWhatIsHeld(boolean quiet) {
    servers.hub().admit(new GateAdmission(InMemoryTestServers.WORKER, quiet));
    fixture.policy("one", "");
    Patience.await().until(() -> fixture.contents().equals(List.of("one", "one", "one")));
    fixture.start(RolloutFixture.QUICK);
    fixture.stage("two");
    assertThat(fixture.awaitPhase(Patience.MOST, "WaitingForApproval"))
        .containsEntry("held", Map.of("clusters", 3, "of", 3));
    fixture.approve("dev", "prod");
    assertThat(fixture.awaitPhase(Patience.MOST, "Done")).doesNotContainKey("held");

    fixture.stop();
    fixture.approve();
    fixture.start(RolloutFixture.QUICK);
    fixture.stage("three");
    fixture.awaitStatus(
        Patience.MOST,
        status -> Map.of("clusters", 3, "of", 3, "generation", 2).equals(status.get("held")));
    fixture.approve("dev");
    fixture.awaitStatus(
        Patience.MOST,
        status -> Map.of("clusters", 1, "of", 3, "generation", 2).equals(status.get("held")));
    Patience.await().until(() -> fixture.contents().equals(List.of("three", "three", "two")));
  }

  private List<String> labelled(String label) {
    return fixture.clusters().stream()
        .filter(
            cluster ->
                fixture
                    .replica(cluster)
                    .filter(replica -> HubObjects.labels(replica).containsKey(label))
                    .isPresent())
        .toList();
  }
}
