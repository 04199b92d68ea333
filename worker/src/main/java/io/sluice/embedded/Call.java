package io.sluice.embedded;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Says what a request wants: a verb, and the object or the objects that it is about. */
record Call(String verb, Kind kind, String namespace, String name, String subresource) {

  /** Reads {@code /apis/<group>/<version>/[namespaces/<namespace>/]<plural>[/<name>[/status]]}. */
  static Optional<Call> of(String method, String path, boolean watch) {
    List<String> parts = new ArrayList<>(List.of(path.substring(1).split("/")));
    boolean core = parts.get(0).equals("api");
    if (parts.size() < (core ? 3 : 4) || !(core || parts.get(0).equals("apis"))) {
      return Optional.empty();
    }
    parts.remove(0);
    String group = core ? "" : parts.remove(0);
    String version = parts.remove(0);
    String namespace = "";
    if (parts.size() > 2 && parts.get(0).equals("namespaces") && !parts.get(2).equals("status")) {
      parts.remove(0);
      namespace = parts.remove(0);
    }
    String in = namespace;
    String name = parts.size() > 1 ? parts.get(1) : "";
    String subresource = parts.size() > 2 ? parts.get(2) : "";
    boolean tooLong = parts.size() > 3;
    return Kind.find(group, version, parts.get(0))
        .filter(kind -> !tooLong && (in.isEmpty() || kind.namespaced()))
        .filter(kind -> !kind.namespaced() || !in.isEmpty() || method.equals("GET"))
        .filter(kind -> subresource.isEmpty() || subresource.equals("status") && kind.hasStatus())
        .map(kind -> new Call(verb(method, name, watch), kind, in, name, subresource));
  }

  private static String verb(String method, String name, boolean watch) {
    return switch (method) {
      case "GET" -> watch ? "watch" : name.isEmpty() ? "list" : "get";
      case "POST" -> name.isEmpty() ? "create" : "connect";
      case "PUT" -> "update";
      case "PATCH" -> "patch";
      case "DELETE" -> name.isEmpty() ? "deletecollection" : "delete";
      default -> method;
    };
  }

  Call named(String other) {
    return new Call(verb, kind, namespace, other, subresource);
  }

  Key key() {
    return new Key(kind, namespace, name);
  }

  boolean onStatus() {
    return !subresource.isEmpty();
  }

  boolean writes() {
    return !List.of("get", "list", "watch").contains(verb);
  }

  /** As counts name it: {@code update policies/status}. */
  String label() {
    return verb + " " + kind.plural() + (onStatus() ? "/" + subresource : "");
  }
}
