package io.sluice.simulator.propagator;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Remembers which ConfigMaps the hub templates of each replica have read: it watches these. */
final class TemplateInputs {
  private record Key(String namespace, String name) {}

  private final Map<PolicyWork, Set<Key>> read = new ConcurrentHashMap<>();

  /** Forgets what a replica has read, before it is rendered anew. */
  void begin(PolicyWork replica) {
    read.remove(replica);
  }

  /** Is called before a ConfigMap is read, so that no change of it is missed. */
  void reads(PolicyWork replica, String namespace, String name) {
    read.computeIfAbsent(replica, key -> ConcurrentHashMap.newKeySet())
        .add(new Key(namespace, name));
  }

  /** Returns the replicas that have read that ConfigMap. */
  Stream<PolicyWork> readers(String namespace, String name) {
    Key key = new Key(namespace, name);
    return read.entrySet().stream()
        .filter(entry -> entry.getValue().contains(key))
        .map(Map.Entry::getKey);
  }
}
