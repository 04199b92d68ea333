package io.sluice.worker;

import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Measures the processor time that a worker takes for each cluster of a rollout, as a process of
 * its own beside real servers.
 *
 * <p>Run it with {@code -Dtest=WorkerCpuBench}; no build does.
 */
class WorkerCpuBench {
  private static final int GROUPS = 10;
  private static final int CLUSTERS = Integer.getInteger("sluice.bench.clusters", 1000);
  private static final int ROLLOUTS = Integer.getInteger("sluice.bench.rounds", 3);
  private static final Duration LONG = Duration.ofMinutes(10);

  @TempDir Path folder;

  @Test
  void processorTimeOfAWorkerForEachClusterOfARollout() throws InterruptedException {
    LocalTestServers servers = new LocalTestServers();
    try (RolloutFixture fixture = RolloutFixture.on(servers, groups());
        WorkerJvm worker =
            WorkerJvm.start(
                servers.servers(), folder.resolve("worker.log"), "--soak-floor", "1s")) {
      fixture.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY));
      Awaitility.await().atMost(LONG).until(worker::leads);
      for (int round = 0; round <= ROLLOUTS; round++) {
        Instant begin = Instant.now();
        Duration before = worker.processorTime();
        roll(fixture, round);
        long micros = worker.processorTime().minus(before).toNanos() / 1000 / CLUSTERS;
        System.out.printf(
            "rollout %d of %d clusters: %.1f s, %.2f ms of processor time a cluster%s%n",
            round,
            CLUSTERS,
            Duration.between(begin, Instant.now()).toMillis() / 1e3,
            micros / 1e3,
            round == 0 ? " (first version, warm-up)" : "");
      }
      // An orderly end writes the recording of a profiler, if there is one.
      worker.terminate();
    }
  }

  /** Ends when the root's status has caught up: what follows the rollout counts as well. */
  private static void roll(RolloutFixture fixture, int round) {
    fixture.policy(
        "round-" + round,
        "{type: ProgressivePerGroup, progressivePerGroup: {progressDeadline: 10m}}");
    int attempt = round + 1;
    fixture.awaitStatus(
        LONG,
        status -> "Done".equals(status.get("phase")) && status.get("attempt").equals(attempt));
    Awaitility.await()
        .atMost(LONG)
        .pollInterval(Duration.ofMillis(500))
        .until(
            () -> {
              Map<String, Object> status = RolloutFixture.part(fixture.root(), "status");
              return "Compliant".equals(status.get("compliant"))
                  && "Succeeded".equals(status.get("rolloutStatus"));
            });
  }

  private static String[] groups() {
    return IntStream.range(0, GROUPS)
        .mapToObj(
            group ->
                "g%d=".formatted(group)
                    + IntStream.range(0, CLUSTERS / GROUPS)
                        .mapToObj(i -> "cpu%d-%03d".formatted(group, i))
                        .collect(Collectors.joining(",")))
        .toArray(String[]::new);
  }
}
