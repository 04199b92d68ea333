package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.HubObjects;
import io.sluice.simulator.propagator.PropagatorOptions;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Kills a worker after one of its writes, from the creation of the override to the end of its
 * clean-up, with and without the answer to that write, and lets another one end the rollout.
 */
@Tag("nightly")
@Timeout(1800)
class BesideCrashTest {
  /**
   * No rollout does without these: Placement and binding are created, the cluster of each of the
   * two groups is listed in its turn, the page is emptied, binding and Placement are deleted.
   */
  private static final int LEAST = 2 + 2 + 1 + 2;

  ObservedTestServers servers() {
    return InMemoryTestServers.withNamedUsers();
  }

  @ParameterizedTest
  @ValueSource(strings = {"WhenDone", "PerCluster"})
  void aWorkerThatIsKilledAfterAnyWriteIsReplacedAndTheRolloutEndsAsIfItHadNotBeen(String release) {
    WorkerWrites writes = new WorkerWrites();
    ObservedTestServers servers = servers();
    try (BesideFixture fixture =
            BesideFixture.quick(
                servers, PropagatorOptions.DEFAULTS, new WorkerWrites(), "dev=d1", "prod=p1");
        EnforcementLog log =
            new EnforcementLog(fixture.rollout.client(), fixture.rollout.namespace())) {
      fixture.rollout.intercept(writes);
      fixture.policy("v0").rollout.rollout(BesideFixture.perGroup(release));
      Rollouts rollouts = new Rollouts(release, fixture, log, writes);
      new CrashRounds(rollouts).play(release, LEAST);
    }
  }

  /** Plays one rollout after the other, each of a new version. */
  private static final class Rollouts implements CrashRounds.Rollouts {
    private final String release;
    private final BesideFixture fixture;
    private final EnforcementLog log;
    private final WorkerWrites writes;
    private int attempt;

    Rollouts(String release, BesideFixture fixture, EnforcementLog log, WorkerWrites writes) {
      this.release = release;
      this.fixture = fixture;
      this.log = log;
      this.writes = writes;
    }

    @Override
    public int withoutCrash() {
      attempt++;
      fixture.start();
      fixture.await(this::ended);
      fixture.rollout.stop();
      check(release);
      return writes.made();
    }

    @Override
    public boolean killed(CrashRounds.Crash crash) {
      attempt++;
      fixture.start();
      // Only now: what is killed while it starts does not return from that.
      writes.kill(crash.after(), crash.answerLost());
      fixture.policy("v" + attempt);
      fixture.awaitDespiteFailures(() -> writes.killed() || ended());
      boolean killed = writes.killed();
      fixture.rollout.stop();
      writes.spare();
      if (killed) {
        fixture.start();
        fixture.await(this::ended);
        fixture.rollout.stop();
      }
      check("%s, %s".formatted(release, crash));
      return killed;
    }

    private boolean ended() {
      Map<String, Object> status = fixture.rollout.status();
      return Integer.valueOf(attempt).equals(status.get("attempt"))
          && "Done".equals(status.get("phase"))
          && fixture.clean();
    }

    private void check(String name) {
      assertThat(fixture.rollout.status())
          .as(name)
          .containsEntry("attempt", attempt)
          .containsEntry("outcome", "Succeeded");
      assertThat(fixture.actions()).as(name).containsOnly("inform");
      assertThat(fixture.forbiddenWrites()).as(name).isEmpty();
      GenericKubernetesResource rollout = fixture.rollout.rollout().orElseThrow();
      assertThat(HubObjects.annotations(rollout)).as(name).isEmpty();
      assertThat(log.early()).as(name).isEmpty();
      assertThat(log.unbound()).as(name).isEmpty();
      Map<String, Instant> turns = log.turns(HubObjects.generation(fixture.rollout.root()));
      assertThat(turns).as(name).containsOnlyKeys("d1", "p1");
      assertThat(turns.get("p1"))
          .as("%s: the soak of d1 lies between", name)
          .isAfterOrEqualTo(turns.get("d1").plus(RolloutFixture.QUICK.soakFloor()));
    }
  }
}
