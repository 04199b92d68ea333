package io.sluice.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.HubObjects;
import io.sluice.simulator.propagator.PropagatorOptions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Kills a worker after one of its writes, from the creation of the override to the end of its
 * clean-up, with and without the answer to that write, and lets another one end the rollout.
 */
@Timeout(1800)
class BesideCrashTest {
  private static final Logger LOG = LoggerFactory.getLogger(BesideCrashTest.class);

  /** More than a rollout of one cluster after the other takes. */
  private static final int MOST = 60;

  /** About as many as it takes. */
  private static final int USUAL = 18;

  private record Crash(int after, boolean answerLost) {}

  ObservedTestServers servers() {
    return InMemoryTestServers.withNamedUsers();
  }

  @ParameterizedTest
  @ValueSource(strings = {"WhenDone", "PerCluster"})
  void aWorkerThatIsKilledAfterAnyWriteIsReplacedAndTheRolloutEndsAsIfItHadNotBeen(String release) {
    List<Crash> crashes =
        FaultSample.of(
            IntStream.rangeClosed(1, FaultSample.all() ? MOST : USUAL)
                .boxed()
                .flatMap(i -> List.of(new Crash(i, false), new Crash(i, true)).stream())
                .toList(),
            1);
    WorkerWrites writes = new WorkerWrites();
    ObservedTestServers servers = servers();
    try (BesideFixture fixture =
            BesideFixture.quick(
                servers, PropagatorOptions.DEFAULTS, new WorkerWrites(), "dev=d1", "prod=p1");
        EnforcementLog log =
            new EnforcementLog(fixture.rollout.client(), fixture.rollout.namespace())) {
      fixture.rollout.intercept(writes);
      fixture.policy("v0").rollout.rollout(BesideFixture.perGroup(release));
      int attempt = 0;
      int kills = 0;
      for (Crash crash : crashes) {
        attempt++;
        String name =
            "%s, -Dsluice.faults.seed=%d, %s".formatted(release, FaultSample.seed(), crash);
        writes.kill(crash.after(), crash.answerLost());
        boolean killed = play(fixture, writes, attempt);
        kills += killed ? 1 : 0;
        check(fixture, log, attempt, name);
        if (!killed && FaultSample.all()) {
          break;
        }
      }
      LOG.warn("{}: killed {} times", release, kills);
      if (FaultSample.all()) {
        assertThat(kills).as("crashes of a rollout").isBetween(30, crashes.size() - 1);
      }
    }
  }

  private static boolean play(BesideFixture fixture, WorkerWrites writes, int attempt) {
    fixture.start();
    if (attempt > 1) {
      fixture.policy("v" + attempt);
    }
    fixture.await(() -> writes.killed() || ended(fixture, attempt));
    boolean killed = writes.killed();
    fixture.rollout.stop();
    writes.spare();
    if (killed) {
      fixture.start();
      fixture.await(() -> ended(fixture, attempt));
      fixture.rollout.stop();
    }
    return killed;
  }

  private static boolean ended(BesideFixture fixture, int attempt) {
    Map<String, Object> status = fixture.rollout.status();
    return Integer.valueOf(attempt).equals(status.get("attempt"))
        && "Done".equals(status.get("phase"))
        && fixture.clean();
  }

  private static void check(BesideFixture fixture, EnforcementLog log, int attempt, String name) {
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
