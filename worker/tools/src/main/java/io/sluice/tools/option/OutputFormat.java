package io.sluice.tools.option;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Lists how a command shows its result: to people, or to programs. */
public enum OutputFormat {
  TEXT,
  WIDE,
  JSON,
  YAML,
  NAME;

  /** Returns the format of that name, in any case; empty for any other. */
  static Optional<OutputFormat> of(String name) {
    return Arrays.stream(values())
        .filter(format -> format.label().equals(name.toLowerCase(Locale.ROOT)))
        .findFirst();
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns whether people read it. */
  public boolean readable() {
    return this == TEXT || this == WIDE;
  }

  /** Formats the result, whichever form of it that takes. */
  List<String> lines(
      Supplier<List<String>> text,
      Supplier<Map<String, Object>> tree,
      Supplier<List<String>> names) {
    return switch (this) {
      case TEXT, WIDE -> text.get();
      case JSON -> json(tree.get()).lines().toList();
      case YAML ->
          new KubernetesSerialization()
              .asYaml(tree.get())
              .lines()
              .filter(line -> !line.equals("---"))
              .toList();
      case NAME -> names.get();
    };
  }

  private static String json(Map<String, Object> tree) {
    try {
      return new JsonMapper().writerWithDefaultPrettyPrinter().writeValueAsString(tree);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("this tree is no JSON: " + tree, e);
    }
  }
}
