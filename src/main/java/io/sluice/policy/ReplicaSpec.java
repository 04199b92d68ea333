package io.sluice.policy;

import static java.util.Objects.requireNonNullElse;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Holds the spec of replicas, and hashes it and its templates once: most clusters carry the same
 * one.
 *
 * <p>The tree must not change.
 */
public final class ReplicaSpec {
  private final Map<String, Object> tree;
  private volatile String hash = "";
  private volatile List<TemplateRef> templates;

  /** Holds a copy of that tree; null is an empty one. */
  public ReplicaSpec(Map<String, Object> tree) {
    this.tree =
        Collections.unmodifiableMap(new LinkedHashMap<>(requireNonNullElse(tree, Map.of())));
  }

  /** Returns the fields of the spec. */
  public Map<String, Object> tree() {
    return tree;
  }

  /** Returns the hash that stands for the spec in messages and annotations. */
  public String hash() {
    if (hash.isEmpty()) {
      hash = Hashes.ofTree(tree);
    }
    return hash;
  }

  /** Returns the templates in it, in order. */
  public List<TemplateRef> templates() {
    if (templates == null) {
      templates = TemplateRef.listOf(tree);
    }
    return templates;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ReplicaSpec spec && tree.equals(spec.tree);
  }

  @Override
  public int hashCode() {
    return tree.hashCode();
  }

  @Override
  public String toString() {
    return tree.toString();
  }
}
