package io.sluice.simulator.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Holds one version of an object: its bytes, and the parts that are needed without parsing. */
record StoredObject(
    ObjectKey key,
    long version,
    String uid,
    Map<String, String> labels,
    List<String> owners,
    byte[] json) {

  /** Serializes a tree under a version, which is written into it. */
  static StoredObject of(ObjectKey key, ObjectNode tree, long version) {
    ObjectNode metadata = tree.withObject("/metadata");
    metadata.put("resourceVersion", Long.toString(version));
    Map<String, String> labels = new HashMap<>();
    metadata.path("labels").forEachEntry((label, value) -> labels.put(label, value.asText()));
    List<String> owners =
        metadata.path("ownerReferences").valueStream().map(o -> o.path("uid").asText()).toList();
    String uid = metadata.path("uid").asText();
    return new StoredObject(key, version, uid, labels, owners, JsonNodes.bytes(tree));
  }

  ObjectNode tree() {
    return (ObjectNode) JsonNodes.read(json);
  }

  boolean deleting() {
    return tree().at("/metadata").has("deletionTimestamp");
  }
}
