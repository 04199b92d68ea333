package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import java.nio.file.Path;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Kills the process of the leader in the middle of a wave, while another one waits. */
@Tag("core")
@Timeout(400)
class KilledLeaderIT {
  private static final String TWO_AT_A_TIME =
      "{type: Progressive, progressive: {maxConcurrency: 2, progressDeadline: 10m}}";

  @TempDir private Path folder;

  private final LocalTestServers servers = new LocalTestServers();

  @Test
  void anotherWorkerEndsTheWaveAndWritesNoClusterAgain() throws Exception {
    try (RolloutFixture fixture = RolloutFixture.on(servers, "fleet=w1,w2,w3,w4,w5");
        WorkerJvm leader = start("leader")) {
      patiently().until(leader::leads);
      try (WorkerJvm other = start("other")) {
        patiently().until(() -> other.ready().filter(body -> body.contains("led by")).isPresent());
        fixture.spokes(
            SpokeBehaviours.all(SpokeBehaviour.ORDINARY)
                .butFor("w2", SpokeBehaviour.ORDINARY.silent())
                .butFor("w3", SpokeBehaviour.ORDINARY.silent()));
        fixture.policy("one", TWO_AT_A_TIME);
        // Both that are under way are silent: so the wave stands.
        patiently().until(() -> fixture.content("w3").equals("one"));
        leader.kill();
        patiently().until(other::leads);
        assertThat(fixture.content("w4")).isEmpty();

        fixture.fleet().behave("w2", SpokeBehaviour.ORDINARY);
        fixture.fleet().behave("w3", SpokeBehaviour.ORDINARY);
        assertThat(fixture.awaitPhase(WorkerJvm.START, "Done"))
            .containsEntry("outcome", "Succeeded")
            .containsEntry("attempt", 1);
        assertThat(fixture.clusters())
            .allSatisfy(cluster -> assertThat(fixture.contentWrites(cluster)).isEqualTo(1));
      }
    }
  }

  private WorkerJvm start(String name) {
    return WorkerJvm.start(servers.servers(), folder.resolve(name + ".log"), "--soak-floor", "1s");
  }

  private static ConditionFactory patiently() {
    return await().atMost(WorkerJvm.START);
  }
}
