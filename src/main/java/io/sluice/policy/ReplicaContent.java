package io.sluice.policy;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;

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

  /** Returns what a replica of that cluster is compared by (policy-propagation 4.3). */
  public Compared compared(String cluster) {
    return Compared.of(cluster, labels, annotations, contentHash());
  }

  private static Map<String, String> sorted(Map<String, String> entries) {
    return Collections.unmodifiableMap(
        new TreeMap<>(Objects.requireNonNullElse(entries, Map.of())));
  }

  /**
   * Holds what a replica is compared by: a replica that has that of its wanted content needs no
   * write (policy-propagation 4.3).
   *
   * <p>Replicas that differ in nothing but the name of their cluster have the same: it has a
   * stand-in.
   *
   * @param annotations without those of Sluice, which do not count
   * @param contentHash the hash of the spec
   */
  public record Compared(
      Map<String, String> labels, Map<String, String> annotations, String contentHash) {
    /** No label can have this value. */
    private static final String ITS_CLUSTER = "\0";

    public Compared {
      requireNonNull(labels, "labels is null");
      requireNonNull(annotations, "annotations is null");
      requireNonNull(contentHash, "contentHash is null");
    }

    /** Returns that of a replica of the cluster. */
    public static Compared of(
        String cluster,
        Map<String, String> labels,
        Map<String, String> annotations,
        String contentHash) {
      Map<String, String> named = new HashMap<>(labels);
      named.replaceAll((key, value) -> cluster.equals(value) ? ITS_CLUSTER : value);
      Map<String, String> foreign = new HashMap<>(annotations);
      foreign.keySet().removeIf(key -> key.startsWith(PolicyApi.SLUICE));
      return new Compared(named, foreign, contentHash);
    }

    /** Returns its hash. */
    public String digest() {
      return Hashes.ofTree(
          Map.of("labels", labels, "annotations", annotations, "spec", contentHash));
    }

    /** Returns how many characters its labels and annotations have. */
    public int length() {
      return Stream.of(labels, annotations)
          .flatMap(entries -> entries.entrySet().stream())
          .mapToInt(
              entry ->
                  entry.getKey().length()
                      + (entry.getValue() == null ? 0 : entry.getValue().length()))
          .sum();
    }
  }
}
