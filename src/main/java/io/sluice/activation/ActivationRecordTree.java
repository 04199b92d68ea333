package io.sluice.activation;

import io.sluice.policy.JsonTree;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Converts records from and to the tree in which they are stored (lazy-activation 1.4).
 *
 * <p>A tree that was edited by hand until it says nothing is no record.
 */
public final class ActivationRecordTree {
  private static final String RELEASED = "released";
  private static final String REVISION = "revision";
  private static final String GENERATION = "generation";
  private static final String SINCE = "since";
  private static final String CONTENT = "content";
  private static final String MANIFEST = "manifest";

  private ActivationRecordTree() {}

  public static Map<String, Object> of(ActivationRecord record) {
    Map<String, Object> tree = new LinkedHashMap<>();
    if (!record.preference().isEmpty()) {
      tree.put("preference", record.preference());
    }
    tree.put("seen", of(record.seen()));
    record.active().ifPresent(active -> tree.put("active", active(active)));
    record.pending().ifPresent(pending -> tree.put("pending", pending(pending)));
    record.released().ifPresent(instant -> tree.put(RELEASED, instant.toString()));
    return tree;
  }

  public static Map<String, Object> of(ContentFingerprint fingerprint) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put(CONTENT, fingerprint.hash());
    if (!fingerprint.resourceVersion().isEmpty()) {
      tree.put("resourceVersion", fingerprint.resourceVersion());
    }
    fingerprint.generation().ifPresent(generation -> tree.put(GENERATION, generation));
    fingerprint.metadata().ifPresent(hash -> tree.put("metadata", hash));
    fingerprint.key().ifPresent(key -> tree.put("key", key));
    fingerprint.claim().ifPresent(policyId -> tree.put("claim", policyId));
    return tree;
  }

  private static Map<String, Object> active(ActiveIntent intent) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put(REVISION, intent.revision());
    tree.put(CONTENT, intent.content());
    tree.put("from", intent.from());
    tree.put(GENERATION, intent.generation());
    tree.put(SINCE, intent.since().toString());
    tree.put("cause", intent.cause().label());
    intent.manifest().ifPresent(manifest -> tree.put(MANIFEST, manifest));
    return tree;
  }

  private static Map<String, Object> pending(PendingIntent intent) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put(REVISION, intent.revision());
    tree.put("from", intent.from());
    tree.put(GENERATION, intent.generation());
    tree.put(SINCE, intent.since().toString());
    tree.put("changes", intent.changes());
    return tree;
  }

  /** Parses a record; empty when the tree lacks what every record has. */
  public static Optional<ActivationRecord> parse(Map<String, Object> tree) {
    return fingerprint(JsonTree.map(tree, "seen"))
        .map(
            seen ->
                new ActivationRecord(
                    JsonTree.text(tree, "preference").orElse(""),
                    seen,
                    active(JsonTree.map(tree, "active")),
                    pending(JsonTree.map(tree, "pending")),
                    JsonTree.instant(tree, RELEASED)));
  }

  /** Parses a fingerprint; empty when the tree holds none. */
  public static Optional<ContentFingerprint> fingerprint(Map<String, Object> tree) {
    return JsonTree.text(tree, CONTENT)
        .map(
            hash ->
                new ContentFingerprint(
                    hash,
                    JsonTree.text(tree, "resourceVersion").orElse(""),
                    tree.containsKey(GENERATION)
                        ? Optional.of(JsonTree.number(tree, GENERATION))
                        : Optional.empty(),
                    JsonTree.text(tree, "metadata"),
                    JsonTree.text(tree, "key"),
                    JsonTree.text(tree, "claim")));
  }

  private static Optional<ActiveIntent> active(Map<String, Object> tree) {
    Optional<String> revision = JsonTree.text(tree, REVISION);
    Optional<String> content = JsonTree.text(tree, CONTENT);
    Optional<Instant> since = JsonTree.instant(tree, SINCE);
    if (revision.isEmpty() || content.isEmpty() || since.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new ActiveIntent(
            revision.get(),
            content.get(),
            JsonTree.text(tree, "from").orElse(""),
            JsonTree.number(tree, GENERATION),
            since.get(),
            JsonTree.text(tree, "cause")
                .flatMap(ActivationCause::of)
                .orElse(ActivationCause.ADOPTED),
            JsonTree.text(tree, MANIFEST)));
  }

  private static Optional<PendingIntent> pending(Map<String, Object> tree) {
    Optional<Instant> since = JsonTree.instant(tree, SINCE);
    return JsonTree.text(tree, REVISION)
        .filter(revision -> since.isPresent())
        .map(
            revision ->
                new PendingIntent(
                    revision,
                    JsonTree.text(tree, "from").orElse(""),
                    JsonTree.number(tree, GENERATION),
                    since.get(),
                    JsonTree.texts(tree, "changes")));
  }
}
