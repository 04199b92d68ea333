package io.sluice.document;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.sluice.demo.FrozenScene;
import io.sluice.tools.cli.CommandModel;
import io.sluice.tools.cli.CommandRun;
import io.sluice.tools.option.ExitCodes;
import io.sluice.tools.status.OutputSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * Runs every command that has an output for programs in every form, for a policy and, where the
 * command takes one, for a template. A command that is added has to be entered here.
 */
@Tag("nightly")
@Timeout(300)
class OutputFormatsTest {
  /** No schema is promised for these: their JSON is described in docs/output.md. */
  private static final String WITHOUT_SCHEMA = "";

  private static final Map<String, String> SCHEMAS =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("status", "rollout-status.json"),
              Map.entry("wait", "rollout-status.json"),
              Map.entry("history", "rollout-history.json"),
              Map.entry("plan", "rollout-plan.json"),
              Map.entry("why", "cluster-explanation.json"),
              Map.entry("replay", "rollout-course.json"),
              Map.entry("rehearse", "rollout-rehearsal.json"),
              Map.entry("adopt", WITHOUT_SCHEMA),
              Map.entry("gate verify", WITHOUT_SCHEMA),
              Map.entry("leave", WITHOUT_SCHEMA),
              Map.entry("lint", "lint-report.json"),
              Map.entry("placement explain", WITHOUT_SCHEMA)));

  /** The tests that compare what each command prints with its text, through the real entry. */
  private static final Map<String, String> TEXTS =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("abort", "RequestCommandsTest"),
              Map.entry("activate", "PendingCommandsTest"),
              Map.entry("adopt", "AdoptionTest"),
              Map.entry("approve", "RequestCommandsTest"),
              Map.entry("completion", "CompletionTest"),
              Map.entry("dashboard", "DashboardCommandTest"),
              Map.entry("gate", "GateCommandTest"),
              Map.entry("history", "HistoryCommandTest"),
              Map.entry("leave", "HandoverTest"),
              Map.entry("lint", "LintCommandTest"),
              Map.entry("pause", "RequestCommandsTest"),
              Map.entry("placement", "PlacementCommandsTest"),
              Map.entry("plan", "PlanCommandTest"),
              Map.entry("rehearse", "RehearseCommandTest"),
              Map.entry("replay", "ReplayCommandTest"),
              Map.entry("report", "ReportCommandTest"),
              Map.entry("resume", "RequestCommandsTest"),
              Map.entry("retry", "RequestCommandsTest"),
              Map.entry("revoke", "RequestCommandsTest"),
              Map.entry("skip", "RequestCommandsTest"),
              Map.entry("status", "StatusListTest"),
              Map.entry("wait", "WaitCommandTest"),
              Map.entry("why", "PastRolloutTest")));

  /** They run until they are stopped, or start servers: what they print is tested in parts. */
  private static final List<String> SERVERS =
      List.of("codec-server", "demo", "devservers", "worker");

  /** What is pending of a template is text. */
  private static final List<String> TEXT_ONLY = List.of("plan --template");

  private static final Scenes SCENES = new Scenes();

  @TempDir private static Path folder;

  @AfterAll
  static void close() {
    SCENES.close();
  }

  @Test
  void everyCommandHasATestOfItsText() throws IOException {
    List<String> commands = new ArrayList<>(CommandTrial.commands());
    commands.removeAll(SERVERS);
    assertThat(TEXTS.keySet()).containsExactlyElementsOf(commands);
    for (Map.Entry<String, String> entry : TEXTS.entrySet()) {
      assertThat(test(entry.getValue()).contains("\"" + entry.getKey()))
          .as("%s tries %s", entry.getValue(), entry.getKey())
          .isTrue();
    }
  }

  /** The list of commands shows the first text of each. */
  @Test
  void everyCommandBeginsWithAWholeSentence() {
    for (String command : CommandTrial.commands()) {
      assertThat(description(command).usageMessage().description()[0]).as(command).endsWith(".");
    }
  }

  private static String test(String name) throws IOException {
    try (Stream<Path> files = Files.walk(DocumentFiles.ROOT)) {
      Path file = files.filter(path -> path.endsWith(name + ".java")).findFirst().orElseThrow();
      return Files.readString(file);
    }
  }

  @Test
  void everyCommandWithAnOutputForProgramsIsRunHere() {
    assertThat(SCHEMAS.keySet()).containsExactlyElementsOf(outputs().stream().sorted().toList());
  }

  @TestFactory
  List<DynamicTest> everyFormOfEveryOutput() {
    List<DynamicTest> tests = new ArrayList<>();
    for (String command : outputs()) {
      tests.add(DynamicTest.dynamicTest(command, () -> check(command, List.of())));
      if (description(command).findOption("--template") != null
          && !TEXT_ONLY.contains(command + " --template")) {
        List<String> template = List.of("--template", "Deployment/web");
        tests.add(DynamicTest.dynamicTest(command + " --template", () -> check(command, template)));
      }
    }
    return tests;
  }

  @Test
  void theListOfAllRolloutsHasASchema() {
    OutputSchema.of("rollout-status-list.json")
        .accepts(out(List.of("status", "-A", "-o", "json"), Scenes.Moment.WAITING));
  }

  private void check(String command, List<String> more) throws IOException {
    List<String> line = new ArrayList<>(List.of(command.split(" ")));
    if (command.equals("status") && more.isEmpty()) {
      line.add("POLICY");
    }
    line.addAll(more);
    Scenes.Moment moment =
        more.isEmpty() || !command.equals("wait") ? Scenes.moment(line) : Scenes.Moment.TEMPLATE;
    if (command.equals("wait")) {
      line.addAll(List.of("--for", "Approval"));
    }
    assertThat(out(line, moment)).isNotBlank();
    String json = out(with(line, "json"), moment);
    JsonNode tree =
        SCHEMAS.get(command).equals(WITHOUT_SCHEMA)
            ? new ObjectMapper().readTree(json)
            : OutputSchema.of(SCHEMAS.get(command)).accepts(json);
    assertThat(tree.isObject()).as(json).isTrue();
    JsonNode yaml = new YAMLMapper().readTree(out(with(line, "yaml"), moment));
    assertThat(names(yaml)).isEqualTo(names(tree));
  }

  private static List<String> names(JsonNode tree) {
    List<String> names = new ArrayList<>();
    tree.fieldNames().forEachRemaining(names::add);
    return names;
  }

  private static List<String> with(List<String> line, String format) {
    List<String> longer = new ArrayList<>(line);
    longer.addAll(List.of("--output", format));
    return longer;
  }

  private String out(List<String> line, Scenes.Moment moment) {
    List<String> command = new CommandTrial(folder).inScene(line, SCENES.at(moment));
    CommandRun run = CommandRun.of(FrozenScene::addCommands, command.toArray(String[]::new));
    assertThat(run.code())
        .as("%s%n%s%s", command, run.err(), run.out())
        .isIn(ExitCodes.OK, ExitCodes.FAILED);
    return run.out();
  }

  private static CommandLine.Model.CommandSpec description(String command) {
    CommandLine line = CommandModel.of(FrozenScene::addCommands);
    for (String name : command.split(" ")) {
      line = line.getSubcommands().get(name);
    }
    return line.getCommandSpec();
  }

  /** Returns the commands that have the option for the form of the output. */
  private static List<String> outputs() {
    List<String> found = new ArrayList<>();
    CommandModel.of(FrozenScene::addCommands)
        .getSubcommands()
        .forEach(
            (name, line) -> {
              add(found, name, line);
              line.getSubcommands().forEach((below, each) -> add(found, name + " " + below, each));
            });
    return found;
  }

  private static void add(List<String> found, String name, CommandLine line) {
    if (line.getCommandSpec().findOption("--output") != null) {
      found.add(name);
    }
  }
}
