package io.sluice.cli.option;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Lists how a command shows its result: to people, or to programs. */
enum OutputFormat {
  TEXT,
  JSON,
  YAML;

  /** Formats the result, whichever form of it that takes. */
  List<String> lines(Supplier<List<String>> text, Supplier<Map<String, Object>> tree) {
    return switch (this) {
      case TEXT -> text.get();
      case JSON -> json(tree.get()).lines().toList();
      case YAML ->
          new KubernetesSerialization()
              .asYaml(tree.get())
              .lines()
              .filter(line -> !line.equals("---"))
              .toList();
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
