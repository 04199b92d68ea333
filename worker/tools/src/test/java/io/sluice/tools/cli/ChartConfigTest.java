package io.sluice.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.tools.config.ConfigKeys;
import io.sluice.tools.config.DefaultText;
import io.sluice.tools.terminal.Terminal;
import io.sluice.tools.terminal.TerminalStyle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Compares what the chart takes under {@code config} with the settings that {@code sluice worker}
 * reads; {@code -Dsluice.docs=write} rewrites it.
 */
class ChartConfigTest {
  private static final Path SCHEMA =
      Path.of("..", "..", "deploy", "charts", "sluice", "values.schema.json");
  private static final String DEFINITIONS = "definitions";
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  @Test
  void theChartTakesTheSettingsOfTheWorkerAndNoOthers() throws IOException {
    ObjectNode schema = (ObjectNode) JSON.readTree(SCHEMA.toFile());
    ObjectNode settings = settings();
    if ("write".equals(System.getProperty("sluice.docs"))) {
      schema.withObject("/" + DEFINITIONS).set("config", settings);
      Files.writeString(SCHEMA, text(schema));
      return;
    }

    assertThat(schema.at("/properties/config/allOf/0/$ref").asText())
        .isEqualTo("#/" + DEFINITIONS + "/config");
    assertThat(schema.path(DEFINITIONS).path("config").toPrettyString())
        .as("Write it anew with -Dsluice.docs=write, and commit it.")
        .isEqualTo(settings.toPrettyString());
  }

  private static ObjectNode settings() {
    CommandLine line =
        Cli.commandLine(
            new Terminal(false, false, 24, TerminalStyle.PLAIN), (command, console) -> {});
    return mapping(
        new TreeMap<>(ConfigKeys.of(line.getSubcommands().get("worker").getCommandSpec())));
  }

  /** Mappings are nested or written with dots, so each beginning of a key is a name as well. */
  private static ObjectNode mapping(SortedMap<String, OptionSpec> settings) {
    ObjectNode mapping =
        JSON.createObjectNode().put("type", "object").put("additionalProperties", false);
    ObjectNode properties = mapping.putObject("properties");
    SortedMap<String, SortedMap<String, OptionSpec>> nested = new TreeMap<>();
    settings.forEach(
        (key, option) -> {
          ObjectNode setting = properties.putObject(key);
          if (!key.contains(".")) {
            setting.put("description", DefaultText.purpose(option));
          }
          for (int dot = key.indexOf('.'); dot > 0; dot = key.indexOf('.', dot + 1)) {
            nested
                .computeIfAbsent(key.substring(0, dot), name -> new TreeMap<>())
                .put(key.substring(dot + 1), option);
          }
        });
    nested.forEach((name, below) -> properties.set(name, mapping(below)));
    return mapping;
  }

  /** As other files of the chart: two blanks a level, a line for each item. */
  private static String text(ObjectNode schema) throws IOException {
    DefaultIndenter lines = new DefaultIndenter("  ", "\n");
    DefaultPrettyPrinter printer =
        new DefaultPrettyPrinter(
                Separators.createDefaultInstance()
                    .withObjectFieldValueSpacing(Separators.Spacing.AFTER))
            .withArrayIndenter(lines)
            .withObjectIndenter(lines);
    return JSON.writer(printer).writeValueAsString(schema) + "\n";
  }
}
