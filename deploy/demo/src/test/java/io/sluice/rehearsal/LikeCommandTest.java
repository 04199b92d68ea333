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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Rehearses a rollout like a recorded attempt. */
@Timeout(300)
class LikeCommandTest {
  private static final String HISTORY =
      "../../workflows/src/test/resources/histories/rules-1/fails-at-deadline-0.json";

  /** Nothing listens there: it is not asked. */
  private static final String HUB = "http://127.0.0.1:9";

  private static CommandRun rehearse(String... arguments) {
    return CommandRun.of(
        (command, console) -> command.addSubcommand(new RehearseCommand(console)),
        Stream.concat(Stream.of("rehearse"), Arrays.stream(arguments)).toArray(String[]::new));
  }

  @Test
  void withoutAPolicyItGoesAsRecorded() {
    CommandRun run = rehearse("--like", HISTORY);
    assertThat(run.err()).isEmpty();
    assertThat(run.out().replaceAll("within 0\\.\\d{3} s", "within TIME"))
        .isEqualTo(
            """
            Rehearsal of policy policies/web-tls  attempt 1  ProgressivePerGroup  6 clusters
              like      attempt 1, begun at 2026-11-23T02:13:00.482Z
              strategy  as recorded

              +1s       dev: 2 clusters, d1, d2 (group dev is the first of 3)
                        after compliance of dev 1s, soak of dev 10s
              +12s      stage: 2 clusters, s1, s2 (group dev is finished, stage is next)
                        after compliance of stage 11s, deadline of stage 9m49s
              +10m12s   halts: 1 failed > 0 tolerated in group stage
              +10m12s   s2 of stage is Failed
              +10m12s   ends: Failed

            Each of its 20 events is within TIME of the recorded one.
            """);
    assertThat(run.code()).isEqualTo(ExitCodes.FAILED);
  }

  @Test
  void theStrategyOfAFileIsTried(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("policy.yaml");
    Files.writeString(
        file,
        PlanHub.policy(
                "{type: progressivePerGroup, progressivePerGroup: {progressDeadline: 10m,"
                    + " maxFailures: 100%}}")
            .replace("{name: web, namespace", "{name: web-tls, namespace"));
    try (PlanHub hub = new PlanHub()) {
      CommandRun run =
          rehearse(
              "web-tls",
              "-n",
              "policies",
              "--hub",
              hub.url(),
              "-f",
              file.toString(),
              "--like",
              HISTORY);
      assertThat(run.err()).isEmpty();
      assertThat(run.out())
          .isEqualTo(
              """
              Rehearsal of policy policies/web-tls  attempt 1  ProgressivePerGroup  6 clusters
                like      attempt 1, begun at 2026-11-23T02:13:00.482Z
                strategy  the policy's present one
                assumed   p1, p2 succeed after 1s: the attempt did not start them

                +1s       dev: 2 clusters, d1, d2 (group dev is the first of 3)
                          after compliance of dev 1s, soak of dev 10s
                +12s      stage: 2 clusters, s1, s2 (group dev is finished, stage is next)
                          after compliance of stage 11s, deadline of stage 9m49s
                +10m12s   prod: 2 clusters, p1, p2 (group stage is finished with 1 failed of 2
                          tolerated, prod is next)
                          after compliance of prod 1s, soak of prod 10s
                +10m12s   s2 of stage is Failed
                +10m23s   ends: Succeeded

              Recorded: +10m12s ends: Failed
              """);
      assertThat(run.code()).isEqualTo(ExitCodes.OK);
    }
  }

  @Test
  void programsReadItAsTheSchemaDescribes() {
    String json = rehearse("--like", HISTORY, "-o", "json").out();
    OutputSchema.of("rollout-rehearsal.json").accepts(json);
    assertThat(json).contains("\"strategy\" : \"recorded\"");
  }

  @Test
  void whatDoesNotFitIsRefused(@TempDir Path folder) throws IOException {
    assertThat(rehearse())
        .isEqualTo(
            new CommandRun(
                ExitCodes.USAGE,
                "",
                "Cannot rehearse: no policy is named. Name one, or a history with --like FILE.\n"
                    + "Try: ./sluice rehearse --help\n"));
    assertThat(rehearse("--like", HISTORY, "--fail", "3").err())
        .startsWith("Cannot use a profile with a recorded attempt");
    assertThat(rehearse("--like", HISTORY, "-f", "policy.yaml").err())
        .startsWith("Cannot use -f without a policy");
    assertThat(rehearse("--like", HISTORY, "--attempt", "3").err())
        .startsWith("Cannot use --like with --attempt");
    assertThat(rehearse("--attempt", "3").err()).startsWith("Cannot use --attempt alone");
    assertThat(rehearse("web", "-n", "policies", "--hub", HUB, "--like", HISTORY).err())
        .isEqualTo(
            "Cannot rehearse policy policies/web like %s: that is the history of policy policies/web-tls. Give one of its own.\n"
                .formatted(HISTORY));
    Path file = folder.resolve("history.json");
    Files.writeString(file, "{}");
    assertThat(rehearse("--like", file.toString()).err())
        .startsWith("Cannot rehearse like %s: it has no events.".formatted(file));
    assertThat(rehearse("web", "-n", "policies", "--hub", HUB, "--attempt", "3").err())
        .startsWith("Cannot rehearse policy policies/web like an attempt: Temporal is not named");
  }
}
