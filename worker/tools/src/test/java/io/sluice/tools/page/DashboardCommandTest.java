package io.sluice.tools.page;

import static io.sluice.process.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.tools.cli.BackgroundCommand;
import io.sluice.tools.cli.CommandRun;
import io.sluice.tools.dashboard.PageHub;
import io.sluice.tools.terminal.Terminal;
import io.sluice.tools.terminal.TerminalStyle;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

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

  /** All users of a machine see the arguments of the browser. */
  @Test
  void theBrowserIsStartedWithAFileThatThisPersonAloneMayRead() throws Exception {
    BlockingQueue<String> opened = new LinkedBlockingQueue<>();
    StringWriter out = new StringWriter();
    CommandLine command = new CommandLine(new DashboardCommand(opened::add));
    command.setOut(new PrintWriter(out, true));
    Thread thread =
        new Thread(
            () -> command.execute("--open", "--port", "0", "--hub", hub.hub().url()), "dashboard");
    thread.start();
    Path file;
    try {
      file = Path.of(URI.create(opened.poll(30, TimeUnit.SECONDS)));

      assertThat(file).hasParentRaw(Path.of(System.getProperty("java.io.tmpdir")));
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
      Matcher address =
          Pattern.compile("url=(http://127\\.0\\.0\\.1:\\d+/\\?ticket=[\\w-]{32})\"")
              .matcher(Files.readString(file));
      assertThat(address.find()).isTrue();
      assertThat(entered(address.group(1))).isEqualTo(200);
      assertThat(entered(address.group(1))).isEqualTo(403);
      assertThat(Files.readString(file)).doesNotContain("token=");
    } finally {
      thread.interrupt();
      thread.join();
    }
    assertThat(file).doesNotExist();
    assertThat(out.toString()).contains("/?token=");
  }

  /** As a browser that comes from a file. */
  private static int entered(String address) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(address))
                .header("Sec-Fetch-Site", "cross-site")
                .build(),
            BodyHandlers.discarding())
        .statusCode();
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

  @Test
  void itServesSeveralPersonsWithoutASecretOfItsOwn() {
    try (BackgroundCommand command =
        new BackgroundCommand(
            new Terminal(false, false, 24, TerminalStyle.PLAIN),
            "dashboard",
            "--serve",
            "--port",
            "0",
            "--hub",
            hub.hub().url())) {
      await().until(() -> command.out().contains("Ctrl-C"));

      assertThat(command.out())
          .matches(
              "Dashboard on http://127\\.0\\.0\\.1:\\d+\\. Each person signs in with a token of the"
                  + " hub\\. Ctrl-C ends it\\.\n");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--serve --address 0.0.0.0 | Cannot listen on 0.0.0.0 without HTTPS",
        "--address 127.0.0.1 | Cannot use --address, --tls-certificate, --tls-key or --insecure",
        "--serve --open | Cannot use --open with --serve",
        "--serve --temporal temporal.example.com:7233 | Cannot ask Temporal with --serve",
        "--serve --tls-key a | Cannot serve HTTPS: it takes both"
      })
  void whatDoesNotFitTogetherIsRefused(String options, String why) {
    CommandRun run =
        CommandRun.of(("dashboard --hub " + hub.hub().url() + " " + options).split(" "));

    assertThat(run.code()).isEqualTo(64);
    assertThat(run.err()).startsWith(why);
  }

  @Test
  void aCertificateThatIsNotThereIsNamed() {
    CommandRun run =
        CommandRun.of(
            ("dashboard --serve --tls-certificate none.crt --tls-key none.key --hub "
                    + hub.hub().url())
                .split(" "));

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).startsWith("Cannot serve HTTPS with none.crt and none.key: ");
  }
}
