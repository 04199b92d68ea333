package io.sluice.embedded;

/** Identifies an object; the namespace is empty for what lives in none. */
record Key(Kind kind, String namespace, String name) {

  /** Sorts as etcd does: by namespace, then by name. */
  String path() {
    return namespace + "/" + name;
  }
}
