package io.sluice.policy;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Holds the part of a replica that Sluice writes: its labels, annotations and spec.
 *
 * <p>Status, finalizers and resourceVersion are not part of it. The annotation {@code
 * sluice.io/dispatch} is added by the writer.
 */
public record ReplicaContent(
    Map<String, String> labels, Map<String, String> annotations, Map<String, Object> spec) {
  public ReplicaContent {
    labels = sorted(labels);
    annotations = sorted(annotations);
    spec =
        Collections.unmodifiableMap(
            new LinkedHashMap<>(Objects.requireNonNullElse(spec, Map.of())));
  }

  /** Returns the content of a Policy object. */
  public static ReplicaContent of(Map<String, Object> policy) {
    Map<String, Object> metadata = JsonTree.map(policy, "metadata");
    return new ReplicaContent(
        JsonTree.strings(metadata, "labels"),
        JsonTree.strings(metadata, "annotations"),
        JsonTree.map(policy, "spec"));
  }

  /** Returns the hash that stands for the spec in messages and annotations. */
  public String contentHash() {
    return Hashes.ofTree(spec);
  }

  /**
   * True when a replica needs no write to get the other content: null and empty mean the same, and
   * Sluice's own annotations do not count (policy-propagation 4.3).
   */
  public boolean equivalent(ReplicaContent other) {
    return canonical().equals(other.canonical());
  }

  private String canonical() {
    Map<String, String> foreign =
        annotations.entrySet().stream()
            .filter(entry -> !entry.getKey().startsWith(PolicyApi.SLUICE))
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    return CanonicalJson.of(Map.of("labels", labels, "annotations", foreign, "spec", spec));
  }

  private static Map<String, String> sorted(Map<String, String> entries) {
    return Collections.unmodifiableMap(
        new TreeMap<>(Objects.requireNonNullElse(entries, Map.of())));
  }
}
