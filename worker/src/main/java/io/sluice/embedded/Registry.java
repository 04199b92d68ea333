package io.sluice.embedded;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.UnaryOperator;

/**
 * Writes objects by the rules of a Kubernetes API: who may replace what, and on which condition.
 *
 * <p>{@link Metadata} completes the trees, {@link Removal} takes objects away with all that hangs
 * on them, {@link Store} keeps the result.
 */
final class Registry {
  private final Store store;
  private final Removal removal;

  Registry(Store store) {
    this.store = store;
    this.removal = new Removal(store);
  }

  Stored get(Key key) {
    return store.find(key).orElseThrow(() -> ApiError.notFound(key.kind(), key.name()));
  }

  Stored create(Kind kind, String namespace, ObjectNode tree) {
    Key key = Metadata.keyOfNew(kind, namespace, tree);
    String version = Metadata.text(tree, "resourceVersion");
    if (!version.isEmpty() && !version.equals("0")) {
      throw ApiError.of(500, "resourceVersion should not be set on objects to be created");
    }
    return store.locked(
        () -> {
          checkNamespace(key);
          ObjectNode complete = Metadata.completeNew(key, tree);
          if (store.find(key).isPresent()) {
            throw ApiError.alreadyExists(kind, key.name());
          }
          Stored created = store.put(key, complete);
          removal.collectIfOrphaned(created);
          return created;
        });
  }

  private void checkNamespace(Key key) {
    if (!key.kind().namespaced()) {
      return;
    }
    String name = key.namespace();
    Stored namespace = get(new Key(Kind.NAMESPACE, "", name));
    if (namespace.deleting()) {
      String message = "namespace %s is being terminated".formatted(name);
      throw ApiError.forbidden(
              key.kind(),
              key.name(),
              "unable to create new content in namespace %s because it is being terminated"
                  .formatted(name))
          .because("NamespaceTerminating", message);
    }
  }

  /** Replaces an object, or its status, by what {@code change} makes of the current tree. */
  Stored update(Key key, boolean status, UnaryOperator<ObjectNode> change) {
    return store.locked(
        () -> {
          Stored current = get(key);
          ObjectNode tree = current.tree();
          ObjectNode update = change.apply(tree);
          Metadata.checkPlace(key, update);
          checkUid(current, Metadata.text(update, "uid"));
          checkVersion(current, Metadata.text(update, "resourceVersion"));
          ObjectNode next = Metadata.completeUpdate(key, tree, update, status);
          if (next.equals(tree)) {
            return current;
          }
          if (current.deleting() && Metadata.of(next).path("finalizers").isEmpty()) {
            return removal.finish(key, next);
          }
          Stored updated = store.put(key, next);
          removal.collectIfOrphaned(updated);
          return updated;
        });
  }

  private static void checkUid(Stored current, String uid) {
    if (!uid.isEmpty() && !uid.equals(current.uid())) {
      Key key = current.key();
      throw ApiError.conflict(
          key.kind(),
          key.name(),
          "Precondition failed: UID in precondition: %s, UID in object meta: %s"
              .formatted(uid, current.uid()));
    }
  }

  private static void checkVersion(Stored current, String version) {
    Key key = current.key();
    if (version.isEmpty() && key.kind().custom()) {
      throw ApiError.invalid(
          key.kind(),
          key.name(),
          "metadata.resourceVersion",
          "Invalid value: 0x0: must be specified for an update");
    }
    if (!version.isEmpty() && !version.equals(Long.toString(current.version()))) {
      throw ApiError.stale(key.kind(), key.name());
    }
  }

  /** Deletes an object; it stays for as long as it has finalizers. */
  Stored delete(Key key, DeleteOptions options) {
    return store.locked(
        () -> {
          Stored current = get(key);
          checkUid(current, options.uid());
          if (!options.resourceVersion().isEmpty()
              && !options.resourceVersion().equals(Long.toString(current.version()))) {
            throw ApiError.conflict(
                key.kind(),
                key.name(),
                "Precondition failed: ResourceVersion in precondition: "
                    + options.resourceVersion()
                    + ", ResourceVersion in object meta: "
                    + current.version());
          }
          return removal.begin(current, options.orphan());
        });
  }
}
