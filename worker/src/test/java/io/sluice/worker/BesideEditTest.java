package io.sluice.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.HubObjects;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Edits the policy right after random writes of the worker, and kills the worker there now and
 * then: no cluster enforces a version before its turn without being listed as UnstagedChange.
 *
 * <p>{@code -Dsluice.edits} sets the number of rounds, {@code -Dsluice.seed} repeats them.
 */
@Timeout(1200)
class BesideEditTest {
  private static final List<String> RELEASES = List.of("WhenDone", "PerCluster", "Never");

  /** About the number of writes of one rollout. */
  private static final int WRITES = 18;

  @Test
  void anEditAtAnyMomentReachesNoClusterBeforeItsTurnWithoutBeingListed() {
    long seed = Long.getLong("sluice.seed", System.nanoTime());
    int rounds = Integer.getInteger("sluice.edits", 3);
    for (int i = 0; i < rounds; i++) {
      play(seed + i);
    }
  }

  private static void play(long seed) {
    Random random = new Random(seed);
    String release = RELEASES.get(random.nextInt(RELEASES.size()));
    int first = 1 + random.nextInt(WRITES);
    int second = first + 1 + random.nextInt(WRITES);
    int crash = random.nextInt(3) == 0 ? first + random.nextInt(3) : Integer.MAX_VALUE;
    String name =
        "seed %d: %s, edits after writes %d and %d, crash after %d"
            .formatted(seed, release, first, second, crash);
    try (BesideFixture fixture = BesideFixture.of("dev=d1,d2", "prod=p1")) {
      WorkerWrites writes = new WorkerWrites();
      fixture.servers.intercept(writes);
      try (EnforcementLog log =
          new EnforcementLog(fixture.rollout.client(), fixture.rollout.namespace())) {
        AtomicInteger edits = new AtomicInteger();
        List<RuntimeException> failed = new ArrayList<>();
        writes.kill(crash, random.nextBoolean());
        writes.after(
            number -> {
              if (number == first || number == second) {
                try {
                  fixture.rollout.policy("edit" + edits.incrementAndGet(), "");
                } catch (RuntimeException e) {
                  failed.add(e);
                }
              }
            });
        fixture
            .policy("v0")
            .rollout
            .rollout(
                BesideFixture.PER_GROUP.replaceFirst("\\{", "{overrideRelease: " + release + ", "));
        fixture.start();
        fixture.await(() -> writes.killed() || edits.get() == 2 || ended(fixture, release));
        if (writes.killed()) {
          fixture.rollout.stop();
          writes.kill(Integer.MAX_VALUE, false);
          fixture.start();
        }
        fixture.await(() -> ended(fixture, release));
        if (edits.get() < 2) {
          // After the end.
          fixture.rollout.policy("last", "");
          fixture.await(() -> ended(fixture, release));
        }
        fixture.rollout.stop();
        assertThat(failed).as(name).isEmpty();
        GenericKubernetesResource rollout = fixture.rollout.rollout().orElseThrow();
        assertThat(log.unlisted(rollout)).as(name).isEmpty();
        assertThat(HubObjects.annotations(rollout)).as(name).isEmpty();
        assertThat(fixture.forbiddenWrites()).as(name).isEmpty();
      }
    }
  }

  private static boolean ended(BesideFixture fixture, String release) {
    Map<String, Object> status = fixture.rollout.status();
    return String.valueOf(HubObjects.generation(fixture.rollout.root()))
            .equals(String.valueOf(status.get("currentRolloutGeneration")))
        && "Done".equals(status.get("phase"))
        && "Succeeded".equals(status.get("outcome"))
        && (release.equals("Never") ? fixture.listed().size() == 3 : fixture.clean());
  }
}
