package io.sluice.tools.manifest;

import io.sluice.policy.JsonTree;
import java.util.Map;
import java.util.Optional;

/**
 * Holds one object of a manifest file, and where it stands there.
 *
 * @param line where it begins, counted from one
 */
public record Manifest(String file, int line, Map<String, Object> tree) {

  public String apiVersion() {
    return JsonTree.text(tree, "apiVersion").orElseThrow();
  }

  public String kind() {
    return JsonTree.text(tree, "kind").orElseThrow();
  }

  public String name() {
    return JsonTree.text(metadata(), "name").orElseThrow();
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
