package io.sluice.tools.config;

import io.sluice.tools.config.ConfiguredValue.Rank;
import io.sluice.tools.manifest.ManifestReader;
import io.sluice.tools.option.CliFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * Reads the file of settings: YAML, whose mappings may be nested or written with dots. The text of
 * a value is kept as it is written; an empty one counts as not set.
 */
final class ConfigFileReader {
  private final String file;
  private final Map<String, ConfiguredValue> values = new LinkedHashMap<>();

  private ConfigFileReader(String file) {
    this.file = file;
  }

  /**
   * Returns the values by key.
   *
   * @throws CliFailure if it cannot be read, or is no YAML
   */
  static Map<String, ConfiguredValue> read(Path file) {
    ConfigFileReader reader = new ConfigFileReader(file.toString());
    reader.parse(text(file));
    return reader.values;
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (NoSuchFileException e) {
      throw new CliFailure(
          "Cannot read the configuration %s: there is no such file. Correct --config or %s."
              .formatted(file, ConfigOption.VARIABLE),
          e);
    } catch (IOException e) {
      throw new CliFailure(
          "Cannot read the configuration %s: %s. Make it a readable file of UTF-8 text."
              .formatted(file, Files.isDirectory(file) ? "it is a folder" : e.getMessage()),
          e);
    }
  }

  private void parse(String text) {
    try {
      Optional<Node> root =
          new Compose(LoadSettings.builder().setLabel(file).build()).composeString(text);
      if (root.isPresent() && !root.get().getTag().equals(Tag.NULL)) {
        add("", root.get());
      }
    } catch (MarkedYamlEngineException e) {
      int line = e.getProblemMark().or(e::getContextMark).map(at -> at.getLine() + 1).orElse(1);
      throw ManifestReader.failure(
          file, line, Optional.ofNullable(e.getProblem()).orElse("no YAML"));
    } catch (YamlEngineException e) {
      throw ManifestReader.failure(file, 1, e.getMessage());
    }
  }

  private void add(String key, Node node) {
    if (node instanceof MappingNode mapping) {
      for (NodeTuple entry : mapping.getValue()) {
        String name = scalar(entry.getKeyNode());
        add(key.isEmpty() ? name : key + "." + name, entry.getValueNode());
      }
      return;
    }
    if (key.isEmpty()) {
      throw ManifestReader.failure(file, line(node), "this is no mapping of settings");
    }
    String text =
        node instanceof SequenceNode list
            ? list.getValue().stream().map(this::scalar).collect(Collectors.joining(","))
            : scalar(node);
    if (text.isEmpty() || node.getTag().equals(Tag.NULL)) {
      return;
    }
    String source = "%s, line %d".formatted(file, line(node));
    if (values.put(key, new ConfiguredValue(key, text, Rank.FILE, source)) != null) {
      throw ManifestReader.failure(file, line(node), "%s is set twice".formatted(key));
    }
  }

  private String scalar(Node node) {
    if (node instanceof ScalarNode scalar) {
      return scalar.getValue();
    }
    throw ManifestReader.failure(file, line(node), "this is neither a text nor a number");
  }

  private static int line(Node node) {
    return node.getStartMark().map(at -> at.getLine() + 1).orElse(1);
  }
}
