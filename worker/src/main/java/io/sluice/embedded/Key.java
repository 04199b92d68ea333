package io.sluice.embedded;

/** Identifies an object; the namespace is empty for what lives in none. */
record Key(Kind kind, String namespace, String name) {

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
}
