package io.sluice.tools.page;

import static io.sluice.process.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.tools.cli.BackgroundCommand;
import io.sluice.tools.cli.CommandRun;
import io.sluice.tools.dashboard.PageHub;
import io.sluice.tools.terminal.Terminal;
import io.sluice.tools.terminal.TerminalStyle;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DashboardCommandTest {
  private final PageHub hub = new PageHub();

  @AfterEach
  void close() {
    hub.close();
  }

  @Test
  void itPrintsTheAddressThatLetsItsReaderIn() {
    try (BackgroundCommand command =
        new BackgroundCommand(
            new Terminal(false, false, 24, TerminalStyle.PLAIN),
            "dashboard",
            "--port",
            "0",
            "-n",
            "policies,shop",
            "--hub",
            hub.hub().url())) {
      await().until(() -> command.out().contains("Ctrl-C"));

      assertThat(command.out())
          .matches(
              """
              Dashboard of http://127\\.0\\.0\\.1:\\d+/: open
                http://127\\.0\\.0\\.1:\\d+/\\?token=[\\w-]{32}
              It shows the namespaces policies, shop\\.
              All who have this address act with your rights\\. Ctrl-C ends it\\.
              """);
    }
  }

  @Test
  void anAddressThatIsNoneIsRefused() {
    CommandRun run =
        CommandRun.of("dashboard", "--temporal-ui", "javascript:x", "--hub", hub.hub().url());

    assertThat(run.code()).isEqualTo(64);
    assertThat(run.err())
        .startsWith(
            "Cannot link to Temporal's Web UI: javascript:x is no address. Write one such as");
  }
}
