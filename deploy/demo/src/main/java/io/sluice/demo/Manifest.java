package io.sluice.demo;

import io.sluice.policy.JsonTree;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Holds one object of a manifest file, and where it stands there.
 *
 * @param line where it begins, counted from one
 */
record Manifest(String file, int line, Map<String, Object> tree) {

  String apiVersion() {
    return JsonTree.text(tree, "apiVersion").orElseThrow();
  }

  String kind() {
    return JsonTree.text(tree, "kind").orElseThrow();
  }

  String name() {
    return JsonTree.text(metadata(), "name").orElseThrow();
  }

  String namespace() {
    return JsonTree.text(metadata(), "namespace").orElse("");
  }

  Map<String, Object> metadata() {
    return JsonTree.map(tree, "metadata");
  }

  Map<String, Object> spec() {
    return JsonTree.map(tree, "spec");
  }

  Optional<Object> status() {
    return Optional.ofNullable(tree.get("status"));
  }

  Manifest with(Optional<Object> status) {
    Map<String, Object> next = new LinkedHashMap<>(tree);
    status.ifPresent(value -> next.put("status", value));
    return new Manifest(file, line, next);
  }

  boolean sameObject(Manifest other) {
    return apiVersion().equals(other.apiVersion())
        && kind().equals(other.kind())
        && namespace().equals(other.namespace())
        && name().equals(other.name());
  }

  boolean is(String kind) {
    return kind().equals(kind);
  }
}
