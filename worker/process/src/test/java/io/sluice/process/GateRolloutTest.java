package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.sluice.gate.GateLabels;
import io.sluice.hub.client.HubObjects;
import io.sluice.policy.JsonTree;
import io.sluice.simulator.api.RecordedWrite;
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

/** Rolls an enforced policy out next to a simulated propagator, through the gate (gate). */
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

  @ParameterizedTest(name = "quiet: {0}")
  @ValueSource(booleans = {false, true})
  void aLabelledPolicyChangesGroupByGroupOnceEachIsApproved(boolean quiet) {
    servers.hub().admit(new GateAdmission(InMemoryTestServers.WORKER, quiet));
    fixture.policy("one", "");
    Patience.await().until(() -> fixture.contents().equals(List.of("one", "one", "one")));
    fixture.start(RolloutFixture.QUICK);

    fixture.stage("two");
    fixture.awaitPhase(Patience.MOST, "WaitingForApproval");
    assertThat(fixture.contents()).containsExactly("one", "one", "one");
    assertThat(RolloutFixture.part(fixture.rollout().orElseThrow(), "spec"))
        .containsEntry("rolloutStrategy", Map.of("type", "manualPerGroup"));

    fixture.approve("dev");
    Patience.await().until(() -> fixture.contents().equals(List.of("two", "two", "one")));
    fixture.awaitStatus(
        Patience.MOST,
        status ->
            String.valueOf(status.get("waitingFor"))
                .startsWith("Waiting for approval of group prod"));
    assertThat(fixture.contents()).containsExactly("two", "two", "one");

    fixture.approve("dev", "prod");
    assertThat(fixture.awaitPhase(Patience.MOST, "Done"))
        .containsEntry("outcome", "Succeeded")
        .containsEntry("evidence", Map.of("confirmed", 3, "weak", 0));
    assertThat(fixture.contents()).containsExactly("two", "two", "two");
  }

  /** The label comes alone first: nothing begins by that. */
  @ParameterizedTest(name = "quiet: {0}")
  @ValueSource(booleans = {false, true})
  void unusedTicketsAreTakenBackWhileItIsPausedAndGivenAnewAfterIt(boolean quiet) {
    servers.hub().admit(new GateAdmission(InMemoryTestServers.WORKER, quiet));
    fixture.policy("one", "");
    Patience.await().until(() -> fixture.contents().equals(List.of("one", "one", "one")));
    fixture.start(RolloutFixture.QUICK);
    fixture.stage("two");
    fixture.awaitPhase(Patience.MOST, "WaitingForApproval");
    Patience.await().until(() -> labelled(GateLabels.STAGED).size() == 3);

    propagator.pause();
    fixture.approve("dev");
    Patience.await().until(() -> labelled(GateLabels.TICKET).equals(List.of("d1", "d2")));
    fixture.request("paused", true);
    Patience.await().until(() -> labelled(GateLabels.TICKET).isEmpty());
    propagator.resume();
    if (quiet) {
      Patience.await().until(propagator::idle);
    } else {
      servers.hub().forgetRequests();
      Patience.await().until(() -> refused().containsAll(List.of("d1", "d2", "p1")));
    }
    assertThat(fixture.contents()).containsExactly("one", "one", "one");

    fixture.request("paused", false);
    Patience.await().until(() -> fixture.contents().equals(List.of("two", "two", "one")));
    assertThat(labelled(GateLabels.TICKET)).isEmpty();
  }

  /** A cluster that joins before its turn has the version that the others have (gate 4.6). */
  @ParameterizedTest(name = "quiet: {0}")
  @ValueSource(booleans = {false, true})
  void aNewcomerHasTheFormerVersionUntilItsTurn(boolean quiet) {
    servers.hub().admit(new GateAdmission(InMemoryTestServers.WORKER, quiet));
    fixture.policy("one", "");
    Patience.await().until(() -> fixture.contents().equals(List.of("one", "one", "one")));
    fixture.start(RolloutFixture.QUICK);
    fixture.stage("two");
    fixture.approve("dev", "prod");
    fixture.awaitPhase(Patience.MOST, "Done");

    fixture.approve();
    fixture.stage("three");
    fixture.awaitStatus(Patience.MOST, status -> Integer.valueOf(2).equals(status.get("attempt")));
    fixture.join("prod", "p2");
    Patience.await().until(() -> fixture.contents().equals(List.of("two", "two", "two", "two")));
    fixture.approve("dev", "prod");
    fixture.awaitPhase(Patience.MOST, "Done");

    assertThat(fixture.contents()).containsExactly("three", "three", "three", "three");
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

  /** Its replicas are created at the turn of their clusters, by a stub (gate 4.2). */
  @ParameterizedTest(name = "quiet: {0}")
  @ValueSource(booleans = {false, true})
  void aNewPolicyReachesEachGroupOnceItIsApproved(boolean quiet) {
    servers.hub().admit(new GateAdmission(InMemoryTestServers.WORKER, quiet));
    propagator.pause();
    fixture.policy("one", "");
    fixture.stage("two");
    propagator.resume();
    fixture.start(RolloutFixture.QUICK);
    fixture.awaitPhase(Patience.MOST, "WaitingForApproval");
    assertThat(fixture.contents()).containsExactly("", "", "");

    fixture.approve("dev");
    Patience.await().until(() -> fixture.contents().equals(List.of("two", "two", "")));
    fixture.approve("dev", "prod");
    assertThat(fixture.awaitPhase(Patience.MOST, "Done")).containsEntry("outcome", "Succeeded");
    assertThat(fixture.contents()).containsExactly("two", "two", "two");
    assertThat(labelled(GateLabels.TICKET)).isEmpty();
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

  @ParameterizedTest(name = "quiet: {0}")
  @ValueSource(booleans = {false, true})
  void withoutTheLabelWhatWasHeldIsLetGo(boolean quiet) {
    servers.hub().admit(new GateAdmission(InMemoryTestServers.WORKER, quiet));
    fixture.policy("one", "");
    Patience.await().until(() -> fixture.contents().equals(List.of("one", "one", "one")));
    fixture.start(RolloutFixture.QUICK);
    fixture.stage("two");
    fixture.awaitPhase(Patience.MOST, "WaitingForApproval");
    Patience.await().until(() -> labelled(GateLabels.STAGED).size() == 3);
    assertThat(fixture.contents()).containsExactly("one", "one", "one");

    fixture.edit(
        fixture.namespace(),
        "web",
        policy -> {
          policy.getMetadata().setLabels(Map.of());
          return policy;
        });

    Patience.await().until(() -> fixture.contents().equals(List.of("two", "two", "two")));
    Patience.await().until(() -> labelled(GateLabels.STAGED).isEmpty());
    assertThat(labelled(GateLabels.TICKET)).isEmpty();
    fixture.awaitStatus(
        Patience.MOST,
        status ->
            JsonTree.maps(status, "conditions").stream()
                .anyMatch(
                    condition ->
                        "NotGated".equals(condition.get("type"))
                            && "True".equals(condition.get("status"))));
    assertThat(fixture.status()).containsEntry("runOpen", false);
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

  @Test
  void nothingBeginsUntilTheGateStands() {
    fixture.policy("one", "");
    Patience.await().until(() -> fixture.contents().equals(List.of("one", "one", "one")));
    fixture.start(RolloutFixture.QUICK);

    fixture.stage("two");
    Patience.await().until(() -> fixture.contents().equals(List.of("two", "two", "two")));
    Patience.await()
        .untilAsserted(
            () ->
                assertThat(fixture.status().toString())
                    .contains("GateOpen")
                    .contains("kubectl apply -k deploy/gate"));
    assertThat(fixture.status()).containsEntry("attempt", 0);
  }

  @ParameterizedTest(name = "quiet: {0}")
  @ValueSource(booleans = {false, true})
  void anEditInAWaveBeginsAnewAndNoClusterGetsAVersionBeforeItsTurn(boolean quiet) {
    servers.hub().admit(new GateAdmission(InMemoryTestServers.WORKER, quiet));
    fixture.policy("one", "");
    Patience.await().until(() -> fixture.contents().equals(List.of("one", "one", "one")));
    fixture.start(RolloutFixture.QUICK);
    fixture.stage("two");
    fixture.approve("dev");
    Patience.await().until(() -> fixture.contents().equals(List.of("two", "two", "one")));

    fixture.approve();
    fixture.stage("three");
    fixture.awaitStatus(Patience.MOST, status -> Integer.valueOf(2).equals(status.get("attempt")));
    fixture.awaitPhase(Patience.MOST, "WaitingForApproval");
    assertThat(fixture.contents()).containsExactly("two", "two", "one");

    fixture.approve("dev", "prod");
    assertThat(fixture.awaitPhase(Patience.MOST, "Done")).containsEntry("outcome", "Succeeded");
    assertThat(fixture.contents()).containsExactly("three", "three", "three");
  }

  /** What is refused the propagator tries again. */
  private List<String> refused() {
    return servers.hub().writes().stream()
        .filter(write -> write.verb().equals("update") && write.code() == 403)
        .map(RecordedWrite::namespace)
        .toList();
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
