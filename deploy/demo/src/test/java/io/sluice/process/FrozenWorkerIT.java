package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Stops the leader for longer than every waiting period, on real servers, and wakes it. */
@Timeout(Patience.TEST)
class FrozenWorkerIT {
  private static final String ALL_AT_ONCE = "";

  /** With the term of the Lease before, longer than the grace of a cluster that leaves. */
  private static final Duration FROZEN = Duration.ofSeconds(50);

  @TempDir static Path folder;

  private final LocalTestServers servers = new LocalTestServers();

  @Test
  void aLeaderThatWakesDeletesNothingAndWritesNoContentOfBefore() throws Exception {
    try (RolloutFixture fixture = RolloutFixture.on(servers, "dev=f1,f2,f3,f4");
        WorkerJvm one = start("one")) {
      patiently().until(one::leads);
      fixture.policy("one", ALL_AT_ONCE);
      patiently().until(() -> contents(fixture).equals(List.of("one", "one", "one", "one")));
      Map<String, String> before = uids(fixture);
      try (WorkerJvm two = start("two")) {
        patiently().until(() -> two.ready().filter(body -> body.contains("led by")).isPresent());
        fixture.leave("dev", "f4");
        pass(Duration.ofSeconds(6));

        one.signal("STOP");
        patiently().until(two::leads);
        fixture.policy("two", ALL_AT_ONCE);
        patiently()
            .until(() -> contents(fixture).subList(0, 3).equals(List.of("two", "two", "two")));
        // At once: for the other one, too, a cluster has only so much grace.
        fixture.join("dev", "f4");
        patiently().until(() -> fixture.content("f4").equals("two"));
        pass(FROZEN);
        one.signal("CONT");

        patiently().until(() -> one.output().contains("stops leading: its Lease was renewed"));
        pass(Duration.ofSeconds(5));
        assertThat(uids(fixture)).as("no replica was deleted").isEqualTo(before);
        assertThat(fixture.clusters())
            .allSatisfy(
                cluster -> assertThat(fixture.contentWrites(cluster)).as(cluster).isEqualTo(2));
      }
    }
  }

  private WorkerJvm start(String name) {
    return WorkerJvm.start(servers.servers(), folder.resolve(name + ".log"));
  }

  private static List<String> contents(RolloutFixture fixture) {
    return fixture.clusters().stream().map(fixture::content).toList();
  }

  private static Map<String, String> uids(RolloutFixture fixture) {
    return List.of("f1", "f2", "f3", "f4").stream()
        .collect(
            Collectors.toMap(
                cluster -> cluster,
                cluster ->
                    fixture
                        .replica(cluster)
                        .map(replica -> replica.getMetadata().getUid())
                        .orElse("none")));
  }

  /** The time itself is the condition: the other process waits for it as well. */
  private static void pass(Duration time) {
    await().pollDelay(time).atMost(time.plus(Patience.MOST)).until(() -> true);
  }

  private static ConditionFactory patiently() {
    return await().atMost(Patience.MOST).pollInterval(Duration.ofMillis(100));
  }
}
