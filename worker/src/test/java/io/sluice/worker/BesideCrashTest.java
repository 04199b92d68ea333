package io.sluice.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.HubObjects;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Kills a worker after one of its writes, and lets another one end the rollout.
 *
 * <p>{@code -Dsluice.crashes=all} kills it after each write, from the creation of the override to
 * the end of its clean-up, with and without the answer to that write; without it some are chosen at
 * random. {@code -Dsluice.seed} repeats such a choice.
 */
@Timeout(1200)
class BesideCrashTest {
  /** More than a rollout of one cluster after the other takes. */
  private static final int MOST = 40;

  private static final int CHOSEN = 3;

  private record Crash(int after, boolean answerLost) {}

  @Test
  void aWorkerThatIsKilledAfterAnyWriteIsReplacedAndTheRolloutEndsAsIfItHadNotBeen() {
    boolean all = "all".equals(System.getProperty("sluice.crashes"));
    long seed = Long.getLong("sluice.seed", System.nanoTime());
    List<Crash> crashes =
        new ArrayList<>(
            IntStream.rangeClosed(1, all ? MOST : 18)
                .boxed()
                .flatMap(i -> List.of(new Crash(i, false), new Crash(i, true)).stream())
                .toList());
    if (!all) {
      Collections.shuffle(crashes, new Random(seed));
    }
    try (BesideFixture fixture = BesideFixture.of("dev=d1", "prod=p1")) {
      WorkerWrites writes = new WorkerWrites();
      fixture.servers.intercept(writes);
      try (EnforcementLog log =
          new EnforcementLog(fixture.rollout.client(), fixture.rollout.namespace())) {
        fixture.policy("v0").rollout.rollout(BesideFixture.PER_GROUP);
        int attempt = 0;
        for (Crash crash : crashes.subList(0, all ? crashes.size() : CHOSEN)) {
          attempt++;
          String name = "seed %d, %s".formatted(seed, crash);
          writes.kill(crash.after(), crash.answerLost());
          fixture.start();
          boolean killed = crashed(fixture, writes, "v" + attempt, attempt);
          fixture.rollout.stop();
          writes.spare();
          if (killed) {
            fixture.start();
            int wanted = attempt;
            fixture.await(() -> ended(fixture, wanted));
            fixture.rollout.stop();
          }
          check(fixture, log, attempt, name);
          if (!killed && all) {
            assertThat(crash.after()).as("writes of a rollout").isGreaterThan(15);
            break;
          }
        }
      }
    }
  }

  private static boolean crashed(
      BesideFixture fixture, WorkerWrites writes, String content, int attempt) {
    if (attempt > 1) {
      fixture.policy(content);
    }
    fixture.await(() -> writes.killed() || ended(fixture, attempt));
    return writes.killed();
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
    assertThat(log.early(rollout)).as(name).isEmpty();
    Map<String, Instant> turns = log.turns(rollout, HubObjects.generation(fixture.rollout.root()));
    assertThat(turns).as(name).containsOnlyKeys("d1", "p1");
    assertThat(turns.get("p1"))
        .as("%s: the soak of d1 lies between", name)
        .isAfterOrEqualTo(turns.get("d1").plus(RolloutFixture.QUICK.soakFloor()));
  }
}
