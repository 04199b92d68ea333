package io.sluice.tools.manifest;

import static java.util.Objects.requireNonNull;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * Builds the tree of a YAML document as kubectl does: keys are texts, {@code <<} merges, and
 * aliases may be used as long as they do not make a small file a huge object.
 */
final class YamlTreeBuilder {
  private static final String MERGE = "<<";
  private static final Tag BINARY = new Tag(Tag.PREFIX + "binary");

  private final FieldLines.Builder lines;
  private final int offset;
  private final Set<Node> seen = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Set<Node> open = Collections.newSetFromMap(new IdentityHashMap<>());
  private long built;
  private long builtOfAliases;
  private int aliasDepth;

  /**
   * Creates a builder for one document.
   *
   * @param offset how many lines of the file come before it
   */
  YamlTreeBuilder(FieldLines.Builder lines, int offset) {
    this.lines = requireNonNull(lines, "lines is null");
    this.offset = offset;
  }

  /**
   * Returns the tree.
   *
   * @throws TreeFault if it is none of JSON
   */
  Object build(Node node) {
    boolean alias = node.getAnchor().isPresent() && !seen.add(node);
    if (alias) {
      // The alias itself stands in the file.
      built++;
      aliasDepth++;
    }
    count(node);
    if (!open.add(node)) {
      throw fault(node, "the anchor %s contains itself".formatted(node.getAnchor().orElseThrow()));
    }
    Object value = value(node);
    open.remove(node);
    if (alias) {
      aliasDepth--;
    }
    return value;
  }

  private Object value(Node node) {
    if (node instanceof MappingNode mapping) {
      return map(mapping);
    }
    return node instanceof SequenceNode list ? list(list) : scalar((ScalarNode) node);
  }

  /** The bound is that of kubectl: the more there is, the less of it may come from aliases. */
  private void count(Node node) {
    built++;
    if (aliasDepth > 0) {
      builtOfAliases++;
    }
    double share = Math.max(0, Math.min(1, (built - 400_000) / 3_600_000.0));
    if (builtOfAliases > 100 && built > 1000 && builtOfAliases > built * (0.99 - 0.89 * share)) {
      throw fault(node, "its aliases make too much of it");
    }
  }

  private Map<String, Object> map(MappingNode mapping) {
    Map<String, Object> map = new LinkedHashMap<>();
    Map<String, Integer> at = new LinkedHashMap<>();
    Map<String, Integer> written = new LinkedHashMap<>();
    for (NodeTuple entry : mapping.getValue()) {
      if (merges(entry.getKeyNode())) {
        merge(entry.getValueNode(), map, at);
        continue;
      }
      String key = key(entry.getKeyNode());
      Integer before = written.putIfAbsent(key, line(entry.getKeyNode()));
      if (before != null) {
        throw fault(
            entry.getKeyNode(),
            "the key %s is set twice, before in line %d".formatted(key, before));
      }
      map.put(key, build(entry.getValueNode()));
      at.put(key, line(entry.getKeyNode()));
    }
    lines.add(map, List.copyOf(at.values()));
    return map;
  }

  private static boolean merges(Node key) {
    return key instanceof ScalarNode scalar
        && scalar.getScalarStyle() == ScalarStyle.PLAIN
        && scalar.getValue().equals(MERGE);
  }

  /** As kubectl reads them, merged keys replace those that stand before; of several the first. */
  private void merge(Node value, Map<String, Object> map, Map<String, Integer> at) {
    if (value instanceof SequenceNode several) {
      List<Node> maps = new ArrayList<>(several.getValue());
      Collections.reverse(maps);
      maps.forEach(one -> merge(one, map, at));
      return;
    }
    if (!(value instanceof MappingNode) || !(build(value) instanceof Map<?, ?> merged)) {
      throw fault(value, "what << merges is no map");
    }
    merged.forEach(
        (key, part) -> {
          map.put((String) key, part);
          at.put((String) key, line(value));
        });
  }

  private List<Object> list(SequenceNode sequence) {
    List<Object> list = new ArrayList<>();
    List<Integer> at = new ArrayList<>();
    for (Node item : sequence.getValue()) {
      list.add(build(item));
      at.add(line(item));
    }
    lines.add(list, at);
    return list;
  }

  private String key(Node node) {
    Object key = node instanceof ScalarNode ? build(node) : null;
    if (key == null) {
      throw fault(node, "a key is no text");
    }
    return key instanceof Double number && number == Math.rint(number) && Math.abs(number) < 1e15
        ? String.valueOf(number.longValue())
        : String.valueOf(key);
  }

  private Object scalar(ScalarNode node) {
    String text = node.getValue();
    Tag tag = node.getTag();
    if (tag.equals(Tag.NULL)) {
      return null;
    }
    if (tag.equals(Tag.BOOL)) {
      return YamlScalar.bool(text)
          .orElseThrow(() -> fault(node, "%s is no boolean".formatted(text)));
    }
    if (tag.equals(Tag.INT) || tag.equals(Tag.FLOAT)) {
      return YamlScalar.number(text)
          .orElseThrow(() -> fault(node, "%s is no number that JSON has".formatted(text)));
    }
    if (tag.equals(BINARY)) {
      return binary(node);
    }
    return text;
  }

  private String binary(ScalarNode node) {
    try {
      return new String(Base64.getMimeDecoder().decode(node.getValue()), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw fault(node, "a value with the tag !!binary is no base64");
    }
  }

  private int line(Node node) {
    return offset + node.getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
  }

  private TreeFault fault(Node node, String why) {
    return new TreeFault(line(node), why);
  }
}
