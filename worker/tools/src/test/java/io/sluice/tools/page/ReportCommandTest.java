package io.sluice.tools.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.tools.cli.CommandRun;
import io.sluice.tools.dashboard.PageHub;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportCommandTest {
  @TempDir Path folder;

  private final PageHub hub = new PageHub();

  @BeforeEach
  void fillTheHub() {
    Map<String, Integer> groups = new LinkedHashMap<>();
    groups.put("dev", 5);
    groups.put("prod", 15);
    hub.fleet(groups);
    hub.policy("web-tls", "manualPerGroup");
    hub.rollout(
        "web-tls",
        PageHub.waiting().replace("attempt: 1", "attempt: 3")
            + """
            history:
              - {rolloutUID: u0, generation: 1, outcome: Failed, reason: "3 failed > 2 maxFailures. Change the policy, or set spec.retryRollout.rolloutUID to u0.", startedAt: "2026-01-04T10:00:00Z", endedAt: "2026-01-04T11:00:00Z"}
            """);
  }

  @AfterEach
  void close() {
    hub.close();
  }

  @Test
  void theReportIsOneFileThatLoadsNothing() throws Exception {
    Path file = folder.resolve("r.html");

    CommandRun run = report("--out", file.toString());

    assertThat(run).isEqualTo(new CommandRun(0, "Wrote " + file + ".\n", ""));
    assertThat(Files.readString(file))
        .startsWith(
            "<!DOCTYPE html>\n"
                + "<html lang=\"en\"><head><meta charset=\"utf-8\"><meta"
                + " http-equiv=\"Content-Security-Policy\" content=\"default-src &#39;none&#39;;")
        .containsSubsequence(
            "Waiting for approval of group prod.",
            "Over time",
            "The hub keeps when clusters were started, not when each succeeded",
            "Add --temporal HOST:PORT for the course.",
            "dev",
            "4 of 5",
            "prod",
            "0 of 15",
            "NonCompliant",
            "&lt;script&gt;alert(1)&lt;/script&gt;",
            "ann",
            "in the spec, with Sluice",
            "5 Jan 2026, 10:00:01 UTC",
            "3 failed &gt; 2 maxFailures")
        .doesNotContainPattern("(src|href)=\"(https?:)?//")
        .doesNotContain("<script>alert")
        .doesNotContain("data-approve=");
  }

  @Test
  void anExistingFileIsKeptUnlessForced() throws Exception {
    Path file = Files.writeString(folder.resolve("r.html"), "mine");

    assertThat(report("--out", file.toString()))
        .isEqualTo(
            new CommandRun(
                1,
                "",
                "Cannot write %s: it exists. Name another with --out, or add --force to replace it.\n"
                    .formatted(file)));
    assertThat(file).hasContent("mine");
    assertThat(report("--force", "--out", file.toString()).code()).isZero();
    assertThat(file).content().startsWith("<!DOCTYPE html>");
  }

  @Test
  void theStandardOutputGetsTheFileAlone() {
    assertThat(report("--out", "-").out()).startsWith("<!DOCTYPE html>").endsWith("</html>\n");
  }

  @Test
  void aFormerAttemptSaysWhatTheHubNoLongerHas() {
    assertThat(report("--attempt", "2", "--out", "-").out())
        .contains("<title>policies/web-tls, attempt 2</title>")
        .contains("Last decision: 3 failed &gt; 2 maxFailures.")
        .contains("This is a former attempt.")
        .doesNotContain("spec.retryRollout")
        .doesNotContain("Over time");
  }

  @Test
  void anUnknownAttemptIsRefusedWithThoseThatThereAre() {
    assertThat(report("--attempt", "1").err())
        .isEqualTo(
            "Cannot report on policy policies/web-tls: the hub has no attempt 1. It has attempts 2"
                + " to 3.\n");
  }

  @Test
  void aPolicyThatHasNotBegunIsNamed() {
    hub.policy("quiet", "All");

    assertThat(CommandRun.of("report", "quiet", "-n", "policies", "--hub", hub.hub().url()).err())
        .isEqualTo(
            "Cannot report on policy policies/quiet: no attempt of it has begun. Try again once"
                + " one is shown by: ./sluice status quiet -n policies --hub %s\n",
            hub.hub().url());
    assertThat(CommandRun.of("report", "gone", "-n", "policies", "--hub", hub.hub().url()).err())
        .startsWith("Cannot report on policy policies/gone: the hub has no such policy.");
  }

  private CommandRun report(String... more) {
    return CommandRun.of(
        java.util.stream.Stream.concat(
                java.util.stream.Stream.of(
                    "report", "web-tls", "-n", "policies", "--hub", hub.hub().url()),
                java.util.stream.Stream.of(more))
            .toArray(String[]::new));
  }
}
