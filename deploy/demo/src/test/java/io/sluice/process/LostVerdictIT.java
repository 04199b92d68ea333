package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policy.JsonTree;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowStub;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Kills the leader, or the run, at the moments in which verdicts and starts were lost
 * (rollout-strategy 3.2 and 3.3). No deadline is set: a rollout that loses anything hangs.
 */
@Timeout(Patience.TEST)
class LostVerdictIT {
  private static final String PER_GROUP = "{type: ProgressivePerGroup}";

  private final LocalTestServers servers = new LocalTestServers();
  private final RolloutFixture fixture =
      RolloutFixture.on(servers, "v1=lv101,lv102,lv103", "v2=lv201,lv202,lv203");

  @AfterEach
  void close() {
    fixture.close();
  }

  // The identity is stable, as in a StatefulSet: a worker that restarts leads at once.
  private WorkerJvm worker() {
    Path log = servers.servers().kubeconfig().resolveSibling("logs").resolve("lost-verdict.log");
    return WorkerJvm.start(
        servers.servers(), log, "--soak-floor", "1s", "--lease-identity", "sluice-0");
  }

  @Test
  void verdictsThatComeWhileALeaderTakesOverReachTheRunWithoutItsDeadline()
      throws InterruptedException {
    fixture.policy("one", PER_GROUP);
    try (WorkerJvm leader = worker()) {
      fixture.awaitStatus(Patience.MOST, status -> progressing(status) == 3);
      leader.kill();
    }
    try (WorkerJvm next = worker()) {
      // The first answers come while the next leader starts.
      fixture.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY));
      Map<String, Object> status = fixture.awaitPhase(Patience.MOST, "Done");
      assertThat(status).containsEntry("outcome", "Succeeded").containsEntry("attempt", 1);
      assertThat(next.leads()).isTrue();
    }
    assertThat(fixture.clusters())
        .allSatisfy(cluster -> assertThat(fixture.contentWrites(cluster)).isEqualTo(1));
  }

  private static long progressing(Map<String, Object> status) {
    return JsonTree.map(status, "counts").get("progressing") instanceof Number number
        ? number.longValue()
        : 0;
  }

  @Test
  void aRunThatIsTerminatedWithinTheFirstSecondAfterAnEditIsStartedAgain() {
    fixture.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY));
    fixture.start(RolloutFixture.QUICK);
    fixture.policy("one", PER_GROUP);
    assertThat(fixture.awaitPhase(Patience.MOST, "Done")).containsEntry("outcome", "Succeeded");
    String former = runId();

    // The next run cannot end before it is terminated.
    fixture.clusters().forEach(c -> fixture.fleet().behave(c, SpokeBehaviour.ORDINARY.silent()));
    fixture.policy("two", PER_GROUP);
    Awaitility.await()
        .pollInterval(Duration.ofMillis(5))
        .atMost(Patience.MOST)
        .until(() -> !runId().equals(former) && terminated());
    fixture.clusters().forEach(c -> fixture.fleet().behave(c, SpokeBehaviour.ORDINARY));

    Map<String, Object> status =
        fixture.awaitStatus(
            Patience.MOST,
            found ->
                "Succeeded".equals(found.get("outcome"))
                    && Boolean.FALSE.equals(found.get("runOpen"))
                    && Long.valueOf(2)
                        .equals(((Number) found.get("currentRolloutGeneration")).longValue()));
    assertThat(status).containsEntry("attempt", 2);
    assertThat(fixture.clusters())
        .allSatisfy(cluster -> assertThat(fixture.content(cluster)).isEqualTo("two"));
  }

  private String runId() {
    return fixture.run().describe().getExecution().getRunId();
  }

  private boolean terminated() {
    WorkflowStub run = fixture.run();
    try {
      run.terminate("a test of lost runs");
      return true;
    } catch (WorkflowNotFoundException e) {
      return false;
    }
  }
}
