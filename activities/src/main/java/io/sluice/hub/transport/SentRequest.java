package io.sluice.hub.transport;

import java.net.URI;

/**
 * Names what a request does, in the words of a role: verb and resource.
 *
 * @param verb {@code get}, {@code list}, {@code watch}, {@code create}, {@code update}, {@code
 *     patch} or {@code delete}
 * @param resource a plural, as {@code policies}, with its subresource, as {@code policies/status};
 *     {@code other} for a path that names none, as {@code /version}
 */
public record SentRequest(String verb, String resource) {
  private static final String OTHER = "other";
  private static final String NAMESPACES = "namespaces";

  static SentRequest of(String method, URI uri) {
    String resource = resource(uri.getPath());
    return new SentRequest(verb(method, uri), resource);
  }

  /** Returns whether it changes something on the hub; a review is a question. */
  public boolean writes() {
    return !verb.equals("get")
        && !verb.equals("list")
        && !verb.equals("watch")
        && !resource.endsWith("reviews");
  }

  private static String verb(String method, URI uri) {
    return switch (method) {
      case "POST" -> "create";
      case "PUT" -> "update";
      case "PATCH" -> "patch";
      case "DELETE" -> "delete";
      default ->
          switch (RequestKind.of(method, uri)) {
            case WATCH -> "watch";
            case LIST -> "list";
            case OBJECT -> "get";
          };
    };
  }

  /** {@code /apis/<group>/<version>/[namespaces/<ns>/]<plural>[/<name>[/<subresource>]]}. */
  private static String resource(String path) {
    int groups = path.indexOf("/apis/");
    int core = path.indexOf("/api/");
    if (groups < 0 && core < 0) {
      return OTHER;
    }
    String[] parts = path.substring(Math.max(groups, core) + 1).split("/");
    int at = groups >= 0 ? 3 : 2;
    if (parts.length > at + 2 && parts[at].equals(NAMESPACES)) {
      at += 2;
    }
    if (parts.length <= at) {
      return OTHER;
    }
    return parts.length > at + 2 ? parts[at] + "/" + parts[at + 2] : parts[at];
  }
}
