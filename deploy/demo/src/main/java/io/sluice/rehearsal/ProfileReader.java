package io.sluice.rehearsal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.sluice.tools.option.CliFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** Reads the settings of a profile from a file, whose format is in docs/plan.md. */
final class ProfileReader {
  private static final List<String> FIELDS =
      List.of("reportAfter", "fail", "offline", "clusters", "weak", "approvals", "checks", "seed");

  private final Path file;
  private final JsonNode root;

  private ProfileReader(Path file, JsonNode root) {
    this.file = file;
    this.root = root;
  }

  /**
   * Reads the file.
   *
   * @throws CliFailure naming what is wrong in it
   */
  static ProfileSettings read(Path file) {
    String text;
    try {
      text = Files.readString(file);
    } catch (IOException e) {
      throw new CliFailure(
          "Cannot load profile %s: there is no file that can be read. Name another."
              .formatted(file),
          e);
    }
    try {
      JsonNode root = new YAMLMapper().readTree(text);
      return new ProfileReader(file, root).settings();
    } catch (JsonProcessingException e) {
      throw new CliFailure(
          "Cannot load profile %s: line %d is no YAML. Correct it."
              .formatted(file, e.getLocation() == null ? 1 : e.getLocation().getLineNr()),
          e);
    }
  }

  private ProfileSettings settings() {
    if (!root.isObject()) {
      throw wrong("the file", "has no fields", "Write one such as reportAfter: 20s..5m");
    }
    for (Iterator<String> names = root.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      if (!FIELDS.contains(name)) {
        throw wrong(name, "is no field of a profile", "Use one of: " + String.join(", ", FIELDS));
      }
    }
    Map<String, TimeRange> clusters = new TreeMap<>();
    root.path("clusters")
        .properties()
        .forEach(
            entry ->
                clusters.put(
                    entry.getKey(), range("clusters." + entry.getKey(), entry.getValue())));
    return new ProfileSettings(
        field("reportAfter").map(node -> range("reportAfter", node)),
        choice("fail"),
        choice("offline"),
        clusters,
        root.path("weak").asBoolean(false),
        answers(
            "approvals", ApprovalReader::of, "is no time", "Write one such as 2h, @26h or never"),
        answers(
            "checks",
            ForecastCheckReader::of,
            "is no answer",
            "Write passed, failed, never, or a time such as 2h, @26h or failed@26h"),
        field("seed").map(JsonNode::asLong));
  }

  private <T> Map<String, T> answers(
      String name, Function<String, Optional<T>> read, String wrong, String remedy) {
    Map<String, T> answers = new TreeMap<>();
    root.path(name)
        .properties()
        .forEach(
            entry ->
                answers.put(
                    entry.getKey(),
                    read.apply(entry.getValue().asText())
                        .orElseThrow(() -> wrong(name + "." + entry.getKey(), wrong, remedy))));
    return answers;
  }

  private Optional<JsonNode> field(String name) {
    return Optional.ofNullable(root.get(name)).filter(node -> !node.isNull());
  }

  private TimeRange range(String path, JsonNode node) {
    return TimeRange.of(node.asText())
        .orElseThrow(() -> wrong(path, "is no time", "Write one such as 90s, or 20s..5m"));
  }

  /** A number, a percentage, or a list of names. */
  private Optional<ClusterChoice> choice(String name) {
    return field(name)
        .map(
            node -> {
              if (!node.isArray()) {
                return new ClusterChoice(node.asText());
              }
              StringBuilder names = new StringBuilder();
              node.forEach(
                  element -> names.append(names.isEmpty() ? "" : ",").append(element.asText()));
              return new ClusterChoice(names.toString());
            });
  }

  private CliFailure wrong(String path, String what, String remedy) {
    return new CliFailure("Cannot load profile %s: %s %s. %s.".formatted(file, path, what, remedy));
  }
}
