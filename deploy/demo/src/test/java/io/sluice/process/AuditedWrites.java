package io.sluice.process;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.devservers.AuditLog;
import io.sluice.process.ObservedWrite.State;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads from audit logs what was written of the policies and Rollouts of a namespace, in the order
 * of their resourceVersions, which all API servers of a hub share.
 *
 * <p>Deletions are left out: the next object of a name has another UID. A worker has the hub answer
 * with metadata alone: where the generation is another one, the spec is that of the request.
 */
final class AuditedWrites {
  private final String namespace;

  AuditedWrites(String namespace) {
    this.namespace = namespace;
  }

  private record Known(String uid, long generation, State state) {}

  List<ObservedWrite> of(List<AuditLog> logs) {
    Map<String, Known> present = new HashMap<>();
    List<ObservedWrite> writes = new ArrayList<>();
    logs.stream()
        .flatMap(log -> log.accepted('"' + namespace).stream())
        .filter(this::concerned)
        .sorted(Comparator.comparingLong(AuditedWrites::version))
        .forEach(entry -> writes.add(write(entry, present)));
    return writes;
  }

  private boolean concerned(JsonNode entry) {
    JsonNode object = entry.path("objectRef");
    return !object.has("subresource")
        && (object.path("namespace").asText().equals(namespace)
            || name(entry).startsWith(namespace + "."));
  }

  private static long version(JsonNode entry) {
    return entry.at("/responseObject/metadata/resourceVersion").asLong();
  }

  /** The request that creates an object does not name it. */
  private static String name(JsonNode entry) {
    return entry.at("/objectRef/name").asText(entry.at("/responseObject/metadata/name").asText());
  }

  private static ObservedWrite write(JsonNode entry, Map<String, Known> present) {
    JsonNode after = entry.path("responseObject");
    JsonNode metadata = after.path("metadata");
    JsonNode object = entry.path("objectRef");
    String key =
        String.join(
            " ", object.path("resource").asText(), object.path("namespace").asText(), name(entry));
    String uid = metadata.path("uid").asText();
    long generation = metadata.path("generation").asLong();
    Optional<Known> before =
        Optional.ofNullable(present.get(key)).filter(known -> known.uid().equals(uid));
    JsonNode spec =
        after.has("spec")
            ? after.path("spec")
            : before
                .filter(known -> known.generation() == generation)
                .map(known -> known.state().spec())
                .orElseGet(() -> entry.at("/requestObject/spec"));
    State state = new State(metadata.path("labels"), spec);
    present.put(key, new Known(uid, generation, state));
    return new ObservedWrite(
        AuditLog.user(entry),
        object.path("resource").asText().equals("rollouts") ? "Rollout" : "Policy",
        object.path("namespace").asText(),
        name(entry),
        before.map(Known::state),
        Optional.of(state));
  }
}
