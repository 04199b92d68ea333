package io.sluice.simulator.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * Writes objects by the rules of a Kubernetes API: what may be replaced, and on which condition.
 *
 * <p>A removed object takes along what it owns, a namespace its contents: on a real server two
 * controllers do this a little later, here it is done before the answer.
 */
final class ObjectRegistry {
  private static final String LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
  private static final Pattern NAME =
      Pattern.compile("(?=.{1,253}$)%s(\\.%s)*".formatted(LABEL, LABEL));
  private static final List<String> OWNED_BY_THE_SERVER =
      List.of("uid", "creationTimestamp", "deletionTimestamp", "generation", "resourceVersion");

  private final ObjectStore store;
  private final Clock clock;
  private volatile WriteAdmission admission = WriteAdmission.OPEN;

  ObjectRegistry(ObjectStore store, Clock clock) {
    this.store = store;
    this.clock = clock;
  }

  /** Decides by this from now on. */
  void admit(WriteAdmission decision) {
    admission = decision;
  }

  StoredObject create(ObjectKey asked, RequestUser user, JsonNode body) {
    return create(asked, user, body, store::put);
  }

  /** Does all that a creation does, but stores nothing: there is no resourceVersion. */
  ObjectNode tryCreate(ObjectKey asked, RequestUser user, JsonNode body) {
    return create(asked, user, body, (key, tree) -> tree);
  }

  private <T> T create(
      ObjectKey asked,
      RequestUser user,
      JsonNode body,
      BiFunction<ObjectKey, ObjectNode, T> result) {
    ObjectNode tree = object(body);
    ObjectNode metadata = metadata(tree);
    if (asked.name().isEmpty() && metadata.has("generateName")) {
      int suffix = ThreadLocalRandom.current().nextInt(36 * 36 * 36 * 36, 36 * 36 * 36 * 36 * 36);
      metadata.put("name", metadata.get("generateName").asText() + Integer.toString(suffix, 36));
    }
    ObjectKey key = new ObjectKey(asked.kind(), asked.namespace(), metadata.path("name").asText());
    place(key, tree);
    boolean sound = NAME.matcher(key.name()).matches();
    ApiError.unless(sound, 422, "Invalid", "metadata.name: must be an RFC 1123 subdomain");
    boolean fresh = metadata.path("resourceVersion").asText("0").equals("0");
    ApiError.unless(fresh, 500, "", "resourceVersion should not be set on objects to be created");
    metadata.remove(OWNED_BY_THE_SERVER);
    metadata.put("uid", UUID.randomUUID().toString()).put("creationTimestamp", now());
    if (key.kind().hasStatus()) {
      tree.remove("status");
    }
    if (key.kind().hasStatus() || key.kind().custom()) {
      metadata.put("generation", 1);
    }
    dateEdit(key.kind(), tree);
    return store.locked(
        () -> {
          if (key.kind().namespaced()) {
            store.get(new ObjectKey(ResourceKind.NAMESPACE, "", key.namespace()));
          }
          ObjectNode admitted = admitted(key, user.write(key, Optional.empty(), tree));
          if (store.find(key).isPresent()) {
            throw new ApiError(409, "AlreadyExists", key, "%s already exists");
          }
          return result.apply(key, admitted);
        });
  }

  private ObjectNode admitted(ObjectKey key, WriteAdmission.Write write) {
    try {
      return admission.admit(write);
    } catch (WriteAdmission.RefusedException e) {
      throw new ApiError(
          403, "Forbidden", key, "%s is forbidden: " + e.getMessage().replace("%", "%%"));
    }
  }

  /** Refuses an object that is not the one that the URL names. */
  private static void place(ObjectKey key, ObjectNode tree) {
    boolean here =
        tree.path("apiVersion").asText().equals(key.kind().apiVersion())
            && metadata(tree).path("namespace").asText(key.namespace()).equals(key.namespace())
            && metadata(tree).path("name").asText().equals(key.name());
    String why = "API version, namespace and name must be those of the URL: " + key;
    ApiError.unless(here, 400, "BadRequest", why);
    boolean kind = tree.path("kind").asText().equals(key.kind().name());
    ApiError.unless(kind, 422, "Invalid", "kind: must be " + key.kind().name());
    if (key.kind().namespaced()) {
      metadata(tree).put("namespace", key.namespace());
    }
  }

  /** Replaces an object, or its status, by what {@code change} makes of the current tree. */
  StoredObject update(
      ObjectKey key, RequestUser user, boolean status, UnaryOperator<JsonNode> change) {
    return store.locked(
        () -> {
          StoredObject current = store.get(key);
          ObjectNode tree = current.tree();
          ObjectNode next = next(current, user, status, change.apply(tree));
          if (next.equals(tree)) {
            return current;
          }
          boolean over = current.deleting() && finalizers(next).isEmpty();
          return over ? remove(key, next) : store.put(key, next);
        });
  }

  /** Does all that an update does, but stores nothing: the resourceVersion stays. */
  ObjectNode tryUpdate(ObjectKey key, RequestUser user, boolean status, JsonNode body) {
    return store.locked(() -> next(store.get(key), user, status, body));
  }

  private ObjectNode next(StoredObject current, RequestUser user, boolean status, JsonNode body) {
    ObjectKey key = current.key();
    ObjectNode update = object(body);
    place(key, update);
    boolean based = !key.kind().custom() || metadata(update).has("resourceVersion");
    ApiError.unless(based, 422, "Invalid", "metadata.resourceVersion: must be specified");
    checkPreconditions(current, metadata(update));
    ObjectNode admitted =
        status ? update : admitted(key, user.write(key, Optional.of(current.tree()), update));
    return next(key.kind(), current.tree(), admitted, status);
  }

  private static void checkPreconditions(StoredObject current, JsonNode wanted) {
    String version = Long.toString(current.version());
    if (!wanted.path("uid").asText(current.uid()).equals(current.uid())
        || !wanted.path("resourceVersion").asText(version).equals(version)) {
      throw ApiError.conflict(current.key());
    }
  }

  /** Returns the next state: what the update may change, and the rest of the current state. */
  private ObjectNode next(
      ResourceKind kind, ObjectNode current, ObjectNode update, boolean status) {
    ObjectNode next = (status ? current : update).deepCopy();
    if (kind.hasStatus()) {
      copy(List.of("status"), status ? update : current, next);
    }
    copy(OWNED_BY_THE_SERVER, metadata(current), metadata(next));
    if (kind.datesEdits()) {
      copy(List.of("managedFields"), metadata(current), metadata(next));
    }
    boolean held = finalizers(current).containsAll(finalizers(next));
    boolean open = held || !metadata(current).has("deletionTimestamp");
    ApiError.unless(open, 422, "Invalid", "metadata.finalizers: no new ones while deleting");
    if (!content(current).equals(content(next))) {
      countUp(next);
      dateEdit(kind, next);
    } else if (kind.countsAnnotations() && !annotations(current).equals(annotations(next))) {
      countUp(next);
    }
    return next;
  }

  /** Notes when the spec was edited, as a server does for every kind and writer. */
  private void dateEdit(ResourceKind kind, ObjectNode tree) {
    if (kind.datesEdits()) {
      ObjectNode entry = JsonNodes.object().put("manager", "user").put("operation", "Update");
      entry.put("apiVersion", kind.apiVersion()).put("time", now());
      entry.put("fieldsType", "FieldsV1").putObject("fieldsV1").putObject("f:spec");
      metadata(tree).putArray("managedFields").add(entry);
    }
  }

  private static JsonNode annotations(ObjectNode tree) {
    return metadata(tree).path("annotations");
  }

  private static ObjectNode content(ObjectNode tree) {
    return tree.deepCopy().without(List.of("metadata", "status"));
  }

  private static void copy(List<String> fields, ObjectNode from, ObjectNode to) {
    to.remove(fields);
    to.setAll(from.deepCopy().retain(fields));
  }

  /** Deletes an object; it stays for as long as it has finalizers. */
  StoredObject delete(ObjectKey key, JsonNode options) {
    return store.locked(
        () -> {
          StoredObject current = store.get(key);
          checkPreconditions(current, options.path("preconditions"));
          return begin(current);
        });
  }

  private StoredObject begin(StoredObject object) {
    ObjectNode tree = object.tree();
    if (finalizers(tree).isEmpty()) {
      return remove(object.key(), tree);
    }
    if (object.deleting()) {
      return object;
    }
    metadata(tree).put("deletionTimestamp", now());
    countUp(tree);
    return store.put(object.key(), tree);
  }

  /** Removes an object for good, then what only it owned, or what the namespace contained. */
  private StoredObject remove(ObjectKey key, ObjectNode last) {
    StoredObject gone = store.remove(key, last);
    boolean namespace = key.kind() == ResourceKind.NAMESPACE;
    for (StoredObject object : store.contents(namespace ? key.name() : key.namespace())) {
      if (namespace || object.owners().contains(gone.uid()) && !isOwned(object)) {
        store.find(object.key()).ifPresent(this::begin);
      }
    }
    return gone;
  }

  private boolean isOwned(StoredObject object) {
    return store.contents("").stream().anyMatch(other -> object.owners().contains(other.uid()));
  }

  private static ObjectNode object(JsonNode body) {
    ApiError.unless(body.isObject(), 400, "BadRequest", "the body is not an object");
    return (ObjectNode) body;
  }

  private static ObjectNode metadata(ObjectNode tree) {
    return tree.withObject("/metadata");
  }

  private static List<JsonNode> finalizers(ObjectNode tree) {
    return metadata(tree).path("finalizers").valueStream().toList();
  }

  private static void countUp(ObjectNode tree) {
    if (metadata(tree).has("generation")) {
      metadata(tree).put("generation", metadata(tree).get("generation").asLong() + 1);
    }
  }

  private String now() {
    return clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
