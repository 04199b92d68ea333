package io.sluice.process.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lets promtool check the alerts, and fire and clear each of them. */
class AlertRulesIT {
  private static final Path RULES = Path.of("../deploy/rules/sluice.yaml");
  private static final Path TESTS =
      Path.of("../deploy/demo/src/test/resources/rules/sluice.test.yaml");

  @TempDir Path folder;

  @Test
  void theRulesAreValid() throws Exception {
    Promtool.Output output =
        Promtool.run("check", "rules", "--lint=all", "--lint-fatal", RULES.toString());
    assertThat(output.printed()).contains("9 rules found");
    assertThat(output.code()).isZero();
  }

  @Test
  void everyAlertFiresAndClears() throws Exception {
    Promtool.Output output = Promtool.run("test", "rules", TESTS.toString());
    assertThat(output.printed()).contains("SUCCESS");
    assertThat(output.code()).isZero();
  }

  @Test
  void anAlertThatDoesNotFireFailsItsTest() throws Exception {
    Path rules = folder.resolve("rules.yaml");
    Files.writeString(
        rules, Files.readString(RULES).replace("phase=\"Halted\"", "phase=\"Halting\""));
    Path tests = folder.resolve("tests.yaml");
    Files.writeString(
        tests,
        Files.readString(TESTS).replace("../../../../../rules/sluice.yaml", rules.toString()));
    Promtool.Output output = Promtool.run("test", "rules", tests.toString());
    assertThat(output.code()).isNotZero();
    assertThat(output.printed()).contains("SluiceRolloutHalted");
  }
}
