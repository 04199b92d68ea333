package io.sluice.cli.demo;

import io.sluice.policy.Tree;
import java.util.Map;
import java.util.Optional;

/**
 * Holds one object of a manifest file, and where it stands there.
 *
 * @param line where it begins, counted from one
 */
record Manifest(String file, int line, Map<String, Object> tree) {

  String apiVersion() {
    return Tree.text(tree, "apiVersion").orElseThrow();
  }

  String kind() {
    return Tree.text(tree, "kind").orElseThrow();
  }

  String name() {
    return Tree.text(metadata(), "name").orElseThrow();
  }

  String namespace() {
    return Tree.text(metadata(), "namespace").orElse("");
  }

  Map<String, Object> metadata() {
    return Tree.map(tree, "metadata");
  }

  Map<String, Object> spec() {
    return Tree.map(tree, "spec");
  }

  Optional<Object> status() {
    return Optional.ofNullable(tree.get("status"));
  }

  boolean is(String kind) {
    return kind().equals(kind);
  }
}
