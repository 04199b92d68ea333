package io.sluice.embedded;

import com.fasterxml.jackson.databind.JsonNode;

/** Tells on which conditions to delete; what is empty is no condition. */
record DeleteOptions(String uid, String resourceVersion, boolean orphan) {

  static DeleteOptions of(byte[] body) {
    JsonNode options = body.length == 0 ? Json.object() : Json.received(body);
    JsonNode preconditions = options.path("preconditions");
    return new DeleteOptions(
        preconditions.path("uid").asText(""),
        preconditions.path("resourceVersion").asText(""),
        options.path("propagationPolicy").asText("").equals("Orphan")
            || options.path("orphanDependents").asBoolean());
  }
}
