package io.sluice.simulator.propagator;

import io.sluice.simulator.tree.ObjectTree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Renders the hub templates that tests need: {@code {{hub .ManagedClusterName hub}}} and {@code
 * {{hub .ManagedClusterLabels.<key> hub}}}. Any other is an error, reported as upstream reports
 * errors: in an annotation of the template (policy-propagation 10).
 */
final class HubTemplateRenderer {
  static final String START = "{{hub";
  static final String LABELS = "ManagedClusterLabels";
  private static final String ERROR = PropagatorKinds.PREFIX + "hub-templates-error";
  private static final Pattern TEMPLATE = Pattern.compile("\\{\\{hub(.*?)hub}}");

  private final String cluster;
  private final Map<String, String> labels;

  HubTemplateRenderer(String cluster, Map<String, String> labels) {
    this.cluster = cluster;
    this.labels = labels;
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
    String expression = found.group(1).strip();
    if (expression.equals(".ManagedClusterName")) {
      return cluster;
    }
    String prefix = "." + LABELS + ".";
    if (expression.startsWith(prefix)) {
      return labels.getOrDefault(expression.substring(prefix.length()), "<no value>");
    }
    throw new IllegalArgumentException("failed to resolve the template " + found.group());
  }
}
