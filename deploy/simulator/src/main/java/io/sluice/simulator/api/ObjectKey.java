package io.sluice.simulator.api;

import java.util.Map;

/** Identifies an object; the namespace is empty for what lives in none. */
record ObjectKey(ResourceKind kind, String namespace, String name) {

  /** Sorts as etcd does: by namespace, then by name. */
  String path() {
    return namespace + "/" + name;
  }

  /** As messages name it: {@code policies.policy.open-cluster-management.io "p"}. */
  @Override
  public String toString() {
    String group = kind.group().isEmpty() ? "" : "." + kind.group();
    return "%s%s \"%s\"".formatted(kind.plural(), group, name);
  }

  /** Whether another one is meant by this, where an empty namespace or name means all. */
  boolean holds(ObjectKey other) {
    return (namespace.isEmpty() || namespace.equals(other.namespace))
        && (name.isEmpty() || name.equals(other.name));
  }

  /** What field selectors may ask for. */
  Map<String, String> fields() {
    return Map.of("metadata.name", name, "metadata.namespace", namespace);
  }
}
