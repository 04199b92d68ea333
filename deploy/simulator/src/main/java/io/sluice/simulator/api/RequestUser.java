package io.sluice.simulator.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.Headers;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Names as whom a request is made. There is no authentication here: everybody may impersonate
 * anybody.
 *
 * @param name empty if nobody is impersonated
 */
record RequestUser(String name, Set<String> groups) {
  static RequestUser of(Headers headers) {
    return new RequestUser(
        Optional.ofNullable(headers.getFirst("Impersonate-User")).orElse(""),
        Set.copyOf(headers.getOrDefault("Impersonate-Group", List.of())));
  }

  /** Returns whether this asks the hub whom it takes its user for, and it knows one. */
  boolean asksForItself(String path) {
    return path.endsWith("/selfsubjectreviews") && !name.isEmpty();
  }

  /** Returns the answer to that. */
  ObjectNode review() {
    ObjectNode review = JsonNodes.object().put("apiVersion", "authentication.k8s.io/v1");
    review.put("kind", "SelfSubjectReview");
    ObjectNode user = review.putObject("status").putObject("userInfo").put("username", name);
    groups.stream().sorted().forEach(user.putArray("groups")::add);
    return review;
  }

  /** Describes what the user writes. */
  WriteAdmission.Write write(ObjectKey key, Optional<ObjectNode> before, ObjectNode after) {
    return new WriteAdmission.Write(name, groups, key.resource(), before, after);
  }
}
