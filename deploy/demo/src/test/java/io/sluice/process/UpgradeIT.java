package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.policy.PolicyName;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Replaces one worker by another in the middle of three rollouts, by Temporal's Worker Versioning.
 *
 * <p>{@code -Dsluice.former.jar} names the jar of a former release to upgrade from; without it the
 * jar of this build plays both, under two build ids.
 */
@Timeout(Patience.TEST)
class UpgradeIT {
  private static final String STRATEGY =
      "{type: manualPerGroup, manualPerGroup: {minSuccessTime: 1s, progressDeadline: 5m}}";

  @TempDir private Path folder;

  private final List<AutoCloseable> started = new ArrayList<>();
  private final LocalTestServers servers = new LocalTestServers();

  @AfterEach
  void close() throws Exception {
    for (int i = started.size() - 1; i >= 0; i--) {
      started.get(i).close();
    }
    servers.close();
  }

  @Test
  void threeRolloutsGoOnWithTheNextVersionAndNothingIsWrittenTwice() throws InterruptedException {
    VersionedWorkers versions = new VersionedWorkers(servers.temporal(), "upgrade-it", "sluice-it");
    WorkerJvm former = start("former", formerJar(), versions.environment("former"));
    versions.makeCurrent("former");
    // Until it is current, too, Temporal gives it nothing.
    WorkerJvm next = start("next", WorkerJvm.jar(), versions.environment("next"));
    List<RolloutFixture> rollouts = List.of(rollout("u1"), rollout("u2"), rollout("u3"));
    rollouts.forEach(rollout -> rollout.awaitPhase(Patience.MOST, "WaitingForApproval"));

    rollouts.get(0).approve("dev", "prod");
    patiently().until(() -> next.ready().isPresent());
    rollouts.get(1).approve("dev", "prod");
    versions.makeCurrent("next");
    former.terminate();
    rollouts.get(2).approve("dev", "prod");

    for (RolloutFixture rollout : rollouts) {
      rollout.awaitPhase(Patience.MOST, "Done");
      PolicyName policy = new PolicyName(rollout.namespace(), "web");
      assertThat(rollout.status())
          .containsEntry("outcome", "Succeeded")
          .containsEntry("attempt", 1);
      assertThat(versions.failedTasks(policy)).isEmpty();
      assertThat(writes(rollout))
          .containsOnlyKeys(rollout.clusters())
          .allSatisfy((cluster, count) -> assertThat(count).as(cluster).isEqualTo(1));
    }
    PolicyName last = new PolicyName(rollouts.get(2).namespace(), "web");
    assertThat(versions.builds(last)).endsWith("next");
  }

  @Test
  void aControllerAndAWorkerShareTheWorkAndTemporalCannotReadIt() throws IOException {
    Path keys =
        Files.writeString(
            folder.resolve("keys"), "it " + Base64.getEncoder().encodeToString(new byte[32]));
    Map<String, String> environment =
        Map.of("TEMPORAL_NAMESPACE", "roles-it", "SLUICE_PAYLOADS_KEY_FILE", keys.toString());
    WorkerJvm controller =
        start("controller", WorkerJvm.jar(), environment, "--role", "controller");
    WorkerJvm worker = start("worker", WorkerJvm.jar(), environment, "--role", "worker");
    RolloutFixture rollout = rollout("r1");
    patiently()
        .until(
            () ->
                controller
                    .ready()
                    .filter(ready -> ready.matches("ok, leading.*role controller"))
                    .isPresent());
    patiently()
        .until(() -> worker.ready().filter(it -> it.startsWith("ok, runs rollouts")).isPresent());

    rollout.approve("dev", "prod");
    rollout.awaitPhase(Patience.MOST, "Done");

    assertThat(rollout.status()).containsEntry("outcome", "Succeeded");
    VersionedWorkers stored = new VersionedWorkers(servers.temporal(), "roles-it", "");
    String history = stored.history(new PolicyName(rollout.namespace(), "web")).toString();
    assertThat(history).contains("binary/encrypted", "AES/GCM/NoPadding").doesNotContain("r1a");
  }

  private RolloutFixture rollout(String prefix) {
    RolloutFixture rollout =
        RolloutFixture.on(
            new LocalTestServers(), "dev=" + prefix + "a", "prod=" + prefix + "b," + prefix + "c");
    started.add(rollout);
    return rollout.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY)).policy("one", STRATEGY);
  }

  private WorkerJvm start(
      String name, Path jar, Map<String, String> environment, String... options) {
    List<String> all = new ArrayList<>(List.of("--soak-floor", "1s"));
    all.addAll(List.of(options));
    WorkerJvm worker =
        WorkerJvm.start(
            jar,
            environment,
            servers.servers(),
            folder.resolve(name + ".log"),
            all.toArray(String[]::new));
    started.add(worker);
    return worker;
  }

  private static Path formerJar() {
    return Optional.ofNullable(System.getProperty("sluice.former.jar"))
        .map(Path::of)
        .orElseGet(WorkerJvm::jar);
  }

  private Map<String, Long> writes(RolloutFixture rollout) {
    return servers.contentWrites(rollout.replicaName()).stream()
        .collect(TreeMap::new, (all, name) -> all.merge(name, 1L, Long::sum), Map::putAll);
  }

  private static ConditionFactory patiently() {
    return await().atMost(Patience.MOST).pollInterval(Duration.ofMillis(100));
  }
}
