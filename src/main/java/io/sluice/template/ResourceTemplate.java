package io.sluice.template;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.JsonTree;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * Holds an object that policies propagate.
 *
 * @param created in whole seconds, as servers keep it
 * @param object the whole object
 */
public record ResourceTemplate(
    ResourceId id,
    String uid,
    Map<String, String> labels,
    Map<String, String> annotations,
    boolean deleting,
    Optional<Instant> created,
    Map<String, Object> object) {
  public ResourceTemplate {
    requireNonNull(id, "id is null");
    requireNonNull(uid, "uid is null");
    labels = Map.copyOf(labels);
    annotations = Map.copyOf(annotations);
    requireNonNull(created, "created is null");
    requireNonNull(object, "object is null");
  }

  public static ResourceTemplate of(Map<String, Object> object) {
    Map<String, Object> metadata = JsonTree.map(object, "metadata");
    return new ResourceTemplate(
        ResourceId.of(object),
        JsonTree.text(metadata, "uid").orElse(""),
        JsonTree.strings(metadata, "labels"),
        JsonTree.strings(metadata, "annotations"),
        metadata.get("deletionTimestamp") != null,
        JsonTree.instant(metadata, "creationTimestamp"),
        object);
  }

  /** Returns whether another program keeps it for itself. */
  public boolean claimedElsewhere() {
    return !labels.getOrDefault(KarmadaKeys.CLAIMED_BY, "").isEmpty();
  }
}
