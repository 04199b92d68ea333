package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.rehearsal.RehearseCommand;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import io.sluice.tools.cli.CommandRun;
import io.sluice.workflow.RolloutResult;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Rehearses a rollout that was rolled out before, with clusters that fail first and never report,
 * approvals and a pause.
 */
@Tag("nightly")
@Timeout(300)
class RehearsedRolloutTest {
  private static final Duration SOON = Patience.MOST;
  private static final String MANUAL =
      "{type: ManualPerGroup, manualPerGroup: {minSuccessTime: 1s, progressDeadline: 10s,"
          + " maxFailures: 1}}";

  TestServers servers() {
    return new InMemoryTestServers();
  }

  /** Returns the options that name the hub. */
  List<String> hub(TestServers servers) {
    return List.of("--hub", servers.client().getConfiguration().getMasterUrl());
  }

  @Test
  void aRecordedRolloutIsRehearsedEventByEvent(@TempDir Path folder) throws IOException {
    assertThat(rehearsedLike(folder))
        .containsPattern("Each of its \\d\\d events is within \\d+\\.\\d{3} s of the");
  }

  /** A machine that stands still delays what is recorded, and no rehearsal knows that. */
  @Test
  @Tag("budget")
  void eachEventIsWithinTwoSecondsOfTheRecordedOne(@TempDir Path folder) throws IOException {
    assertThat(rehearsedLike(folder))
        .containsPattern("Each of its \\d\\d events is within [01]\\.\\d{3} s of the");
  }

  /** Rolls out, rehearses what was recorded, and returns what the rehearsal prints. */
  private String rehearsedLike(Path folder) throws IOException {
    TestServers servers = servers();
    try (RolloutFixture fixture =
        RolloutFixture.on(servers, "dev=d1,d2", "stage=s1,s2", "prod=p1")) {
      fixture
          .spokes(
              SpokeBehaviours.all(SpokeBehaviour.ORDINARY)
                  .butFor("d2", SpokeBehaviour.ORDINARY.nonCompliantFor(Duration.ofSeconds(1)))
                  .butFor("s2", SpokeBehaviour.ORDINARY.silent()))
          .start(RolloutFixture.QUICK);
      fixture.policy("one", MANUAL).approve("dev");
      // The group dev is still under way.
      CommandRun rest = rehearse(servers, "web", "--report-after", "1s");
      assertThat(rest.err()).isEmpty();
      assertThat(rest.out()).contains("stage: 2 clusters", "prod: 1 cluster", "ends: Succeeded");
      fixture.approve("dev", "stage");
      // Not before stage; it may be over where the machine stands still.
      fixture.awaitStatus(
          Patience.MOST,
          status -> !String.valueOf(status.get("waitingFor")).contains("approval of group stage"));
      run(servers, "pause", "web");
      fixture.awaitPhase(Patience.MOST, "Paused");
      run(servers, "resume", "web");
      fixture.approve("dev", "stage", "prod");
      fixture.awaitPhase(Patience.MOST, "Done");
      fixture.run().getResult(RolloutResult.class);
      Path file = folder.resolve("history.json");
      Files.writeString(file, history(servers));

      CommandRun like = rehearse(servers, "--like", file.toString());

      assertThat(like.err()).isEmpty();
      assertThat(like.out()).contains("strategy  as recorded", "ends: Succeeded");
      CommandRun attempt =
          rehearse(
              servers,
              "web",
              "--attempt",
              "1",
              "--temporal",
              servers.temporal().getOptions().getTarget(),
              "--temporal-namespace",
              servers.temporalNamespace());
      assertThat(attempt).isEqualTo(like);
      like.out()
          .lines()
          .filter(line -> line.startsWith("Each"))
          .forEach(line -> System.out.println("FIGURE rehearsal: " + line));
      return like.out();
    }
  }

  private static String history(TestServers servers) {
    return WorkflowClient.newInstance(
            servers.temporal(),
            WorkflowClientOptions.newBuilder().setNamespace(servers.temporalNamespace()).build())
        .fetchHistory("rollout/hub/%s/web".formatted(servers.namespace()))
        .toJson(true);
  }

  private CommandRun rehearse(TestServers servers, String... arguments) {
    List<String> command = new ArrayList<>(List.of("rehearse"));
    command.addAll(List.of(arguments));
    return run(servers, command.toArray(String[]::new));
  }

  private CommandRun run(TestServers servers, String... command) {
    List<String> arguments = new ArrayList<>(List.of(command));
    arguments.addAll(List.of("-n", servers.namespace()));
    arguments.addAll(hub(servers));
    return CommandRun.of(
        (line, console) -> line.addSubcommand(new RehearseCommand(console)),
        arguments.toArray(String[]::new));
  }
}
