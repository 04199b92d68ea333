package io.sluice.embedded;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Holds one version of an object: the JSON as bytes, and beside it the little that selecting and
 * collecting need, so that neither has to parse.
 */
record Stored(
    Key key,
    long version,
    String uid,
    Map<String, String> labels,
    List<String> owners,
    boolean deleting,
    byte[] json) {

  /** Keeps a tree under a version, which is written into it. */
  static Stored of(Key key, ObjectNode tree, long version) {
    ObjectNode metadata = (ObjectNode) tree.get("metadata");
    metadata.put("resourceVersion", Long.toString(version));
    Map<String, String> labels = new HashMap<>();
    metadata
        .path("labels")
        .properties()
        .forEach(e -> labels.put(e.getKey(), e.getValue().asText()));
    List<String> owners = new ArrayList<>();
    for (JsonNode owner : metadata.path("ownerReferences")) {
      owners.add(owner.path("uid").asText());
    }
    return new Stored(
        key,
        version,
        metadata.path("uid").asText(),
        Map.copyOf(labels),
        List.copyOf(owners),
        metadata.has("deletionTimestamp"),
        Json.bytes(tree));
  }

  ObjectNode tree() {
    return Json.stored(json);
  }

  /** The same content under another version, as an event of its disappearance shows it. */
  Stored at(long other) {
    return of(key, tree(), other);
  }
}
