package io.sluice.simulator.tree;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Reads generic trees: what is absent or of another type counts as empty, because the simulated
 * programs must survive any content.
 */
public final class ObjectTree {
  private ObjectTree() {}

  @SuppressWarnings("unchecked") // JSON objects have text keys
  public static Map<String, Object> map(Object node) {
    return node instanceof Map ? (Map<String, Object>) node : Map.of();
  }

  public static List<?> list(Object node) {
    return node instanceof List<?> items ? items : List.of();
  }

  /** Returns the objects of a list. */
  public static Stream<Map<String, Object>> maps(Object node) {
    return list(node).stream().map(ObjectTree::map);
  }

  public static String text(Object node) {
    return node == null ? "" : node.toString();
  }

  /** Returns the texts of a list. */
  public static List<String> texts(Object node) {
    return list(node).stream().map(ObjectTree::text).toList();
  }

  public static Optional<String> nonEmptyText(Object node) {
    return Optional.of(text(node)).filter(text -> !text.isEmpty());
  }

  /** Returns whether a text occurs anywhere in the tree. */
  public static boolean mentions(Object node, String text) {
    if (node instanceof Map<?, ?> children) {
      return children.values().stream().anyMatch(child -> mentions(child, text));
    }
    if (node instanceof List<?> children) {
      return children.stream().anyMatch(child -> mentions(child, text));
    }
    return node instanceof String string && string.contains(text);
  }
}
