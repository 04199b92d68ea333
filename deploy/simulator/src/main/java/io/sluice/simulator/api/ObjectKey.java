package io.sluice.simulator.api;

import java.util.Map;

/** Identifies an object; the namespace of cluster-scoped objects is empty. */
record ObjectKey(ResourceKind kind, String namespace, String name) {

  /** Returns a key that sorts as in etcd: by namespace, then by name. */
  String path() {
    return namespace + "/" + name;
  }

  /** Formats it for messages: {@code policies.policy.open-cluster-management.io "p"}. */
  @Override
  public String toString() {
    return "%s \"%s\"".formatted(resource(), name);
  }

  /** Formats its kind: {@code policies.policy.open-cluster-management.io}. */
  String resource() {
    return kind.group().isEmpty() ? kind.plural() : kind.plural() + "." + kind.group();
  }

  /** Returns whether this matches another key; an empty namespace or name matches all. */
  boolean holds(ObjectKey other) {
    return (namespace.isEmpty() || namespace.equals(other.namespace))
        && (name.isEmpty() || name.equals(other.name));
  }

  /** Returns the fields that selectors may use. */
  Map<String, String> fields() {
    return Map.of("metadata.name", name, "metadata.namespace", namespace);
  }
}
