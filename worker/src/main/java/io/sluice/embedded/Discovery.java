package io.sluice.embedded;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Tells clients which groups, versions and kinds there are. */
final class Discovery {
  private static final List<String> VERBS =
      List.of("create", "delete", "get", "list", "patch", "update", "watch");

  private Discovery() {}

  static Optional<ObjectNode> at(String path) {
    String[] parts = path.substring(1).split("/");
    if (path.equals("/version")) {
      return Optional.of(
          Json.object().put("major", "1").put("minor", "36").put("gitVersion", "v1.36.0-embedded"));
    }
    if (path.equals("/api")) {
      ObjectNode versions = Json.object().put("kind", "APIVersions");
      versions.putArray("versions").add("v1");
      return Optional.of(versions);
    }
    if (path.equals("/apis")) {
      ObjectNode list = Json.object().put("kind", "APIGroupList").put("apiVersion", "v1");
      ArrayNode groups = list.putArray("groups");
      groups().forEach(group -> groups.add(group(group)));
      return Optional.of(list);
    }
    if (parts[0].equals("apis") && parts.length == 2) {
      return groups().filter(parts[1]::equals).findFirst().map(Discovery::group);
    }
    if (parts[0].equals("apis") && parts.length == 3) {
      return resources(parts[1] + "/" + parts[2]);
    }
    return path.equals("/api/v1") ? resources("v1") : Optional.empty();
  }

  private static Stream<String> groups() {
    return Kind.ALL.stream().map(Kind::group).filter(group -> !group.isEmpty()).distinct();
  }

  private static ObjectNode group(String group) {
    ObjectNode tree =
        Json.object().put("kind", "APIGroup").put("apiVersion", "v1").put("name", group);
    ArrayNode versions = tree.putArray("versions");
    Kind.ALL.stream()
        .filter(kind -> kind.group().equals(group))
        .map(Kind::version)
        .distinct()
        .sorted()
        .forEach(v -> versions.addObject().put("groupVersion", group + "/" + v).put("version", v));
    tree.set("preferredVersion", versions.get(0));
    return tree;
  }

  private static Optional<ObjectNode> resources(String apiVersion) {
    ObjectNode list =
        Json.object()
            .put("kind", "APIResourceList")
            .put("apiVersion", "v1")
            .put("groupVersion", apiVersion);
    ArrayNode resources = list.putArray("resources");
    for (Kind kind : Kind.ALL) {
      if (kind.apiVersion().equals(apiVersion)) {
        ObjectNode resource = add(resources, kind, kind.plural(), VERBS);
        kind.shortNames().forEach(resource.putArray("shortNames")::add);
        if (kind.hasStatus()) {
          add(resources, kind, kind.plural() + "/status", List.of("get", "patch", "update"));
        }
      }
    }
    return resources.isEmpty() ? Optional.empty() : Optional.of(list);
  }

  private static ObjectNode add(ArrayNode resources, Kind kind, String name, List<String> verbs) {
    ObjectNode resource =
        resources
            .addObject()
            .put("name", name)
            .put("singularName", name.contains("/") ? "" : kind.name().toLowerCase())
            .put("namespaced", kind.namespaced())
            .put("kind", kind.name());
    verbs.forEach(resource.putArray("verbs")::add);
    return resource;
  }
}
