package io.sluice.embedded;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Keeps the objects and their history under one lock and one rising version.
 *
 * <p>Whoever reads and then writes does both within {@link #locked}. What may be written is decided
 * in {@link Registry}.
 */
final class Store {
  /** Versions below are of a time before the history, as after a compaction. */
  private static final long FIRST = 1000;

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Kind, Condition> changed = new HashMap<>();
  private final Map<Kind, NavigableMap<String, Stored>> objects = new HashMap<>();
  private final Map<String, Key> byUid = new HashMap<>();
  private final Map<String, Set<Key>> owned = new HashMap<>();
  private final History history = new History(FIRST);

  Store() {
    for (Kind kind : Kind.ALL) {
      changed.put(kind, lock.newCondition());
      objects.put(kind, new TreeMap<>());
    }
  }

  <T> T locked(Supplier<T> work) {
    lock.lock();
    try {
      return work.get();
    } finally {
      lock.unlock();
    }
  }

  Optional<Stored> find(Key key) {
    return locked(() -> Optional.ofNullable(objects.get(key.kind()).get(key.path())));
  }

  /** All objects of a kind, or those of one namespace, at one version. */
  Snapshot snapshot(Kind kind, String namespace) {
    return locked(() -> new Snapshot(history.newest(), List.copyOf(range(kind, namespace))));
  }

  boolean isEmpty(Kind kind, String namespace) {
    return locked(() -> range(kind, namespace).isEmpty());
  }

  private Collection<Stored> range(Kind kind, String namespace) {
    NavigableMap<String, Stored> all = objects.get(kind);
    // '0' follows '/': all keys between the two belong to the namespace.
    return (namespace.isEmpty() ? all : all.subMap(namespace + "/", namespace + "0")).values();
  }

  boolean isAlive(String uid) {
    return locked(() -> byUid.containsKey(uid));
  }

  List<Key> ownedBy(String uid) {
    return locked(() -> List.copyOf(owned.getOrDefault(uid, Set.of())));
  }

  Stored put(Key key, ObjectNode tree) {
    return locked(
        () -> {
          Stored now = Stored.of(key, tree, history.newest() + 1);
          Optional<Stored> before =
              Optional.ofNullable(objects.get(key.kind()).put(key.path(), now));
          before.ifPresent(this::unlink);
          byUid.put(now.uid(), key);
          now.owners().forEach(o -> owned.computeIfAbsent(o, x -> new LinkedHashSet<>()).add(key));
          record(new Change(now.version(), before, now, false));
          return now;
        });
  }

  Stored remove(Key key, ObjectNode last) {
    return locked(
        () -> {
          Stored before = objects.get(key.kind()).remove(key.path());
          unlink(before);
          byUid.remove(before.uid());
          Stored gone = Stored.of(key, last, history.newest() + 1);
          record(new Change(gone.version(), Optional.of(before), gone, true));
          return gone;
        });
  }

  private void unlink(Stored object) {
    for (String owner : object.owners()) {
      Set<Key> keys = owned.get(owner);
      keys.remove(object.key());
      if (keys.isEmpty()) {
        owned.remove(owner);
      }
    }
  }

  private void record(Change change) {
    history.add(change);
    changed.get(change.kind()).signalAll();
  }

  /** Waits for changes of a kind after a version; the batch is empty when none came in time. */
  History.Batch await(Kind kind, long version, long millis) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      History.Batch batch = history.after(kind, version);
      if (batch.changes().isEmpty() && batch.upTo() >= history.newest()) {
        changed.get(kind).await(millis, TimeUnit.MILLISECONDS);
        batch = history.after(kind, version);
      }
      return batch;
    } finally {
      lock.unlock();
    }
  }

  /** Waits until something of a kind changes, or someone {@linkplain #wakeAll wakes all}. */
  void awaitAnything(Kind kind, long millis) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      changed.get(kind).await(millis, TimeUnit.MILLISECONDS);
    } finally {
      lock.unlock();
    }
  }

  /** Makes all who wait look up. */
  void wakeAll() {
    locked(
        () -> {
          changed.values().forEach(Condition::signalAll);
          return true;
        });
  }

  /** Forgets all past changes: whoever watched must list again. */
  void forgetHistory() {
    locked(
        () -> {
          history.forget();
          return true;
        });
  }

  /** What there was at a version. */
  record Snapshot(long version, List<Stored> objects) {}
}
