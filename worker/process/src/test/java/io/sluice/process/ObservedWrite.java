package io.sluice.process;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Optional;

/**
 * Holds one write of a policy, a replica or a Rollout that the hub accepted.
 *
 * @param user who wrote it
 * @param kind as in manifests
 * @param before the object as it was; empty if it was created
 * @param after the object as it is from then on; empty if it was deleted
 */
record ObservedWrite(
    String user,
    String kind,
    String namespace,
    String name,
    Optional<State> before,
    Optional<State> after) {
  /** What a write may change; a status is none of it. */
  record State(JsonNode labels, JsonNode spec) {
    static State of(JsonNode object) {
      return new State(object.at("/metadata/labels"), object.path("spec"));
    }

    /** Returns whether these are all its labels. */
    boolean labelled(Map<String, String> all) {
      return labels.size() == all.size()
          && all.entrySet().stream()
              .allMatch(label -> label(label.getKey()).equals(label.getValue()));
    }

    String label(String name) {
      return labels.path(name).asText();
    }
  }

  ObservedWrite {
    requireNonNull(user, "user is null");
    requireNonNull(before, "before is null");
    requireNonNull(after, "after is null");
  }

  boolean has(String label) {
    return before.filter(state -> state.labels().has(label)).isPresent()
        || after.filter(state -> state.labels().has(label)).isPresent();
  }

  /** Returns the value of a label before the write; empty without one. */
  String labelBefore(String label) {
    return before.map(state -> state.label(label)).orElse("");
  }

  /** Returns the value of a label after the write; empty without one. */
  String labelAfter(String label) {
    return after.map(state -> state.label(label)).orElse("");
  }

  /** Returns the spec that this write brought; empty if it brought none. */
  Optional<JsonNode> brought() {
    return after
        .map(State::spec)
        .filter(spec -> before.filter(state -> state.spec().equals(spec)).isEmpty());
  }
}
