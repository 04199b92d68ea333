package io.sluice.tools.status;

import static io.sluice.process.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.simulator.api.Fault;
import io.sluice.simulator.api.RequestMatcher;
import io.sluice.tools.cli.BackgroundCommand;
import io.sluice.tools.option.ExitCodes;
import io.sluice.tools.terminal.Terminal;
import io.sluice.tools.terminal.TerminalStyle;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Follows rollouts until Ctrl-C. */
class LiveStatusTest {
  private static final Terminal PIPE = new Terminal(false, false, 24, TerminalStyle.PLAIN);
  private static final Terminal SCREEN =
      new Terminal(true, true, 24, new TerminalStyle(80, false, true));

  private final RolloutsHub hub = new RolloutsHub();

  @BeforeEach
  void fillTheHub() {
    hub.namespace("policies");
    hub.policy("policies", "web-tls", "rolloutStrategy: {type: Progressive}");
    hub.rollout("policies", "policy-web-tls", progressing(1));
  }

  @AfterEach
  void close() {
    hub.close();
  }

  @Test
  void inAPipeEveryChangeIsOneLine() {
    try (BackgroundCommand command = follow(PIPE, "web-tls")) {
      soon(() -> assertThat(command.out()).contains("1 of 3 done"));
      hub.status("policies", "policy-web-tls", progressing(2));
      soon(() -> assertThat(command.out()).contains("2 of 3 done"));

      assertThat(command.stop()).isEqualTo(ExitCodes.STOPPED);
      assertThat(command.out().replaceAll("(?m)^20\\d\\d-[-0-9T:]+Z", "<time>"))
          .isEqualTo(
              """
              <time>  Group dev: 1 of 3 done, 2 progressing
              <time>  Progressing: Waiting for clusters to report.
              <time>  Group dev: 2 of 3 done, 1 progressing
              """);
    }
  }

  @Test
  void onATerminalItIsDrawnOverItself() {
    try (BackgroundCommand command = follow(SCREEN, "web-tls")) {
      soon(() -> assertThat(command.out()).contains("1/3"));
      hub.status("policies", "policy-web-tls", progressing(3));
      soon(() -> assertThat(command.out()).contains("3/3"));
      command.stop();

      assertThat(NarrowTerminal.rows(command.out(), 80))
          .filteredOn(row -> !row.isBlank())
          .containsExactly(
              "Policy policies/web-tls  generation 1  Progressive",
              "Progressing  from 2000-01-01T00:00:00Z",
              "Waiting for clusters to report.",
              "  dev  [██████████████████████████████]  3/3  done");
    }
  }

  @Test
  void itGoesOnAfterTheHubWasAway() {
    try (BackgroundCommand command = follow(PIPE, "web-tls")) {
      soon(() -> assertThat(command.out()).contains("1 of 3 done"));
      hub.server().stop();
      soon(() -> assertThat(command.err()).contains("the hub cannot be reached"));
      hub.server().restart();
      hub.status("policies", "policy-web-tls", progressing(2));

      soon(() -> assertThat(command.out()).contains("2 of 3 done"));
      assertThat(command.err().lines()).hasSize(1);
    }
  }

  @Test
  void thatNoWorkerLeadsIsSaidOnceInEveryForm() {
    hub.loseLeader();
    try (BackgroundCommand one = follow(PIPE, "web-tls");
        BackgroundCommand list = follow(PIPE);
        BackgroundCommand document = follow(PIPE, "web-tls", "-o", "yaml")) {
      soon(() -> assertThat(one.out()).contains("No worker leads: Lease sluice-system/sluice"));
      soon(() -> assertThat(list.err()).contains("No worker leads: Lease sluice-system/sluice"));
      soon(() -> assertThat(document.out()).contains("noLeader:"));
      hub.status("policies", "policy-web-tls", progressing(2));
      soon(() -> assertThat(one.out()).contains("2 of 3 done"));
      soon(() -> assertThat(list.out()).contains("2/3"));
      assertThat(one.out().split("No worker leads", -1)).hasSize(2);
      assertThat(list.err().split("No worker leads", -1)).hasSize(2);
    }
  }

  @Test
  void aDeletedPolicyEndsIt() {
    try (BackgroundCommand command = follow(PIPE, "web-tls")) {
      soon(() -> assertThat(command.out()).contains("1 of 3 done"));
      hub.deletePolicy("policies", "web-tls");

      soon(() -> assertThat(command.err()).startsWith("Cannot show policy policies/web-tls:"));
    }
  }

  @Test
  void aListGetsARowForEachChange() {
    try (BackgroundCommand command = follow(PIPE)) {
      soon(() -> assertThat(command.out()).contains("1/3"));
      hub.server()
          .faults()
          .inject(RequestMatcher.anything().verb("watch"), Fault.watchExpired(), 1);
      hub.status("policies", "policy-web-tls", progressing(2));
      soon(() -> assertThat(command.out()).contains("2/3"));
      hub.rollout("policies", "policy-audit", "{\"phase\": \"Pending\", \"progress\": \"0/9\"}");
      soon(() -> assertThat(command.out()).contains("0/9"));
      hub.delete("policies", "policy-web-tls");
      soon(() -> assertThat(command.out()).contains("Deleted"));

      assertThat(command.stop()).isEqualTo(ExitCodes.STOPPED);
      assertThat(
              command
                  .out()
                  .lines()
                  .map(line -> line.replaceAll(" +", " ").replaceAll(" \\d+y ", " <age> ")))
          .contains(
              "NAME PHASE OUTCOME PROGRESS AGE WAITING FOR",
              "web-tls Progressing <none> 1/3 <age> Waiting for clusters to report.");
      assertThat(command.out().lines().filter(line -> line.contains("2/3"))).hasSize(1);
    }
  }

  @Test
  void aProgramGetsADocumentForEachChange() {
    try (BackgroundCommand command = follow(PIPE, "web-tls", "-o", "yaml")) {
      soon(() -> assertThat(command.out()).contains("progress: \"1/3\""));
      hub.status("policies", "policy-web-tls", progressing(2));
      soon(() -> assertThat(command.out()).contains("progress: \"2/3\""));

      OutputSchema schema = OutputSchema.of("rollout-status.json");
      String[] documents = command.out().split("---\n");
      assertThat(documents).hasSize(2);
      for (String document : documents) {
        schema.acceptsYaml(document);
      }
    }
  }

  @Test
  void aListGoesOnAfterTheHubWasAway() {
    try (BackgroundCommand command = follow(PIPE)) {
      soon(() -> assertThat(command.out()).contains("1/3"));
      hub.server().stop();
      soon(() -> assertThat(command.err()).startsWith("The hub does not answer"));
      hub.server().restart();
      hub.status("policies", "policy-web-tls", progressing(2));

      soon(() -> assertThat(command.out()).contains("2/3"));
      assertThat(command.err().lines()).hasSize(1);
    }
  }

  private BackgroundCommand follow(Terminal terminal, String... more) {
    String[] args = new String[more.length + 4];
    args[0] = "status";
    args[1] = "-w";
    args[2] = "-n";
    args[3] = "policies";
    System.arraycopy(more, 0, args, 4, more.length);
    return new BackgroundCommand(terminal, hub.arguments(args));
  }

  private static void soon(ThrowingRunnable assertion) {
    await().untilAsserted(assertion);
  }

  private static String progressing(long done) {
    return """
    phase: Progressing
    progress: %d/3
    startedAt: 2000-01-01T00:00:00Z
    waitingFor: Waiting for clusters to report.
    decisionGroups:
      - placement: web
        groupName: dev
        groupIndex: 0
        approved: true
        failuresTolerated: 0
        counts: {clusters: 3, toApply: 0, progressing: %d, soaking: 0, succeeded: %d, failed: 0, timeOut: 0, newCluster: 0, ignored: 0}
    """
        .formatted(done, 3 - done, done);
  }
}
