package io.sluice.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.tools.option.ExitCodes;
import io.sluice.tools.status.RolloutsHub;
import io.sluice.tools.terminal.Terminal;
import io.sluice.tools.terminal.TerminalStyle;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Runs commands that need the hub alone beside a worker's configuration that is wrong. */
class OptionalConfigTest {
  private static final String HUB_ALONE =
      "Temporal is not named, so only the hub was asked. Add --temporal HOST:PORT for the course.";

  @TempDir private Path folder;
  private final Map<String, String> environment = new LinkedHashMap<>();
  private final RolloutsHub hub = new RolloutsHub();
  private Path file;

  @BeforeEach
  void fillTheHub() throws IOException {
    file = Files.writeString(folder.resolve("sluice.yaml"), "temporal: [\n");
    environment.put(
        "TEMPORAL_CONFIG_FILE",
        Files.writeString(folder.resolve("temporal.toml"), "[profile.default]\n").toString());
    hub.cluster("cluster1");
    hub.namespace("policies");
    hub.policy("policies", "web-tls", "rolloutStrategy: {type: manualPerGroup}");
    hub.rollout(
        "policies",
        "policy-web-tls",
        """
        rolloutUID: uid1
        attempt: 1
        currentRolloutGeneration: 1
        phase: Done
        outcome: Succeeded
        waitingFor: ""
        startedAt: 2026-03-01T09:00:00Z
        endedAt: 2026-03-01T11:05:00Z
        """);
  }

  @AfterEach
  void close() {
    hub.close();
  }

  @Test
  void everyCommandThatTheHubCanAnswerGoesOn() {
    List<List<String>> commands =
        List.of(
            List.of("status"),
            List.of("status", "web-tls"),
            List.of("status", "web-tls", "-o", "json"),
            List.of("history", "web-tls"),
            List.of("why", "web-tls", "cluster1"),
            List.of("plan", "web-tls"),
            List.of("wait", "web-tls", "--timeout", "0s"),
            List.of("lint", "web-tls"),
            List.of("report", "web-tls", "--out", folder.resolve("r.html").toString()));
    for (List<String> command : commands) {
      environment.remove("SLUICE_CONFIG");
      environment.remove("SLUICE_TEMPORAL_ADRESS");
      CommandRun plain = run(command);
      environment.put("SLUICE_CONFIG", file.toString());
      environment.put("SLUICE_TEMPORAL_ADRESS", "typo:7233");
      CommandRun wrong = run(command.contains("report") ? with(command, "--force") : command);
      assertThat(wrong.code()).as(command + wrong.err()).isEqualTo(plain.code());
      assertThat(wrong.err()).as(command.toString()).isEqualTo(plain.err());
    }
  }

  @Test
  void whatIsMissingForWantOfASettingIsSaid() {
    assertThat(run(List.of("why", "web-tls", "cluster1")).out().replaceAll("\\s+", " "))
        .contains(HUB_ALONE);
    environment.put("SLUICE_CONFIG", file.toString());
    assertThat(run(List.of("why", "web-tls", "cluster1")).out().replaceAll("\\s+", " "))
        .contains(file.toString(), "Only the hub was asked.")
        .doesNotContain(HUB_ALONE);
    environment.remove("SLUICE_CONFIG");
    environment.put("TEMPORAL_CONFIG_FILE", folder.resolve("gone.toml").toString());
    assertThat(run(List.of("why", "web-tls", "cluster1")).out().replaceAll("\\s+", " "))
        .contains("Cannot read the Temporal profile: TEMPORAL_CONFIG_FILE is ", "does not exist");
  }

  @Test
  void aPlanWithoutSettingsSaysSo() {
    environment.put("SLUICE_CONFIG", file.toString());
    String note = "The default of --soak-floor counts.";
    assertThat(run(List.of("plan", "web-tls")).out().replaceAll("\\s+", " "))
        .contains(file.toString(), note);
    assertThat(run(List.of("plan", "web-tls", "--soak-floor", "5s")).out()).doesNotContain(note);
  }

  @Test
  void whoAsksForThePastOrNamesTheFileNeedsIt() {
    environment.put("SLUICE_CONFIG", file.toString());
    for (List<String> command :
        List.of(
            List.of("status", "web-tls", "--at", "2026-03-01T10:00:00Z"),
            List.of("status", "web-tls", "--config", file.toString()),
            List.of("history", "web-tls", "--temporal-namespace", "sluice"),
            List.of("why", "web-tls", "cluster1", "--temporal", "localhost:1"))) {
      CommandRun run = run(command);
      assertThat(run.code()).as(command.toString()).isEqualTo(ExitCodes.USAGE);
      assertThat(run.err()).contains(file.toString());
    }
  }

  private static List<String> with(List<String> command, String more) {
    List<String> all = new java.util.ArrayList<>(command);
    all.add(more);
    return all;
  }

  private CommandRun run(List<String> command) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    String[] args = hub.arguments(with(with(command, "-n"), "policies").toArray(String[]::new));
    CommandLine line =
        Cli.commandLine(
            new Terminal(false, false, 24, TerminalStyle.PLAIN), (each, console) -> {}, args);
    Cli.print(line, out, err);
    int code = Cli.execute(line, environment, args);
    return new CommandRun(code, out.toString(), err.toString());
  }
}
