package io.sluice.tools.replay;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.tools.cli.CommandRun;
import io.sluice.tools.status.OutputSchema;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Replays histories from files. */
class ReplayCommandTest {
  private static final Path HISTORIES =
      Path.of("..", "..", "workflows", "src", "test", "resources", "histories", "rules-1");

  @TempDir private Path folder;

  private static String golden(String name) {
    return HISTORIES.resolve(name + ".json").toString();
  }

  private Path file(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content);
  }

  @Test
  void theCourseIsPrintedAsATranscript() {
    CommandRun run = CommandRun.of("replay", golden("new-policy-succeeds-0"));

    assertThat(run.err()).isEmpty();
    assertThat(run.code()).isZero();
    assertThat(run.out())
        .startsWith(
            """
            Policy policies/web-tls  generation 1  attempt 1  ProgressivePerGroup
            Begun at 2026-11-23T02:13:02.984Z.

            Row: each group | rollout status | phase, outcome
            T ToApply, P Progressing, S Succeeded, F Failed, O TimeOut, N NewCluster
            -> action and its reason, ! cluster that needs attention

            02:13:04Z  the run steps
                -> dispatch d1, d2: group dev is the first of 3
                dev: T | stage: T | prod: T | Progressing | Progressing
                Waiting for 2 of 2 clusters in group dev to become compliant: d1, d2. Their
                  deadlines run from the hub's acknowledgement.
            02:13:04Z  d1, d2 written
                dev: P | stage: T | prod: T | Progressing | Progressing
                Waiting for 2 of 2 clusters in group dev to become compliant: d1, d2. The
                  next deadline is 02:23:04Z.
            02:13:05Z  d1, d2 compliant
                dev: S | stage: T | prod: T | Progressing | Soaking
                Soaking 2 clusters in group dev until 02:13:15Z.
            """)
        .endsWith(
            """
            02:13:38Z  the run steps
                -> close: the outcome is Succeeded
                dev: S | stage: S | prod: S | Succeeded | Done, Succeeded

            The run ended at 02:13:38Z: Completed.
            """);
  }

  @Test
  void aFailureAndTheClustersOfItAreInTheCourse() {
    assertThat(CommandRun.of("replay", golden("fails-at-deadline-0")).out())
        .contains(
            """
                ! s2 Failed Failed: Within the 10m of its deadline it reported that it does
                  not comply with this version.
            """)
        .contains("Failed. Policy policies/web-tls was not rolled out: 1 failed > 0 tolerated");
  }

  @Test
  void severalFilesAreTheRunsOfOneAttemptAndMayBePacked() throws IOException {
    Path packed = folder.resolve("first.json.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
      Files.copy(Path.of(golden("continues-as-new-0")), out);
    }

    CommandRun run = CommandRun.of("replay", packed.toString(), golden("continues-as-new-1"));
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).endsWith("ContinuedAsNew.\n");
    assertThat(CommandRun.of("replay", golden("continues-as-new-1")).out())
        .contains("It continues a run that is not among the files.");
    assertThat(
            CommandRun.of("replay", golden("continues-as-new-1"), golden("continues-as-new-0"))
                .err())
        .endsWith("Give the histories of one attempt, oldest first.\n");
  }

  @Test
  void theFormOfTheWebUiIsRead() throws IOException {
    String json = Files.readString(Path.of(golden("paused-and-resumed-0")));
    String ui =
        json.substring(json.indexOf('['), json.lastIndexOf(']') + 1)
            .replace("EVENT_TYPE_WORKFLOW_TASK_SCHEDULED", "WorkflowTaskScheduled")
            .replace("EVENT_TYPE_TIMER_STARTED", "TimerStarted");

    assertThat(CommandRun.of("replay", file("ui.json", ui).toString()).out())
        .isEqualTo(CommandRun.of("replay", golden("paused-and-resumed-0")).out());
  }

  @Test
  void programsGetADocumentWithWhoSentWhat() {
    JsonNode tree =
        OutputSchema.of("rollout-course.json")
            .accepts(CommandRun.of("replay", golden("paused-and-resumed-0"), "-o", "json").out());

    assertThat(tree.at("/runs/0/messages/0/name").asText()).isEqualTo("pause");
    assertThat(tree.at("/runs/0/messages/0/argument").asText()).isEqualTo("{\"by\":\"ann\"}");
    assertThat(tree.at("/runs/0/end/status").asText()).isEqualTo("Completed");
    assertThat(tree.at("/steps/0/actions/0").asText()).startsWith("dispatch d1");
  }

  @Test
  void aHistoryThatThisBuildWouldNotWriteNamesTheEventAndBothCommands() throws IOException {
    String altered =
        Files.readString(Path.of(golden("new-policy-succeeds-0")))
            .replace("DispatchVersion", "LookAtClusters");

    CommandRun run = CommandRun.of("replay", file("altered.json", altered).toString());

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .isEqualTo(
            "Cannot repeat the run of policies/web-tls, attempt 1, started at"
                + " 2026-11-23T02:13:02.984Z: this build decides otherwise. Event 19, activity"
                + " LookAtClusters: expected activity LookAtClusters, actual activity"
                + " DispatchVersion. Replay it with the build that ran it, and do not give such a"
                + " rollout to workers of this one while it runs.\n");
  }

  @Test
  void whatIsNoHistoryIsRefused() throws IOException {
    assertRefused(folder.resolve("none.json"), "there is no such file");
    assertRefused(file("empty.json", "{}"), "it has no events");
    assertRefused(file("text.json", "hello"), "it is not JSON");
    assertRefused(
        file(
            "other.json",
            Files.readString(Path.of(golden("new-policy-succeeds-0")))
                .replace("\"PolicyRollout\"", "\"TransferMoney\"")),
        "it is of a workflow TransferMoney, not PolicyRollout");
  }

  private static void assertRefused(Path file, String why) {
    CommandRun run = CommandRun.of("replay", file.toString());
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).startsWith("Cannot replay ").contains(why);
  }
}
