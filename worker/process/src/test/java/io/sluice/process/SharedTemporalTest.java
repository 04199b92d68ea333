package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.policy.PolicyName;
import io.sluice.rollout.lifecycle.HubName;
import io.sluice.settings.Settings;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import io.temporal.api.enums.v1.EventType;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Lets two hubs share a namespace of Temporal (rollout-strategy 3.2, "Life of the workflow"). */
@Timeout(Patience.TEST)
class SharedTemporalTest {
  private static final String MANUAL =
      "{type: manualPerGroup, manualPerGroup: {minSuccessTime: 1s, progressDeadline: 5m}}";

  private final InMemoryTestServers servers = servers();
  private final InMemoryTestServers others = InMemoryTestServers.sharingTemporal(servers);
  private final RolloutFixture first = RolloutFixture.on(servers, "dev=a1", "prod=a2,a3");
  private final RolloutFixture second = RolloutFixture.on(others, "dev=b1", "prod=b2");

  SharedTemporalTest() {
    List.of(first, second).forEach(hub -> hub.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY)));
  }

  InMemoryTestServers servers() {
    return new InMemoryTestServers();
  }

  @AfterEach
  void close() {
    second.close();
    first.close();
  }

  private String taken() {
    return "Cannot use the name hub in Temporal namespace %s: hub %s uses it. Set --hub-name."
        .formatted(servers.temporalNamespace(), servers.hub().url());
  }

  private void succeeds(RolloutFixture hub) {
    hub.approve("dev", "prod");
    hub.awaitPhase(Patience.MOST, "Done");
    assertThat(hub.status()).containsEntry("outcome", "Succeeded").containsEntry("attempt", 1);
    assertThat(hub.clusters())
        .allSatisfy(cluster -> assertThat(hub.contentWrites(cluster)).isEqualTo(1));
  }

  private List<HistoryEvent> history(String hub) {
    return WorkflowClient.newInstance(
            servers.temporal(),
            WorkflowClientOptions.newBuilder().setNamespace(servers.temporalNamespace()).build())
        .fetchHistory(new HubName(hub).workflowId(new PolicyName(first.namespace(), "web")))
        .getEvents();
  }

  @Test
  void theSecondHubOfANameStartsNothingUntilTheRunsOfTheFirstHaveEnded() {
    first.start(RolloutFixture.QUICK).policy("one", MANUAL);
    first.awaitPhase(Patience.MOST, "WaitingForApproval");
    second.policy("two", MANUAL);

    assertThatThrownBy(() -> second.start(RolloutFixture.QUICK))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(taken());
    assertThat(others.workerWrites()).isEmpty();
    succeeds(first);

    // Temporal may list a run for a moment that has ended: a process looks again each second.
    Patience.await()
        .ignoreExceptionsInstanceOf(IllegalStateException.class)
        .until(
            () -> {
              second.stop();
              second.start(RolloutFixture.QUICK);
              return true;
            });
    succeeds(second);
  }

  @Test
  void hubsOfTwoNamesRollTheSamePolicyOutIndependently() {
    Settings other = RolloutFixture.QUICK.with(all -> all.hubName(new HubName("other")));
    first.start(RolloutFixture.QUICK).policy("one", MANUAL);
    second.start(other).policy("two", MANUAL);
    first.awaitPhase(Patience.MOST, "WaitingForApproval");

    succeeds(second);
    assertThat(first.status()).containsEntry("phase", "WaitingForApproval");
    succeeds(first);

    assertThat(history("hub")).isNotEmpty();
    assertThat(history("other")).isNotEmpty();
  }

  /** A server in memory gives a task that was refused to the same worker again for a while. */
  @Tag("nightly")
  @Test
  void hubsThatBeganWithOneNameRefuseEachOthersActivitiesAndTheSecondRolloutWaits() {
    first.start(RolloutFixture.QUICK);
    second.start(RolloutFixture.QUICK);
    first.policy("one", MANUAL);
    first.awaitPhase(Patience.MOST, "WaitingForApproval");

    second.policy("two", MANUAL);
    second.awaitStatus(Patience.MOST, status -> taken().equals(status.get("waitingFor")));
    succeeds(first);

    assertThat(history("hub"))
        .as("the other worker answered no call of this run")
        .filteredOn(event -> event.getEventType() == EventType.EVENT_TYPE_ACTIVITY_TASK_FAILED)
        .isEmpty();
    succeeds(second);
  }
}
