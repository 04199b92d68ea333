package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.simulator.propagator.PropagatorOptions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Takes away in a wave what a policy behind the gate needs, one test each (gate 9). */
@Tag("nightly")
@Timeout(Patience.TEST)
class GateOutageTest {
  ObservedTestServers servers() {
    return InMemoryTestServers.withNamedUsers();
  }

  @ParameterizedTest(name = "quiet: {0}")
  @ValueSource(booleans = {false, true})
  void aPropagatorThatIsReplacedInAWaveUsesTheTicketsThatAreThere(boolean quiet) {
    try (GateFixture fixture = GateFixture.of(servers(), quiet)) {
      fixture.stageWithUnusedTickets("two");
      fixture.restartPropagator(PropagatorOptions.DEFAULTS);
      fixture.awaitApproval(1, "prod");
      fixture.await("two", "two", "one");
      // One that starts writes every replica that is not as it should be.
      fixture.restartPropagator(PropagatorOptions.DEFAULTS);
      fixture.finish(1, "two");
    }
  }

  @ParameterizedTest(name = "quiet: {0}")
  @ValueSource(booleans = {false, true})
  void aSlowPropagatorIsWaitedFor(boolean quiet) {
    try (GateFixture fixture = GateFixture.of(servers(), quiet)) {
      fixture.restartPropagator(PropagatorOptions.DEFAULTS.withReaction(Duration.ofSeconds(5)));
      fixture.rollout.stage("two").approve("dev");
      fixture.awaitApproval(1, "prod");
      fixture.await("two", "two", "one");
      fixture.finish(1, "two");
    }
  }

  @ParameterizedTest(name = "quiet: {0}")
  @ValueSource(booleans = {false, true})
  void anApiServerThatIsRestartedInAWaveHoldsAsBefore(boolean quiet) {
    try (GateFixture fixture = GateFixture.of(servers(), quiet)) {
      fixture.rollout.stage("two").approve("dev");
      fixture.awaitApproval(1, "prod");
      fixture.servers().restartHub();
      fixture.await("two", "two", "one");
      fixture.finish(1, "two");
    }
  }

  /** What passes meanwhile is no breach of the worker's: whoever takes it away opens it. */
  @Test
  void anAttemptWaitsWhileTheGateIsAwayAndSaysSo() {
    try (GateFixture fixture = GateFixture.of(servers(), true)) {
      fixture.rollout.stage("two").approve("dev");
      fixture.awaitApproval(1, "prod");
      fixture.servers().openGate();
      fixture.rollout.awaitStatus(
          Patience.MOST, status -> status.toString().contains("kubectl apply -k deploy/gate"));
      fixture.rollout.approve("dev", "prod");
      Patience.stays(
          Duration.ofSeconds(3),
          () -> assertThat(fixture.rollout.contents()).containsExactly("two", "two", "one"));
      fixture.servers().installGate(true);
      fixture.awaitEnd(1, "Succeeded");
      fixture.await("two", "two", "two");
      fixture.check();
    }
  }

  /** A propagator that is restarted writes whatever the gate does not hold. */
  @Test
  void whatWasWrittenWhileTheGateWasAwayIsListedAndCounts() {
    try (GateFixture fixture = GateFixture.of(servers(), true)) {
      fixture.rollout.stage("two");
      fixture.awaitApproval(1, "dev");
      fixture.await("one", "one", "one");
      fixture.rollout.approve("dev");
      fixture.awaitApproval(1, "prod");
      fixture.rollout.stage("three");
      fixture.rollout.approve();
      fixture.awaitApproval(2, "dev");
      fixture.servers().openGate();
      fixture.rollout.awaitStatus(
          Patience.MOST, status -> status.toString().contains("kubectl apply -k deploy/gate"));
      fixture.restartPropagator(PropagatorOptions.DEFAULTS);
      fixture.await("three", "three", "three");
      fixture.rollout.awaitStatus(
          Patience.MOST,
          status ->
              GateEditsTest.unstaged(status)
                  .equals(List.of("d1 ToApply", "d2 ToApply", "p1 ToApply")));

      fixture.servers().installGate(true);
      fixture.awaitEnd(2, "Succeeded");
      assertThat(GateEditsTest.unstaged(fixture.rollout.status()))
          .containsExactly("d1 Succeeded", "d2 Succeeded", "p1 Succeeded");
    }
  }

  @Test
  void nothingBeginsUntilTheGateStands() {
    try (GateFixture fixture = GateFixture.empty(servers(), true)) {
      fixture.servers().openGate();
      fixture.rollout.policy("one", "");
      fixture.await("one", "one", "one");
      fixture.start().rollout.stage("two");
      fixture.await("two", "two", "two");
      fixture.rollout.awaitStatus(
          Patience.MOST,
          status ->
              status.toString().contains("GateOpen")
                  && status.toString().contains("kubectl apply -k deploy/gate"));
      assertThat(fixture.rollout.status()).containsEntry("attempt", 0);
    }
  }
}
