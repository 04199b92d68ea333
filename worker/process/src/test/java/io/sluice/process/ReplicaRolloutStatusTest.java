package io.sluice.process;

import static io.sluice.process.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.settings.Settings;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Reads {@code status.rolloutStatus} of replicas (policy-propagation 9.4). */
@Tag("nightly")
@Timeout(300)
class ReplicaRolloutStatusTest {
  private static final Duration SOON = Patience.MOST;
  private static final String MANUAL = "{type: manualPerGroup}";

  private final RolloutFixture fixture = RolloutFixture.of("dev=d1,d2", "prod=p1");

  @AfterEach
  void close() {
    fixture.close();
  }

  private void start(Settings settings) {
    fixture.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY)).start(settings);
  }

  /** The status on the replica of that cluster; empty without one. */
  private String shown(String cluster) {
    return fixture
        .replica(cluster)
        .map(replica -> RolloutFixture.part(replica, "status").get("rolloutStatus"))
        .map(String::valueOf)
        .orElse("");
  }

  @Test
  void everyReplicaShowsWhereItsOwnRolloutStandsThoughSpokesReplaceTheStatus() {
    start(RolloutFixture.QUICK);
    fixture.policy("one", MANUAL).approve("dev", "prod");
    fixture.awaitPhase(SOON, "Done");
    for (String cluster : fixture.clusters()) {
      await().until(() -> shown(cluster).equals("Succeeded"));
    }
    fixture.approve();
    fixture.policy("two", MANUAL);
    for (String cluster : fixture.clusters()) {
      await().until(() -> shown(cluster).equals("ToApply"));
      assertThat(fixture.contentWrites(cluster)).isEqualTo(1);
    }
    fixture.approve("dev");
    await().until(() -> shown("d1").equals("Succeeded"));
    assertThat(shown("p1")).isEqualTo("ToApply");
  }

  @Test
  void aSettingTurnsItOff() {
    start(RolloutFixture.QUICK.with(settings -> settings.replicaRolloutStatus(false)));
    fixture.policy("one", MANUAL).approve("dev", "prod");
    fixture.awaitPhase(SOON, "Done");
    await().until(() -> fixture.row("p1").equals("Succeeded"));
    assertThat(fixture.clusters()).allMatch(cluster -> shown(cluster).isEmpty());
  }
}
