package io.sluice.policy;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Holds the part of a replica that Sluice writes: its labels, annotations and spec.
 *
 * <p>Status, finalizers and resourceVersion are not part of it. The annotation {@code
 * sluice.io/dispatch} is added by the writer.
 *
 * @param shared the spec, which replicas of other clusters may carry as well
 */
public record ReplicaContent(
    Map<String, String> labels, Map<String, String> annotations, ReplicaSpec shared) {
  public ReplicaContent {
    labels = sorted(labels);
    annotations = sorted(annotations);
    requireNonNull(shared, "shared is null");
  }

  /** Holds a copy of that spec. */
  public ReplicaContent(
      Map<String, String> labels, Map<String, String> annotations, Map<String, Object> spec) {
    this(labels, annotations, new ReplicaSpec(spec));
  }

  /** Returns the fields of the spec. */
  public Map<String, Object> spec() {
    return shared.tree();
  }

  /** Returns the hash that stands for the spec in messages and annotations. */
  public String contentHash() {
    return shared.hash();
  }

  /**
   * Returns the hash of labels, annotations and spec: a replica with the digest of its wanted
   * content needs no write. Null and empty mean the same, and Sluice's own annotations do not count
   * (policy-propagation 4.3).
   */
  public String digest() {
    return digest(labels, annotations, contentHash());
  }

  /**
   * Returns the same, without the spec.
   *
   * @param contentHash the hash of the spec
   */
  public static String digest(
      Map<String, String> labels, Map<String, String> annotations, String contentHash) {
    Map<String, String> foreign = new TreeMap<>(annotations);
    foreign.keySet().removeIf(key -> key.startsWith(PolicyApi.SLUICE));
    return Hashes.ofTree(Map.of("labels", labels, "annotations", foreign, "spec", contentHash));
  }

  private static Map<String, String> sorted(Map<String, String> entries) {
    return Collections.unmodifiableMap(
        new TreeMap<>(Objects.requireNonNullElse(entries, Map.of())));
  }
}
