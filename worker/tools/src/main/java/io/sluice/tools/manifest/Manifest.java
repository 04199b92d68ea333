package io.sluice.tools.manifest;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.JsonTree;
import java.util.Map;
import java.util.Optional;

/** Holds one object of a manifest file, and where it stands there. */
public final class Manifest {
  private final String file;
  private final int line;
  private final Map<String, Object> tree;
  private final FieldLines lines;

  /**
   * Creates one of which only the beginning is known.
   *
   * @param line where it begins, counted from one; 0 for one that stands in no file
   */
  public Manifest(String file, int line, Map<String, Object> tree) {
    this(file, line, tree, FieldLines.none());
  }

  Manifest(String file, int line, Map<String, Object> tree, FieldLines lines) {
    this.file = requireNonNull(file, "file is null");
    this.line = line;
    this.tree = requireNonNull(tree, "tree is null");
    this.lines = requireNonNull(lines, "lines is null");
  }

  public String file() {
    return file;
  }

  public int line() {
    return line;
  }

  public Map<String, Object> tree() {
    return tree;
  }

  /**
   * Returns the line of a field, or of the innermost one around it that is there.
   *
   * @param path as in messages: {@code spec.policy-templates[0].objectDefinition}
   */
  public int line(String path) {
    return lines.of(path, line);
  }

  /** Returns the same place with another content. */
  Manifest with(Map<String, Object> content) {
    return new Manifest(file, line, content, lines);
  }

  public String apiVersion() {
    return JsonTree.text(tree, "apiVersion").orElseThrow();
  }

  public String kind() {
    return JsonTree.text(tree, "kind").orElseThrow();
  }

  /** Returns the name; empty for an object that the API server is to name. */
  public String name() {
    return JsonTree.text(metadata(), "name").orElse("");
  }

  public String namespace() {
    return JsonTree.text(metadata(), "namespace").orElse("");
  }

  public Map<String, Object> metadata() {
    return JsonTree.map(tree, "metadata");
  }

  public Map<String, Object> spec() {
    return JsonTree.map(tree, "spec");
  }

  public Optional<Object> status() {
    return Optional.ofNullable(tree.get("status"));
  }

  public boolean is(String kind) {
    return kind().equals(kind);
  }
}
