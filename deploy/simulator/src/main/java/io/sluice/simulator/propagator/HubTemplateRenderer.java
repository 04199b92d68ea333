package io.sluice.simulator.propagator;

import io.sluice.simulator.tree.ObjectTree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Renders the hub templates that tests and examples need: {@code {{hub .ManagedClusterName hub}}},
 * {@code {{hub .ManagedClusterLabels.<key> hub}}} and {@code {{hub fromConfigMap "<namespace>"
 * "<name>" "<key>" hub}}}, of which each part may be one of the former two. Any other is an error,
 * reported as upstream reports errors: in an annotation of the template (policy-propagation 10).
 */
final class HubTemplateRenderer {
  static final String START = "{{hub";
  static final String LABELS = "ManagedClusterLabels";
  private static final String ERROR = PropagatorKinds.PREFIX + "hub-templates-error";
  private static final Pattern TEMPLATE = Pattern.compile("\\{\\{hub(.*?)hub}}");

  private static final Pattern WORD = Pattern.compile("\"[^\"]*\"|[^\"\\s]+");

  private final String cluster;
  private final Map<String, String> labels;
  private final ConfigMaps configMaps;

  /** Reads ConfigMaps of the hub. */
  @FunctionalInterface
  interface ConfigMaps {
    /**
     * Returns a value.
     *
     * @param namespace empty for that of the root
     * @throws IllegalArgumentException if it cannot be read
     */
    String value(String namespace, String name, String key);
  }

  HubTemplateRenderer(String cluster, Map<String, String> labels, ConfigMaps configMaps) {
    this.cluster = cluster;
    this.labels = labels;
    this.configMaps = configMaps;
  }

  /** Renders an {@code objectDefinition}; with an error, it stays as it is but for a note. */
  Map<String, Object> render(Map<String, Object> definition) {
    if (!ObjectTree.mentions(definition, START)) {
      return definition;
    }
    try {
      return ObjectTree.map(rendered(definition));
    } catch (IllegalArgumentException e) {
      Map<String, Object> metadata =
          new LinkedHashMap<>(ObjectTree.map(definition.get("metadata")));
      Map<String, Object> annotations =
          new LinkedHashMap<>(ObjectTree.map(metadata.get("annotations")));
      annotations.put(ERROR, e.getMessage());
      metadata.put("annotations", annotations);
      Map<String, Object> failed = new LinkedHashMap<>(definition);
      failed.put("metadata", metadata);
      return failed;
    }
  }

  private Object rendered(Object node) {
    if (node instanceof Map<?, ?>) {
      Map<String, Object> copy = new LinkedHashMap<>(ObjectTree.map(node));
      copy.replaceAll((key, value) -> rendered(value));
      return copy;
    }
    if (node instanceof List<?> items) {
      return items.stream().map(this::rendered).toList();
    }
    return node instanceof String text && text.contains(START) ? rendered(text) : node;
  }

  private String rendered(String text) {
    String result =
        TEMPLATE.matcher(text).replaceAll(found -> Matcher.quoteReplacement(value(found)));
    if (result.contains(START)) {
      throw new IllegalArgumentException("failed to parse the template: no hub}} in " + text);
    }
    return result;
  }

  private String value(MatchResult found) {
    List<String> words = WORD.matcher(found.group(1)).results().map(MatchResult::group).toList();
    if (words.size() == 1) {
      return argument(words.get(0), found);
    }
    if (words.size() == 4 && words.get(0).equals("fromConfigMap")) {
      return configMaps.value(
          argument(words.get(1), found),
          argument(words.get(2), found),
          argument(words.get(3), found));
    }
    throw unknown(found);
  }

  private String argument(String word, MatchResult found) {
    String prefix = "." + LABELS + ".";
    if (word.equals(".ManagedClusterName")) {
      return cluster;
    }
    if (word.startsWith(prefix)) {
      return labels.getOrDefault(word.substring(prefix.length()), "<no value>");
    }
    if (word.startsWith("\"")) {
      return word.substring(1, word.length() - 1);
    }
    throw unknown(found);
  }

  private static IllegalArgumentException unknown(MatchResult found) {
    return new IllegalArgumentException("failed to resolve the template " + found.group());
  }
}
