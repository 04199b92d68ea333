package io.sluice.process;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import io.sluice.simulator.spoke.SpokeState;
import io.sluice.simulator.spoke.SpokeVerdict;
import io.sluice.workflow.PolicyRolloutWorkflow.RunStatus;
import io.temporal.client.WorkflowStub;
import io.temporal.serviceclient.WorkflowServiceStubs;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Kills the worker again and again while it rolls out to 60 clusters in 6 groups; {@code
 * -Dsluice.real.kills} sets how often, {@code -Dsluice.real.seed} repeats the moments of a former
 * run.
 *
 * <p>Groups are approved in step with the kills, so that every kill falls into the one rollout.
 */
@Timeout(Patience.TEST)
class RepeatedWorkerCrashIT {
  private static final Logger LOG = LoggerFactory.getLogger(RepeatedWorkerCrashIT.class);
  private static final int KILLS = Integer.getInteger("sluice.real.kills", 6);
  private static final int GROUPS = 6;

  private final long seed = RandomSeed.of("sluice.real.seed");
  private final Random random = new Random(seed);
  private final LocalTestServers servers = new LocalTestServers();
  private final List<Duration> resumed = new ArrayList<>();
  private final Map<String, List<String>> fleet = new LinkedHashMap<>();

  RepeatedWorkerCrashIT() {
    for (int group = 1; group <= GROUPS; group++) {
      int number = group;
      fleet.put(
          "g" + group,
          IntStream.rangeClosed(1, 10).mapToObj(i -> "k%d%02d".formatted(number, i)).toList());
    }
  }

  @Test
  void manyKillsLeaveOneWriteAReplicaAndNoSuccessWithoutItsProof() throws InterruptedException {
    LOG.warn("-Dsluice.real.seed={}", seed);
    try (RolloutFixture fixture =
            RolloutFixture.on(
                servers,
                fleet.entrySet().stream()
                    .map(group -> group.getKey() + "=" + String.join(",", group.getValue()))
                    .toArray(String[]::new));
        SuccessLog successes = SuccessLog.of(fixture)) {
      fixture
          .spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY))
          .policy(
              "one",
              "{type: manualPerGroup, manualPerGroup: {minSuccessTime: 2s, progressDeadline: 5m}}");
      killAgainAndAgain(fixture);

      Map<String, Object> status = fixture.status();
      assertThat(status).containsEntry("outcome", "Succeeded").containsEntry("attempt", 1);
      Map<String, Long> writes =
          servers.contentWrites(fixture.replicaName()).stream()
              .collect(TreeMap::new, (all, name) -> all.merge(name, 1L, Long::sum), Map::putAll);
      assertThat(writes)
          .containsOnlyKeys(fixture.clusters())
          .allSatisfy((cluster, count) -> assertThat(count).as(cluster).isEqualTo(1));
      assertEverySuccessWasProved(fixture, successes);
    }
    resumed.sort(null);
    LOG.warn(
        "resumed after a kill: p50 {} ms, max {} ms; all: {}",
        resumed.get(resumed.size() / 2).toMillis(),
        resumed.get(resumed.size() - 1).toMillis(),
        resumed.stream().map(time -> String.valueOf(time.toMillis())).collect(joining(" ")));
  }

  private void killAgainAndAgain(RolloutFixture fixture) throws InterruptedException {
    WorkerJvm worker = start();
    try {
      fixture.awaitPhase(Patience.MOST, "WaitingForApproval");
      for (int kill = 0; kill < KILLS; kill++) {
        fixture.approve(approved(kill));
        // At half of the times it may still be starting.
        int longest = kill % 2 == 0 ? 2_500 : 6_000;
        assertThat(worker.endsWithin(Duration.ofMillis(random.nextInt(longest)))).isFalse();
        worker.kill();
        Instant killed = Instant.now();
        worker = start();
        if (kill % 2 == 1) {
          awaitAnswer(fixture);
          resumed.add(Duration.between(killed, Instant.now()));
        }
        assertThat(fixture.status())
            .as("the rollout was to last for all kills")
            .containsEntry("runOpen", true);
      }
      fixture.approve(fleet.keySet().toArray(String[]::new));
      fixture.awaitPhase(Patience.MOST, "Done");
    } finally {
      worker.close();
    }
  }

  private String[] approved(int kill) {
    return fleet.keySet().stream().limit(1 + kill * (GROUPS - 1L) / KILLS).toArray(String[]::new);
  }

  // The identity is stable, as in a StatefulSet: a worker that restarts leads at once.
  private WorkerJvm start() {
    Path log = servers.servers().kubeconfig().resolveSibling("logs").resolve("worker.log");
    return WorkerJvm.start(
        servers.servers(), log, "--soak-floor", "1s", "--lease-identity", "sluice-0");
  }

  /** Only a worker that has the run again can answer. */
  private void awaitAnswer(RolloutFixture fixture) {
    WorkflowServiceStubs impatient = servers.quickConnection();
    WorkflowStub run = fixture.run(impatient);
    Awaitility.await()
        .atMost(Patience.MOST)
        .pollDelay(Duration.ZERO)
        .ignoreExceptions()
        .until(() -> run.query("status", RunStatus.class).progress().isPresent());
    impatient.shutdownNow();
  }

  private void assertEverySuccessWasProved(RolloutFixture fixture, SuccessLog successes) {
    Map<String, Instant> proofs = new TreeMap<>();
    for (String cluster : fixture.clusters()) {
      String content =
          SpokeVerdict.contentOf(
              RolloutFixture.part(fixture.replica(cluster).orElseThrow(), "spec"));
      fixture.fleet().verdicts(cluster).stream()
          .filter(verdict -> verdict.content().equals(content))
          .filter(verdict -> verdict.state() == SpokeState.COMPLIANT)
          .findFirst()
          .ifPresent(verdict -> proofs.put(cluster, verdict.at()));
    }
    assertThat(proofs).containsOnlyKeys(fixture.clusters());
    assertThat(successes.of(fleet.keySet()))
        .isNotEmpty()
        .allSatisfy(
            seen ->
                assertThat(
                        fleet.get(seen.group()).stream()
                            .filter(cluster -> proofs.get(cluster).isBefore(seen.at()))
                            .count())
                    .as("proofs in group %s at %s", seen.group(), seen.at())
                    .isGreaterThanOrEqualTo(seen.succeeded()));
  }
}
