package io.sluice.embedded;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Iterator;

/**
 * Takes objects away, with what they own and what lives in them.
 *
 * <p>On a real server two controllers do this a little later; here it is done before the answer.
 * Called under the lock of the store.
 */
final class Removal {
  private final Store store;

  Removal(Store store) {
    this.store = store;
  }

  /** Removes an object, or marks it when finalizers (of a namespace: its contents) hold it. */
  Stored begin(Stored object, boolean orphan) {
    Key key = object.key();
    ObjectNode tree = object.tree();
    boolean namespace = key.kind() == Kind.NAMESPACE;
    boolean held = namespace || !Metadata.of(tree).path("finalizers").isEmpty();
    if (orphan) {
      store.ownedBy(object.uid()).forEach(owned -> disown(owned, object.uid()));
    }
    if (!held) {
      return remove(key, tree);
    }
    Stored marked = object.deleting() ? object : mark(key, tree);
    if (namespace) {
      empty(key.name());
    }
    return marked;
  }

  private Stored mark(Key key, ObjectNode tree) {
    Metadata.of(tree).put("deletionTimestamp", Metadata.now()).put("deletionGracePeriodSeconds", 0);
    Metadata.countUp(tree);
    if (key.kind() == Kind.NAMESPACE) {
      tree.withObject("/status").put("phase", "Terminating");
    }
    return store.put(key, tree);
  }

  private void empty(String namespace) {
    for (Kind kind : Kind.ALL) {
      if (kind.namespaced()) {
        for (Stored object : store.snapshot(kind, namespace).objects()) {
          // What one of them owned may be gone by now.
          store.find(object.key()).ifPresent(found -> begin(found, false));
        }
      }
    }
    removeIfEmpty(namespace);
  }

  /** Ends a removal whose last finalizer is gone; a namespace waits for its contents, too. */
  Stored finish(Key key, ObjectNode last) {
    if (key.kind() != Kind.NAMESPACE) {
      return remove(key, last);
    }
    Stored marked = store.put(key, last);
    removeIfEmpty(key.name());
    return marked;
  }

  /** Removes an object for good, and collects what it owned. */
  private Stored remove(Key key, ObjectNode last) {
    Stored gone = store.remove(key, last);
    for (Key owned : store.ownedBy(gone.uid())) {
      store.find(owned).ifPresent(this::collectIfOrphaned);
    }
    if (key.kind().namespaced()) {
      removeIfEmpty(key.namespace());
    }
    return gone;
  }

  /** Removes an object that names owners of which none is there. */
  void collectIfOrphaned(Stored object) {
    if (object.owners().isEmpty() || object.deleting()) {
      return;
    }
    if (object.owners().stream().noneMatch(store::isAlive)) {
      begin(object, false);
      return;
    }
    object.owners().stream()
        .filter(owner -> !store.isAlive(owner))
        .forEach(owner -> disown(object.key(), owner));
  }

  private void disown(Key key, String owner) {
    store
        .find(key)
        .ifPresent(
            object -> {
              ObjectNode tree = object.tree();
              ArrayNode owners = (ArrayNode) Metadata.of(tree).get("ownerReferences");
              for (Iterator<?> each = owners.iterator(); each.hasNext(); ) {
                if (((ObjectNode) each.next()).path("uid").asText().equals(owner)) {
                  each.remove();
                }
              }
              if (owners.isEmpty()) {
                Metadata.of(tree).remove("ownerReferences");
              }
              store.put(key, tree);
            });
  }

  private void removeIfEmpty(String name) {
    Key key = new Key(Kind.NAMESPACE, "", name);
    boolean empty =
        Kind.ALL.stream().filter(Kind::namespaced).allMatch(kind -> store.isEmpty(kind, name));
    store
        .find(key)
        .filter(namespace -> namespace.deleting() && empty)
        .filter(namespace -> Metadata.of(namespace.tree()).path("finalizers").isEmpty())
        .ifPresent(namespace -> remove(key, namespace.tree()));
  }
}
