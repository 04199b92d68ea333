package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.events.v1.Event;
import io.sluice.devservers.Program;
import io.sluice.devservers.SharedDevServers;
import io.sluice.policy.JsonTree;
import io.sluice.rollout.ApprovalRequest;
import io.sluice.settings.Settings;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import io.sluice.workflow.PolicyRolloutWorkflow.RequestAnswer;
import io.sluice.workflow.RolloutSettings;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Takes Temporal away from a rollout: its process, one of its runs, its whole database. */
@Timeout(Patience.TEST)
class TemporalCrashIT {

  private static final Settings BY_MESSAGE_TOO =
      RolloutFixture.QUICK.with(
          settings -> settings.rollouts(RolloutSettings.DEFAULTS.withMessageApprovals(true)));

  private final LocalTestServers servers = new LocalTestServers();

  @AfterEach
  void heal() {
    SharedDevServers.heal();
  }

  @Test
  void aServerThatWasKilledFindsTheRolloutWhereItWas() {
    try (RolloutFixture fixture =
        RolloutFixture.on(servers, "dev=d1,d2", "stage=s1,s2", "prod=p1,p2")) {
      fixture.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY)).start(RolloutFixture.QUICK);
      fixture.policy(
          "one", "{type: ProgressivePerGroup, progressivePerGroup: {progressDeadline: 5m}}");
      Map<String, Object> before =
          fixture.awaitStatus(Patience.MOST, status -> count(status, "succeeded") >= 2);

      servers.servers().kill(Program.TEMPORAL);
      servers.servers().restart(Program.TEMPORAL);

      Map<String, Object> after = fixture.awaitPhase(Patience.MOST, "Done");
      assertThat(after).containsEntry("outcome", "Succeeded");
      assertSameAttempt(before, after);
      assertOneContentWriteEach(fixture);
      assertThat(events(fixture)).isEmpty();
    }
  }

  @Test
  void aRunThatWasTerminatedGoesOnWithAWarning() {
    try (RolloutFixture fixture = RolloutFixture.on(servers, "dev=d1,d2", "prod=p1")) {
      fixture.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY)).start(RolloutFixture.QUICK);
      fixture.policy("one", "{type: manualPerGroup, manualPerGroup: {progressDeadline: 5m}}");
      fixture.approve("dev");
      Map<String, Object> before = fixture.awaitStatus(Patience.MOST, waitsFor("group prod"));

      fixture.run().terminate("by hand");
      fixture.approve("dev", "prod");

      Map<String, Object> after = fixture.awaitPhase(Patience.MOST, "Done");
      assertThat(after).containsEntry("outcome", "Succeeded");
      assertSameAttempt(before, after);
      assertOneContentWriteEach(fixture);
      awaitWarning(fixture);
    }
  }

  @Test
  void aLostDatabaseChangesNeitherOutcomeNorApprovalsAndWritesNothingTwice() throws IOException {
    try (RolloutFixture fixture =
        RolloutFixture.on(servers, "dev=d1,d2", "stage=s1,s2", "prod=p1,p2")) {
      fixture
          .spokes(
              SpokeBehaviours.all(SpokeBehaviour.ORDINARY)
                  .butFor("d2", SpokeBehaviour.ORDINARY.neverCompliant()))
          .start(BY_MESSAGE_TOO);
      fixture.policy(
          "one",
          "{type: manualPerGroup, manualPerGroup: {minSuccessTime: 8s, progressDeadline: 30s,"
              + " maxFailures: 1}}");
      fixture.approve("dev");
      fixture.awaitStatus(Patience.MOST, waitsFor("group stage"));
      assertThat(fixture.status().get("exceptions").toString())
          .contains("cluster=d2", "status=Failed");
      fixture.approve("dev", "stage");
      // Soaking, unless the machine stands still meanwhile.
      fixture.awaitStatus(
          Patience.MOST, status -> count(status, "soaking") + count(status, "succeeded") >= 3);
      fixture.run().update("approve", RequestAnswer.class, ApprovalRequest.of("prod", "ann"));
      Map<String, Object> before =
          fixture.awaitStatus(
              Patience.MOST, status -> status.get("approvals").toString().contains("ann"));

      servers.servers().kill(Program.TEMPORAL);
      SharedDevServers.loseTemporalsDatabase();
      SharedDevServers.heal();

      Map<String, Object> after = fixture.awaitPhase(Patience.MOST, "Done");
      assertThat(after.get("outcome")).isEqualTo("Succeeded");
      assertSameAttempt(before, after);
      assertThat(after.get("approvals")).isEqualTo(before.get("approvals"));
      assertThat(after.get("exceptions")).isEqualTo(before.get("exceptions"));
      assertThat(fixture.clusters())
          .allSatisfy(c -> assertThat(fixture.content(c)).isEqualTo("one"));
      assertOneContentWriteEach(fixture);
      awaitWarning(fixture);
    }
  }

  private static void assertSameAttempt(Map<String, Object> before, Map<String, Object> after) {
    for (String field : List.of("rolloutUID", "attempt", "startedAt", "currentRolloutGeneration")) {
      assertThat(after.get(field)).as(field).isNotNull().isEqualTo(before.get(field));
    }
  }

  private static void assertOneContentWriteEach(RolloutFixture fixture) {
    assertThat(fixture.clusters())
        .allSatisfy(cluster -> assertThat(fixture.contentWrites(cluster)).as(cluster).isEqualTo(1));
  }

  private static Predicate<Map<String, Object>> waitsFor(String what) {
    return status ->
        String.valueOf(status.get("waitingFor")).startsWith("Waiting for approval of " + what);
  }

  private static long count(Map<String, Object> status, String what) {
    return JsonTree.number(JsonTree.map(status.get("counts")), what);
  }

  /** Events are written aside; the same one is not written for each look at what was lost. */
  private static void awaitWarning(RolloutFixture fixture) {
    await().atMost(Patience.MOST).until(() -> !events(fixture).isEmpty());
    assertThat(events(fixture))
        .allSatisfy(
            event -> {
              assertThat(event.getType()).isEqualTo("Warning");
              assertThat(event.getNote()).contains("so a new run continues it");
            })
        .extracting(Event::getNote)
        .doesNotHaveDuplicates();
  }

  private static List<Event> events(RolloutFixture fixture) {
    return fixture
        .client()
        .events()
        .v1()
        .events()
        .inNamespace(fixture.namespace())
        .list()
        .getItems()
        .stream()
        .filter(event -> "RunLost".equals(event.getReason()))
        .toList();
  }
}
