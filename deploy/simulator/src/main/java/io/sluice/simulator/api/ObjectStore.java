package io.sluice.simulator.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Keeps the objects and their latest changes, under one lock and one rising version.
 *
 * <p>A read and the write that depends on it are done within one {@link #locked}. {@link
 * ObjectRegistry} decides what may be written.
 */
final class ObjectStore {
  private static final long HISTORY_BYTES = 32L << 20;

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<ResourceKind, KindStore> kinds = new HashMap<>();

  /** Versions before the first are of a time before the history, as after a compaction. */
  private long newest = 1000;

  ObjectStore() {
    ResourceKind.ALL.forEach(kind -> kinds.put(kind, new KindStore()));
  }

  <T> T locked(Supplier<T> work) {
    lock.lock();
    try {
      return work.get();
    } finally {
      lock.unlock();
    }
  }

  Optional<StoredObject> find(ObjectKey key) {
    return locked(() -> Optional.ofNullable(kinds.get(key.kind()).objects.get(key.path())));
  }

  StoredObject get(ObjectKey key) {
    return find(key).orElseThrow(() -> new ApiError(404, "NotFound", key, "%s not found"));
  }

  /** Returns the objects of a kind in a namespace; an empty namespace means all. */
  View<StoredObject> list(ResourceKind kind, String namespace) {
    NavigableMap<String, StoredObject> all = kinds.get(kind).objects;
    // '0' follows '/': all keys between the two belong to the namespace.
    Map<String, StoredObject> in =
        namespace.isEmpty() ? all : all.subMap(namespace + "/", true, namespace + "0", false);
    return locked(() -> new View<>(newest, List.copyOf(in.values())));
  }

  /** Returns the objects of all kinds in a namespace; an empty namespace means all. */
  List<StoredObject> contents(String namespace) {
    return ResourceKind.ALL.stream()
        .flatMap(kind -> list(kind, namespace).items().stream())
        .toList();
  }

  StoredObject put(ObjectKey key, ObjectNode tree) {
    StoredObject now = StoredObject.of(key, tree, ++newest);
    KindStore kindStore = kinds.get(key.kind());
    kindStore.add(
        new Change(Optional.ofNullable(kindStore.objects.put(key.path(), now)), now, false));
    return now;
  }

  StoredObject remove(ObjectKey key, ObjectNode last) {
    StoredObject gone = StoredObject.of(key, last, ++newest);
    KindStore kindStore = kinds.get(key.kind());
    kindStore.add(new Change(Optional.of(kindStore.objects.remove(key.path())), gone, true));
    return gone;
  }

  /** Returns the changes of a kind after a version; waits a while for one. */
  View<Change> changes(ResourceKind kind, long version, long millis) throws InterruptedException {
    KindStore kindStore = kinds.get(kind);
    lock.lockInterruptibly();
    try {
      if (version >= kindStore.forgotten && kindStore.changes.higherEntry(version) == null) {
        kindStore.changed.await(millis, TimeUnit.MILLISECONDS);
      }
      if (version < kindStore.forgotten) {
        throw ApiError.expired(version);
      }
      return new View<>(newest, List.copyOf(kindStore.changes.tailMap(version, false).values()));
    } finally {
      lock.unlock();
    }
  }

  /**
   * Forgets all past changes, and skips a version: clients that know an older one must list again.
   */
  void forgetHistory() {
    locked(
        () -> {
          newest++;
          kinds.values().forEach(KindStore::forget);
          return newest;
        });
  }

  /** Holds what there was at a version. */
  record View<T>(long version, List<T> items) {}

  /** Records one change of one object; {@code after} of a removal is its last state. */
  record Change(Optional<StoredObject> before, StoredObject after, boolean removed) {}

  /** Holds the objects of one kind by path, and their changes by version. */
  private final class KindStore {
    private final NavigableMap<String, StoredObject> objects = new TreeMap<>();
    private final NavigableMap<Long, Change> changes = new TreeMap<>();
    private final Condition changed = lock.newCondition();
    private long bytes;
    private long forgotten = newest;

    void add(Change change) {
      changes.put(newest, change);
      changed.signalAll();
      bytes += change.after().json().length;
      while (bytes > HISTORY_BYTES) {
        forgotten = changes.firstKey();
        bytes -= changes.remove(forgotten).after().json().length;
      }
    }

    void forget() {
      changes.clear();
      bytes = 0;
      forgotten = newest;
    }
  }
}
