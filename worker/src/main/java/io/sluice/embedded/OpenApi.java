package io.sluice.embedded;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/**
 * Tells kubectl that the server validates what it is sent, and nothing else of any schema.
 *
 * <p>Without this, {@code kubectl apply} and {@code create} ask for {@code --validate=false}.
 */
final class OpenApi {
  private static final String ROOT = "/openapi/v3";

  private OpenApi() {}

  static Optional<ObjectNode> at(String path) {
    if (path.equals(ROOT)) {
      ObjectNode index = Json.object();
      ObjectNode paths = index.putObject("paths");
      for (Kind kind : Kind.ALL) {
        String place = place(kind);
        paths.putObject(place).put("serverRelativeURL", ROOT + "/" + place);
      }
      return Optional.of(index);
    }
    ObjectNode document = Json.object().put("openapi", "3.0.0");
    document.putObject("info").put("title", "embedded").put("version", "v1");
    ObjectNode paths = document.putObject("paths");
    Kind.ALL.stream()
        .filter(kind -> path.equals(ROOT + "/" + place(kind)))
        .forEach(kind -> describe(paths, kind));
    return Optional.of(document).filter(d -> !paths.isEmpty());
  }

  private static String place(Kind kind) {
    return (kind.group().isEmpty() ? "api/" : "apis/") + kind.apiVersion();
  }

  private static void describe(ObjectNode paths, Kind kind) {
    ObjectNode patch =
        paths.putObject("/" + place(kind) + "/" + kind.plural() + "/{name}").putObject("patch");
    patch
        .putObject("x-kubernetes-group-version-kind")
        .put("group", kind.group())
        .put("version", kind.version())
        .put("kind", kind.name());
    patch.putArray("parameters").addObject().put("name", "fieldValidation").put("in", "query");
    patch.putObject("responses");
  }
}
