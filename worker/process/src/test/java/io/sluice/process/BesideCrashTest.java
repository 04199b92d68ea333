package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.HubObjects;
import io.sluice.simulator.propagator.PropagatorOptions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Kills a worker after one of its writes, from the creation of the override to the end of its
 * clean-up, with and without the answer to that write, and lets another one end the rollout.
 *
 * <p>How many writes a rollout makes is found, for it depends on the machine: where that stands
 * still for a while, its status is written less often.
 */
@Tag("nightly")
@Timeout(1800)
class BesideCrashTest {
  private static final Logger LOG = LoggerFactory.getLogger(BesideCrashTest.class);

  /**
   * No rollout does without these: Placement and binding are created, the cluster of each of the
   * two groups is listed in its turn, the page is emptied, binding and Placement are deleted.
   */
  private static final int LEAST = 2 + 2 + 1 + 2;

  private record Crash(int after, boolean answerLost) {}

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
      int found = rollouts.withoutCrash();
      LOG.warn(
          "{}: {} writes without a crash, -Dsluice.faults.seed={}",
          release,
          found,
          FaultSample.seed());
      if (FaultSample.all()) {
        assertThat(killAfterEach(rollouts)).as("writes").isGreaterThanOrEqualTo(LEAST);
      } else {
        FaultSample.of(crashes(found), 1).forEach(crash -> killAfter(rollouts, crash));
      }
    }
  }

  private static List<Crash> crashes(int writes) {
    return IntStream.rangeClosed(1, writes)
        .boxed()
        .flatMap(after -> Stream.of(new Crash(after, false), new Crash(after, true)))
        .toList();
  }

  /** Returns after how many writes a worker was killed last: later ones there were none. */
  private static int killAfterEach(Rollouts rollouts) {
    int after = 1;
    while (rollouts.killed(new Crash(after, false)) | rollouts.killed(new Crash(after, true))) {
      after++;
    }
    LOG.warn("killed after each of {} writes", after - 1);
    return after - 1;
  }

  /** A rollout that ends before its crash is followed by one that is killed earlier. */
  private static void killAfter(Rollouts rollouts, Crash crash) {
    int after = crash.after();
    while (after > 0 && !rollouts.killed(new Crash(after, crash.answerLost()))) {
      after--;
    }
    assertThat(after).as("writes before the crash").isPositive();
  }

  /** Plays one rollout after the other, each of a new version. */
  private static final class Rollouts {
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

    /** Plays the first one, and returns how many writes it took. */
    int withoutCrash() {
      attempt++;
      fixture.start();
      fixture.await(this::ended);
      fixture.rollout.stop();
      check(release);
      return writes.made();
    }

    /** Returns whether the worker was killed before the end. */
    boolean killed(Crash crash) {
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
      check("%s, -Dsluice.faults.seed=%d, %s".formatted(release, FaultSample.seed(), crash));
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
