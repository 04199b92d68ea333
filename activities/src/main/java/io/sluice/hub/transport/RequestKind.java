package io.sluice.hub.transport;

import java.net.URI;
import java.util.Optional;

/** Lists the kinds of requests that differ in how long their answer may take. */
enum RequestKind {
  WATCH,
  LIST,
  /** Reads or changes one object. */
  OBJECT;

  static RequestKind of(String method, URI uri) {
    if (!method.equals("GET")) {
      return OBJECT;
    }
    String query = "&" + Optional.ofNullable(uri.getRawQuery()).orElse("") + "&";
    if (query.contains("&watch=true&") || query.contains("&watch=1&")) {
      return WATCH;
    }
    return listed(uri.getPath()) ? LIST : OBJECT;
  }

  /** A collection ends with its plural; the path of an object has its name after it. */
  private static boolean listed(String path) {
    String[] parts =
        path.replaceFirst(".*/(?:apis/[^/]+|api)/[^/]+/", "")
            .replaceFirst("^namespaces/[^/]+/", "")
            .split("/");
    return path.contains("/api") && parts.length == 1;
  }
}
