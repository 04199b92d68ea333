package io.sluice.simulator.spoke;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads generic trees: what is absent or of another type counts as empty, because a spoke must
 * survive any content.
 */
final class SpokeTree {
  private SpokeTree() {}

  @SuppressWarnings("unchecked") // JSON objects have text keys
  static Map<String, Object> map(Object node) {
    return node instanceof Map ? (Map<String, Object>) node : Map.of();
  }

  static List<?> list(Object node) {
    return node instanceof List<?> items ? items : List.of();
  }

  static String text(Object node) {
    return node == null ? "" : node.toString();
  }

  static Optional<String> nonEmptyText(Object node) {
    return Optional.of(text(node)).filter(text -> !text.isEmpty());
  }

  /** Returns whether a text occurs anywhere in the tree. */
  static boolean mentions(Object node, String text) {
    if (node instanceof Map<?, ?> children) {
      return children.values().stream().anyMatch(child -> mentions(child, text));
    }
    if (node instanceof List<?> children) {
      return children.stream().anyMatch(child -> mentions(child, text));
    }
    return node instanceof String string && string.contains(text);
  }
}
