package io.sluice.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.tools.config.ConfigKeys;
import io.sluice.tools.config.DefaultText;
import io.sluice.tools.terminal.Terminal;
import io.sluice.tools.terminal.TerminalStyle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Compares the table of docs/configuration.md with the options; -Dsluice.docs=write rewrites it.
 */
class ConfigurationPageTest {
  private static final Path PAGE = Path.of("..", "..", "docs", "configuration.md");
  private static final String HEAD =
      """
      | key | environment | option | default | sets |
      |---|---|---|---|---|
      """;

  private final SortedMap<String, OptionSpec> settings = settings();

  @Test
  void theTableOfTheDocsNamesEverySetting() throws IOException {
    String page = Files.readString(PAGE);
    int begin = page.indexOf(HEAD);
    int end = page.indexOf("\n\n", begin);
    String table = HEAD + rows();
    if ("write".equals(System.getProperty("sluice.docs"))) {
      Files.writeString(PAGE, page.substring(0, begin) + table + page.substring(end));
      return;
    }
    assertThat(page.substring(begin, end)).isEqualTo(table);
  }

  @Test
  void noTwoSettingsHaveTheSameVariable() {
    assertThat(settings.keySet().stream().map(ConfigKeys::variable)).doesNotHaveDuplicates();
    assertThat(ConfigKeys.variable("temporal.tls.caFile")).isEqualTo("SLUICE_TEMPORAL_TLS_CA_FILE");
  }

  @Test
  void everySettingSaysWhatHoldsWithoutIt() {
    assertThat(settings.values())
        .allSatisfy(
            option -> assertThat(String.join("", option.description())).contains(" Default: "));
  }

  private String rows() {
    return settings.entrySet().stream()
        .map(entry -> row(entry.getKey(), entry.getValue()))
        .collect(Collectors.joining("\n"));
  }

  private static String row(String key, OptionSpec option) {
    String value = option.paramLabel().matches("|<.*>") ? "" : " " + option.paramLabel();
    String name =
        option.negatable() ? option.longestName().replace("--", "--[no-]") : option.longestName();
    return "| `%s` | %s | `%s%s` | %s | %s |"
        .formatted(
            key,
            ConfigKeys.variables(key).stream()
                .map("`%s`"::formatted)
                .collect(Collectors.joining(", else ")),
            name,
            value.replace("|", "\\|"),
            DefaultText.of(option).replace("|", "\\|"),
            DefaultText.purpose(option).replace("|", "\\|"));
  }

  private static SortedMap<String, OptionSpec> settings() {
    CommandLine line =
        Cli.commandLine(
            new Terminal(false, false, 24, TerminalStyle.PLAIN), (command, console) -> {});
    return ConfigKeys.ofAll(line);
  }
}
