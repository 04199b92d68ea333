package io.sluice.document;

import static io.sluice.process.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.demo.FrozenScene;
import io.sluice.tools.cli.BackgroundCommand;
import io.sluice.tools.cli.CommandRun;
import io.sluice.tools.option.ExitCodes;
import io.sluice.tools.terminal.Terminal;
import io.sluice.tools.terminal.TerminalStyle;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tries every command that a page, a comment of a manifest, a help text or a message names: through
 * the real entry, on a hub where it makes sense. So does every command that such a command prints.
 */
@Timeout(300)
class WrittenCommandsTest {
  /** Commands that go on until they are stopped, or need programs, and the tests that run them. */
  private static final Map<String, String> PARSED_ONLY =
      new TreeMap<>(
          Map.of(
              "demo", "DemoTest, KarmadaDemoTest, RealDemoIT",
              "worker", "WorkerProcessIT",
              "codec-server", "CodecServerTest",
              "devservers", "DevServersCommandTest, DevServersIT"));

  private static final List<String> ENDLESS = List.of("dashboard", "--watch", "-w");
  private static final Scenes SCENES = new Scenes();

  @TempDir private static Path folder;

  private final CommandFinder finder = new CommandFinder(new TreeSet<>(CommandTrial.commands()));
  private final CommandTrial trial = new CommandTrial(folder);
  private final Set<List<String>> tried = new HashSet<>();

  @AfterAll
  static void close() {
    SCENES.close();
  }

  @TestFactory
  List<DynamicTest> everyCommandOfEveryFileRuns() {
    List<DynamicTest> tests = new ArrayList<>();
    DocumentFiles.read()
        .forEach(
            (file, text) ->
                finder.find(file, text).stream()
                    .filter(command -> command.program().equals("sluice"))
                    .forEach(command -> addTests(tests, command)));
    assertThat(tests).hasSizeGreaterThan(200);
    return tests;
  }

  private void addTests(List<DynamicTest> tests, WrittenCommand command) {
    for (List<String> variant : CommandTrial.variants(command)) {
      tests.add(
          DynamicTest.dynamicTest(
              command.place() + " " + String.join(" ", variant), () -> attempt(variant)));
    }
  }

  private void attempt(List<String> written) {
    assertThat(CommandTrial.problems(written)).as("usage of %s", written).isEmpty();
    boolean asksForHelp = written.contains("--help") || written.contains("--version");
    if (!asksForHelp
        && PARSED_ONLY.containsKey(written.get(0))
        && !written.contains("--print-config")) {
      return;
    }
    Scene scene = SCENES.at(Scenes.moment(written));
    List<String> command = trial.inScene(written, scene);
    if (!tried.add(command)) {
      return;
    }
    if (!asksForHelp && ENDLESS.stream().anyMatch(written::contains)) {
      startAndStop(command);
      return;
    }
    try {
      CommandRun run = run(command);
      assertThat(run.code())
          .as("%s, as %s%n%s%s", written, command, run.err(), run.out())
          .isIn(expected(command));
      if (!asksForHelp) {
        followHints(run, scene);
      }
    } finally {
      scene.restore();
    }
  }

  /** Runs the commands that the output of a command names, as they are printed there. */
  private void followHints(CommandRun former, Scene scene) {
    for (WrittenCommand hint : finder.findPrinted("output", former.err() + former.out())) {
      if (!hint.program().equals("sluice")) {
        continue;
      }
      List<String> command = new ArrayList<>(hint.arguments());
      assertThat(CommandTrial.problems(command)).as("usage of %s", hint.line()).isEmpty();
      if (!PARSED_ONLY.containsKey(command.get(0))) {
        // As it is printed: it names the hub by itself.
        CommandRun run = run(command);
        // Here the attempt never ends: no worker runs.
        String reason = former.out().contains("Once it has ended") ? "its abort is asked for" : "";
        assertThat(run.err()).as("%s of%n%s", hint.line(), former.out()).contains(reason);
        assertThat(run.code())
            .as("%s of%n%s%s", hint.line(), former.out(), run.err())
            .isEqualTo(reason.isEmpty() ? ExitCodes.OK : ExitCodes.FAILED);
      }
    }
  }

  private static CommandRun run(List<String> command) {
    return CommandRun.of(FrozenScene::addCommands, command.toArray(String[]::new));
  }

  private static void startAndStop(List<String> command) {
    try (BackgroundCommand running =
        new BackgroundCommand(
            new Terminal(false, false, 24, TerminalStyle.PLAIN), command.toArray(String[]::new))) {
      await().untilAsserted(() -> assertThat(running.out() + running.err()).isNotBlank());
      assertThat(running.err()).isEmpty();
      assertThat(running.stop()).isNotEqualTo(ExitCodes.USAGE);
    }
  }

  /** Returns what the page implies: it works, or it shows what waits, or what would halt. */
  private static Set<Integer> expected(List<String> command) {
    if (command.get(0).equals("rehearse")) {
      // Like the attempt of the scene it waits for an approval.
      return command.contains("--like")
          ? Set.of(ExitCodes.WAITS_FOR_A_PERSON)
          : Set.of(ExitCodes.OK, ExitCodes.FAILED);
    }
    if (command.contains("--as-worker")) {
      // No scene has a gate.
      return Set.of(ExitCodes.FAILED);
    }
    return Set.of(
        command.contains("--fail-on-approval") ? ExitCodes.WAITS_FOR_A_PERSON : ExitCodes.OK);
  }

  /**
   * What is written out in a message has neither the options of the call nor its name. Servers for
   * development are of a clone, and of no hub that is named: of them the name alone is replaced.
   */
  @Test
  void messagesHaveTheirCommandsFromTheCommandWriter() {
    Pattern command =
        Pattern.compile(
            "\"[^\"]*(\\./sluice |kubectl (-n|apply|config|create|delete|describe|get|scale) )");
    List<String> found = new ArrayList<>();
    DocumentFiles.sources()
        .forEach(
            (file, text) ->
                text.lines()
                    .filter(line -> file.matches("(worker/tools|deploy/demo)/src/main/.*"))
                    .filter(line -> !file.contains("/devservers/"))
                    .filter(line -> !file.endsWith("/CommandWriter.java"))
                    // An example of a help text, or a description.
                    .filter(line -> !line.matches(" +(\"  |description = ).*"))
                    .filter(line -> command.matcher(line).find())
                    .forEach(line -> found.add(file + ": " + line.strip())));

    assertThat(found).isEmpty();
  }

  /** A line that is folded cannot be pasted. */
  @Test
  void everyExampleOfAHelpTextFitsItsLine() {
    for (String command : CommandTrial.commands()) {
      CommandRun run = run(List.of(command, "--help"));
      assertThat(run.err()).as(command).isEmpty();
      List<String> examples =
          run.out().lines().filter(line -> line.startsWith("  ./sluice ")).toList();
      String footer =
          String.join("\n", CommandTrial.command(command).getCommandSpec().usageMessage().footer())
              .replace("%%", "%");
      assertThat(examples)
          .as("examples of %s", command)
          .allSatisfy(line -> assertThat(Arrays.asList(footer.split("\n"))).contains(line));
    }
  }
}
