package io.sluice.hub.crd;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.zjsonpatch.JsonPatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads {@code deploy/crds} as kustomize does: the files of a folder, with its patches applied. */
final class CrdFolder {
  static final Path ROOT = Path.of("../deploy/crds");

  private static final YAMLMapper YAML = new YAMLMapper();

  private CrdFolder() {}

  /** The definitions that {@code kubectl apply -k} installs from that folder, by their names. */
  static Map<String, Map<String, Object>> definitions(String folder) throws IOException {
    Map<String, Map<String, Object>> definitions = new LinkedHashMap<>();
    for (Path file : resources(folder)) {
      Map<String, Object> definition = read(file);
      definitions.put((String) child(definition, "metadata").get("name"), definition);
    }
    for (Map<String, Object> patch : patches(folder)) {
      Path file = ROOT.resolve(folder).resolve((String) patch.get("path"));
      String target = (String) child(patch, "target").get("name");
      definitions.put(target, patched(definitions.get(target), file));
    }
    return definitions;
  }

  /** The files that the folder's kustomization names as resources. */
  static List<Path> resources(String folder) throws IOException {
    List<Path> files = new ArrayList<>();
    for (Object file : (List<?>) kustomization(folder).get("resources")) {
      files.add(ROOT.resolve(folder).resolve((String) file));
    }
    return files;
  }

  /** The patches that the folder's kustomization lists. */
  static List<Map<String, Object>> patches(String folder) throws IOException {
    Object patches = kustomization(folder).getOrDefault("patches", List.of());
    return YAML.convertValue(patches, new TypeReference<List<Map<String, Object>>>() {});
  }

  private static Map<String, Object> kustomization(String folder) throws IOException {
    return read(ROOT.resolve(folder).resolve("Kustomization"));
  }

  /** The definition as it is once {@code kubectl patch --type=json} has applied the file. */
  static Map<String, Object> patched(Map<String, Object> definition, Path patch)
      throws IOException {
    JsonNode operations = YAML.readTree(Files.readString(patch));
    JsonNode patched = JsonPatch.apply(operations, YAML.valueToTree(definition));
    return YAML.convertValue(patched, new TypeReference<LinkedHashMap<String, Object>>() {});
  }

  /** The patch for a definition of that kind; both files have the same name. */
  static Path patchOf(Map<String, Object> definition) {
    Map<String, Object> spec = child(definition, "spec");
    return ROOT.resolve(
        "patches/%s_%s.yaml".formatted(spec.get("group"), child(spec, "names").get("plural")));
  }

  static Map<String, Object> read(Path file) throws IOException {
    return YAML.readValue(
        Files.readString(file), new TypeReference<LinkedHashMap<String, Object>>() {});
  }

  /** The only version of the definition. */
  static Map<String, Object> version(Map<String, Object> definition) {
    return tree(((List<?>) child(definition, "spec").get("versions")).get(0));
  }

  static Map<String, Object> child(Map<String, Object> tree, String... path) {
    Map<String, Object> child = tree;
    for (String field : path) {
      child = tree(child.get(field));
    }
    return child;
  }

  @SuppressWarnings("unchecked") // Jackson reads objects as maps of strings
  static Map<String, Object> tree(Object node) {
    return (Map<String, Object>) node;
  }
}
