package io.sluice.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.tools.cli.CommandRun;
import io.sluice.tools.option.ExitCodes;
import io.sluice.tools.plan.PlanHub;
import io.sluice.tools.status.OutputSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Rehearses the rollout of a policy on a hub, on skipped time. */
@Timeout(300)
class RehearseCommandTest {
  private static final String MANUAL =
      "{type: manualPerGroup, manualPerGroup: {minSuccessTime: 5m, progressDeadline: 10m}}";

  private final PlanHub hub = new PlanHub().strategy(MANUAL);

  @AfterEach
  void close() {
    hub.close();
  }

  private CommandRun rehearse(String... more) {
    String[] all =
        Stream.concat(
                Stream.of(
                    "rehearse",
                    "web",
                    "-n",
                    "policies",
                    "--hub",
                    hub.url(),
                    "--start",
                    "2026-03-02T08:00:00Z"),
                Arrays.stream(more))
            .toArray(String[]::new);
    return CommandRun.of(
        (command, console) -> command.addSubcommand(new RehearseCommand(console)), all);
  }

  @Test
  void itShowsTheCourseUnderTheProfile() {
    CommandRun run = rehearse("--report-after", "20s..3m", "--approve", "stage=1h,prod=2h");
    assertThat(run.out())
        .isEqualTo(
            """
            Rehearsal of policy policies/web  attempt 1  manualPerGroup  6 clusters

                        after approval of dev, stage, prod
              +0s       dev: 2 clusters, d1, d2 (group dev is approved)
                        after compliance of dev 2m48s, soak of dev 5m, approval of stage,
                        prod 1h
              +1h7m48s  stage: 2 clusters, s1, s2 (group stage is approved)
                        after compliance of stage 1m39s, soak of stage 5m, approval of prod
                        2h
              +3h14m27s prod: 2 clusters, p1, p2 (group prod is approved)
                        after compliance of prod 2m25s, soak of prod 5m
              +3h21m52s ends: Succeeded

            From 2026-03-02T08:00:00Z to 2026-03-02T11:21:52Z.
            """);
    assertThat(run.code()).isEqualTo(ExitCodes.OK);
  }

  @Test
  void itShowsWhereItHalts() {
    CommandRun run = rehearse("--fail", "s2", "--report-after", "1m");
    assertThat(run.out()).contains("  +16m      halts: 1 failed > 0 tolerated in group stage");
    assertThat(run.code()).isEqualTo(ExitCodes.FAILED);
  }

  @Test
  void itShowsWhereItWaitsForEver() {
    CommandRun run = rehearse("--approve", "prod=never", "--report-after", "1m");
    assertThat(run.out()).contains("  +12m      stands still. Waiting for approval of group prod");
    assertThat(run.code()).isEqualTo(2);
  }

  @Test
  void programsReadItAsTheSchemaDescribes() {
    OutputSchema.of("rollout-rehearsal.json").accepts(rehearse("-o", "json").out());
  }

  @Test
  void aProfileComesFromAFile(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("profile.yaml");
    Files.writeString(
        file,
        """
        reportAfter: 1m
        offline: [d2]
        clusters: {d1: 2m}
        approvals: {dev: 10m}
        """);
    assertThat(rehearse("--profile", file.toString()).out())
        .contains("  offline  d2")
        .contains("after approval of dev, stage, prod 10m")
        .contains("halts: 1 failed > 0 tolerated in group dev");
  }

  @Test
  void whatIsNoProfileIsRefused(@TempDir Path folder) throws IOException {
    assertThat(rehearse("--approve", "prod=soon"))
        .isEqualTo(
            new CommandRun(
                ExitCodes.USAGE,
                "",
                "Cannot use --approve prod=soon: it is no time. Write one such as prod=2h,"
                    + " prod=@26h or prod=never.\n"
                    + "Try: ./sluice rehearse --help\n"));
    assertThat(rehearse("--fail", "nowhere").err())
        .startsWith("Cannot rehearse with cluster nowhere: the rollout does not have it");
    Path file = folder.resolve("profile.yaml");
    Files.writeString(file, "delay: 3m\n");
    assertThat(rehearse("--profile", file.toString()).err())
        .contains("delay is no field of a profile. Use one of: reportAfter, fail,");
  }
}
