package io.sluice.process;

import static io.sluice.process.TemplateFixture.soon;
import static io.sluice.process.TemplateFixture.strategy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.devservers.KarmadaSetup;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Kills the process of a worker in each row of the table of lazy-activation 3. */
@Timeout(Patience.TEST)
@ExtendWith(KarmadaSetup.class)
class StagedWorkerCrashIT {
  private static final Optional<String> STAGED = Optional.of(strategy("2s", "10m"));

  @TempDir static Path folder;

  private final LocalTestServers servers = new LocalTestServers();

  @Test
  void aWorkerThatIsKilledInEachRowOfTheTableIsContinuedByTheNext() throws InterruptedException {
    WorkerJvm worker = start();
    try (StagedPropagationFixture fixture = new StagedPropagationFixture(servers);
        WorkLog log = new WorkLog(fixture.client, fixture.template)) {
      fixture.policy(STAGED, true, "member1");
      fixture.web("A");
      fixture.ended(1, "Succeeded");
      soon(() -> assertThat(log.texts()).isEqualTo(Map.of("member1", "A")));
      log.begin();

      fixture.policy(STAGED, true, "member2", "member3", "member4");
      soon(() -> assertThat(fixture.pending()).containsExactly("placement"));
      worker = replaced(worker);
      fixture.sicken("member2");
      fixture.sicken("member3");
      fixture.web("B");
      soon(() -> assertThat(fixture.texts()).isEqualTo(Map.of("member1", "A", "member2", "B")));
      worker = replaced(worker);
      fixture.heal("member2");
      soon(() -> assertThat(log.healthy()).contains("member2"));
      worker = replaced(worker);
      // While member3 is sick nobody leaves.
      soon(() -> assertThat(fixture.texts()).containsKeys("member1", "member3", "member4"));
      worker = replaced(worker);
      fixture.heal("member3");
      fixture.ended(2, "Succeeded");

      Map<String, String> end = Map.of("member2", "B", "member3", "B", "member4", "B");
      soon(() -> assertThat(log.texts()).isEqualTo(end));
      assertThat(log.early("B", List.of(List.of("member2"), List.of("member3", "member4"))))
          .isEmpty();
      assertThat(log.written())
          .isEqualTo(
              Map.of(
                  "member1",
                  List.of("-"),
                  "member2",
                  List.of("B"),
                  "member3",
                  List.of("B"),
                  "member4",
                  List.of("B")));
      assertThat(fixture.phase()).isEqualTo("Done");
      worker.terminate();
    } finally {
      worker.close();
    }
  }

  private WorkerJvm replaced(WorkerJvm worker) throws InterruptedException {
    worker.kill();
    return start();
  }

  // The identity is stable, as in a StatefulSet: a worker that restarts leads at once.
  private WorkerJvm start() {
    WorkerJvm worker =
        WorkerJvm.start(
            servers.servers(),
            folder.resolve("worker.log"),
            "--karmada",
            "--soak-floor",
            "1s",
            "--lease-identity",
            "sluice-0");
    await().atMost(WorkerJvm.START).until(worker::leads);
    return worker;
  }
}
