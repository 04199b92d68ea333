package io.sluice.policy;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReferenceArray;

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
  /** Stands for the name of a replica's cluster; no label can have this value. */
  private static final String ITS_CLUSTER = "\0";

  /** Whoever may edit replicas could fill the memory with larger ones. */
  private static final int LARGEST_REMEMBERED = 1 << 12;

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
   * Returns the hash of labels, annotations and spec on that cluster: a replica with the digest of
   * its wanted content needs no write. Null and empty mean the same, and Sluice's own annotations
   * do not count (policy-propagation 4.3).
   */
  public String digest(String cluster) {
    return digest(cluster, labels, annotations, contentHash());
  }

  /**
   * Returns the same, without the spec. Replicas that differ in nothing but the name of their
   * cluster have one digest, which is computed once.
   *
   * @param contentHash the hash of the spec
   */
  public static String digest(
      String cluster,
      Map<String, String> labels,
      Map<String, String> annotations,
      String contentHash) {
    Map<String, String> named = new HashMap<>(labels);
    named.replaceAll((key, value) -> cluster.equals(value) ? ITS_CLUSTER : value);
    Map<String, String> foreign = new HashMap<>(annotations);
    foreign.keySet().removeIf(key -> key.startsWith(PolicyApi.SLUICE));
    Written written = new Written(named, foreign, contentHash);
    return written.size() > LARGEST_REMEMBERED ? written.hash() : Digested.of(written).digest();
  }

  /** The part that is hashed, with a stand-in for the name of the cluster. */
  private record Written(
      Map<String, String> labels, Map<String, String> annotations, String contentHash) {
    String hash() {
      return Hashes.ofTree(
          Map.of("labels", labels, "annotations", annotations, "spec", contentHash));
    }

    int size() {
      return size(labels) + size(annotations);
    }

    private static int size(Map<String, String> entries) {
      int size = 0;
      for (Map.Entry<String, String> entry : entries.entrySet()) {
        size += entry.getKey().length() + Objects.requireNonNullElse(entry.getValue(), "").length();
      }
      return size;
    }
  }

  /** A digest that was computed. */
  private record Digested(Written written, String digest) {
    /** Those that were computed last. */
    private static final AtomicReferenceArray<Digested> LAST = new AtomicReferenceArray<>(1 << 12);

    static Digested of(Written written) {
      int hash = written.hashCode();
      int place = (hash ^ hash >>> 16) & LAST.length() - 1;
      Digested known = LAST.get(place);
      if (known == null || !known.written().equals(written)) {
        known = new Digested(written, written.hash());
        LAST.set(place, known);
      }
      return known;
    }
  }

  private static Map<String, String> sorted(Map<String, String> entries) {
    return Collections.unmodifiableMap(
        new TreeMap<>(Objects.requireNonNullElse(entries, Map.of())));
  }
}
