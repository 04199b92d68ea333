package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.gate.GateLabels;
import io.sluice.hub.client.HubObjects;
import io.sluice.policy.JsonTree;
import io.sluice.simulator.propagator.PropagatorOptions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Plays what people do to a policy behind the gate and to its rollout, one test each (gate 9). */
@Tag("nightly")
@Timeout(Patience.TEST)
class GateEditsTest {
  ObservedTestServers servers() {
    return InMemoryTestServers.withNamedUsers();
  }

  @ParameterizedTest(name = "quiet: {0}")
  @ValueSource(booleans = {false, true})
  void theFirstVersionReachesEachGroupOnceItIsApproved(boolean quiet) {
    try (GateFixture fixture = GateFixture.empty(servers(), quiet)) {
      fixture.propagator.pause();
      fixture.rollout.policy("one", "");
      fixture.rollout.stage("two");
      fixture.propagator.resume();
      fixture.start().awaitApproval(1, "dev");
      fixture.await("", "", "");

      fixture.rollout.approve("dev");
      fixture.awaitApproval(1, "prod");
      fixture.await("two", "two", "");
      fixture.finish(1, "two");
    }
  }

  @ParameterizedTest(name = "quiet: {0}")
  @ValueSource(booleans = {false, true})
  void anEditReachesEachGroupOnceItIsApproved(boolean quiet) {
    try (GateFixture fixture = GateFixture.of(servers(), quiet)) {
      fixture.rollout.stage("two");
      fixture.awaitApproval(1, "dev");
      fixture.await("one", "one", "one");
      assertThat(RolloutFixture.part(fixture.rollout.rollout().orElseThrow(), "spec"))
          .containsEntry("rolloutStrategy", Map.of("type", "manualPerGroup"));
      fixture.rollout.approve("dev");
      fixture.awaitApproval(1, "prod");
      fixture.await("two", "two", "one");
      fixture.rollout.approve("dev", "prod");
      fixture.awaitEnd(1, "Succeeded");
      assertThat(fixture.rollout.status())
          .containsEntry("evidence", Map.of("confirmed", 3, "weak", 0));
      fixture.await("two", "two", "two");
      fixture.check();
    }
  }

  @ParameterizedTest(name = "quiet: {0}")
  @ValueSource(booleans = {false, true})
  void anEditInTheMiddleOfAnAttemptBeginsAnew(boolean quiet) {
    try (GateFixture fixture = GateFixture.of(servers(), quiet)) {
      fixture.rollout.stage("two").approve("dev");
      fixture.awaitApproval(1, "prod");
      fixture.rollout.approve();
      fixture.rollout.stage("three");
      fixture.awaitApproval(2, "dev");
      fixture.await("two", "two", "one");
      fixture.finish(2, "three");
    }
  }

  /** The propagator takes the newer content through, or the worker takes the tickets back. */
  @ParameterizedTest(name = "quiet: {0}")
  @ValueSource(booleans = {false, true})
  void anEditBetweenATicketAndItsUseConcernsNoFurtherCluster(boolean quiet) {
    try (GateFixture fixture = GateFixture.of(servers(), quiet)) {
      fixture.stageWithUnusedTickets("two");
      fixture.rollout.stage("three");
      fixture.propagator.resume();

      fixture.awaitApproval(2, "prod");
      fixture.await("three", "three", "one");
      fixture.finish(2, "three");
    }
  }

  /** What the newer content reached counts as started, and nobody else of the group starts. */
  @ParameterizedTest(name = "quiet: {0}")
  @ValueSource(booleans = {false, true})
  void whomATicketGaveANewerVersionIsListedAndCounts(boolean quiet) {
    try (GateFixture fixture = GateFixture.of(servers(), quiet)) {
      fixture.rollout.stage("two").approve("dev");
      fixture.awaitApproval(1, "prod");
      fixture.propagator.pause();
      fixture.rollout.approve("prod");
      fixture.await(() -> fixture.labelled(GateLabels.TICKET).equals(List.of("p1")));
      fixture.rollout.stop();
      fixture.rollout.approve();
      fixture.rollout.stage("three");
      // One that only goes on may not have seen the edit yet, and write the former version.
      fixture.restartPropagator(PropagatorOptions.DEFAULTS);
      fixture.await("two", "two", "three");

      fixture.start();
      fixture.rollout.awaitStatus(
          Patience.MOST, status -> unstaged(status).equals(List.of("p1 Succeeded")));
      fixture.awaitApproval(2, "dev");
      fixture.await("two", "two", "three");
      fixture.rollout.approve("dev");
      fixture.awaitEnd(2, "Succeeded");
      fixture.await("three", "three", "three");
      assertThat(unstaged(fixture.rollout.status())).containsExactly("p1 Succeeded");
      fixture.check();
    }
  }

  static List<String> unstaged(Map<String, Object> status) {
    return JsonTree.maps(status, "exceptions").stream()
        .filter(issue -> "UnstagedChange".equals(issue.get("reason")))
        .map(issue -> issue.get("cluster") + " " + issue.get("status"))
        .toList();
  }

  @ParameterizedTest(name = "quiet: {0}")
  @ValueSource(booleans = {false, true})
  void anAttemptThatHaltsIsRevertedWhereItWasAndNowhereElse(boolean quiet) {
    try (GateFixture fixture = GateFixture.of(servers(), quiet)) {
      fixture.rollout.rollout(GateFixture.PER_GROUP.formatted("progressDeadline: 10s"));
      fixture.rollout.fleet().behave("d2", GateFixture.SPOKE.neverCompliant());
      fixture.rollout.stage("two");
      fixture.awaitEnd(1, "Failed");
      fixture.await("two", "two", "one");
      long generation = HubObjects.generation(fixture.rollout.replica("p1").orElseThrow());

      fixture.rollout.fleet().behave("d2", GateFixture.SPOKE);
      fixture.rollout.stage("one");
      fixture.awaitEnd(2, "Succeeded");
      fixture.await("one", "one", "one");
      assertThat(HubObjects.generation(fixture.rollout.replica("p1").orElseThrow()))
          .isEqualTo(generation);
      fixture.check();
    }
  }

  @ParameterizedTest(name = "quiet: {0}")
  @ValueSource(booleans = {false, true})
  void aPauseTakesTicketsBackAndTheyAreGivenAnewAfterIt(boolean quiet) {
    try (GateFixture fixture = GateFixture.of(servers(), quiet)) {
      fixture.stageWithUnusedTickets("two");
      fixture.rollout.request("paused", true);
      fixture.await(() -> fixture.labelled(GateLabels.TICKET).isEmpty());
      fixture.propagator.resume();
      Patience.stays(
          Duration.ofSeconds(3),
          () -> assertThat(fixture.rollout.contents()).containsExactly("one", "one", "one"));

      fixture.rollout.request("paused", false);
      fixture.awaitApproval(1, "prod");
      fixture.await("two", "two", "one");
      fixture.check();
    }
  }

  @ParameterizedTest(name = "quiet: {0}")
  @ValueSource(booleans = {false, true})
  void anAbortTakesTicketsBackAndEachClusterKeepsWhatItHas(boolean quiet) {
    try (GateFixture fixture = GateFixture.of(servers(), quiet)) {
      fixture.rollout.stage("two").approve("dev");
      fixture.awaitApproval(1, "prod");
      fixture.propagator.pause();
      fixture.rollout.approve("dev", "prod");
      fixture.await(() -> fixture.labelled(GateLabels.TICKET).equals(List.of("p1")));
      fixture.abort();
      fixture.await(() -> fixture.labelled(GateLabels.TICKET).isEmpty());
      fixture.propagator.resume();
      fixture.awaitEnd(1, "Aborted");
      Patience.stays(
          Duration.ofSeconds(3),
          () -> assertThat(fixture.rollout.contents()).containsExactly("two", "two", "one"));
      fixture.check();
    }
  }

  @ParameterizedTest(name = "quiet: {0}")
  @ValueSource(booleans = {false, true})
  void anApprovalThatIsWithdrawnBeforeItsTurnLetsNothingPass(boolean quiet) {
    try (GateFixture fixture = GateFixture.of(servers(), quiet)) {
      fixture.rollout.fleet().behave("d2", GateFixture.SPOKE.neverCompliant());
      fixture.rollout.stage("two").approve("dev", "prod");
      fixture.await("two", "two", "one");
      fixture.rollout.approve("dev");
      fixture.rollout.fleet().behave("d2", GateFixture.SPOKE);
      fixture.awaitApproval(1, "prod");
      fixture.await("two", "two", "one");
      fixture.finish(1, "two");
    }
  }

  @ParameterizedTest(name = "quiet: {0}")
  @ValueSource(booleans = {false, true})
  void withoutTheLabelWhatWasHeldIsLetGo(boolean quiet) {
    try (GateFixture fixture = GateFixture.of(servers(), quiet)) {
      fixture.rollout.stage("two");
      fixture.awaitApproval(1, "dev");
      fixture.await(() -> fixture.labelled(GateLabels.STAGED).size() == 3);
      fixture.await("one", "one", "one");
      fixture.unstage("two");
      fixture.await("two", "two", "two");
      fixture.await(() -> fixture.labelled(GateLabels.STAGED).isEmpty());
      fixture.rollout.awaitStatus(
          Patience.MOST,
          status ->
              JsonTree.maps(status, "conditions").stream()
                  .anyMatch(
                      condition ->
                          "NotGated".equals(condition.get("type"))
                              && "True".equals(condition.get("status"))));
      assertThat(fixture.rollout.status()).containsEntry("runOpen", false);
      fixture.check();
    }
  }

  /** The propagator's write takes the label off, but for the gate, which holds it with the edit. */
  @ParameterizedTest(name = "quiet: {0}")
  @ValueSource(booleans = {false, true})
  void anEditThatTakesTheLabelOffIsLetGoByTickets(boolean quiet) {
    try (GateFixture fixture = GateFixture.of(servers(), quiet)) {
      fixture.rollout.stage("two").approve("dev", "prod");
      fixture.awaitEnd(1, "Succeeded");
      fixture.unstage("three");
      fixture.await("three", "three", "three");
      fixture.await(() -> fixture.labelled(GateLabels.STAGED).isEmpty());
      fixture.check();
    }
  }

  @ParameterizedTest(name = "quiet: {0}")
  @ValueSource(booleans = {false, true})
  void aPolicyThatIsDisabledInAWaveIsRemovedAndComesBackGroupByGroup(boolean quiet) {
    try (GateFixture fixture = GateFixture.of(servers(), quiet)) {
      fixture.rollout.stage("two").approve("dev");
      fixture.awaitApproval(1, "prod");
      fixture.rollout.editSpec("disabled", true);
      fixture.await("", "", "");
      fixture.rollout.approve();
      fixture.awaitEnd(1, "Aborted");
      fixture.rollout.editSpec("disabled", false);
      fixture.awaitApproval(2, "dev");
      fixture.await("", "", "");
      fixture.rollout.approve("dev");
      fixture.awaitApproval(2, "prod");
      fixture.await("two", "two", "");
      fixture.finish(2, "two");
    }
  }

  @ParameterizedTest(name = "quiet: {0}")
  @ValueSource(booleans = {false, true})
  void aPolicyThatIsDeletedInAWaveIsGone(boolean quiet) {
    try (GateFixture fixture = GateFixture.of(servers(), quiet)) {
      fixture.rollout.stage("two").approve("dev");
      fixture.awaitApproval(1, "prod");
      fixture.rollout.deletePolicy();
      fixture.await("", "", "");
      fixture.check();
      assertThat(Optional.ofNullable(fixture.rollout.root())).isEmpty();
    }
  }
}
