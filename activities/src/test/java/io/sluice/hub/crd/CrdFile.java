package io.sluice.hub.crd;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Finishes what the generator made of one type, so that it can stand in {@code deploy/crds}.
 *
 * <p>The generator cannot say which lists are maps, describes no root, gives a spec to a kind
 * without one, sorts the columns by their paths, and takes each rule of a record twice, from the
 * field and from its getter.
 *
 * @param type the type that the file is generated from
 * @param lists the lists that are maps: the path of each below the schema, and its key
 */
record CrdFile(Class<? extends HasMetadata> type, Map<String, String> lists) {
  static final Path FOLDER = Path.of("../deploy/crds");
  static final List<CrdFile> ALL =
      List.of(
          new CrdFile(
              Rollout.class,
              Map.of(
                  "properties/spec/properties/decisionGroups", "groupName",
                  "properties/status/properties/conditions", "type")),
          new CrdFile(Policy.class, Map.of()),
          new CrdFile(PlacementBinding.class, Map.of()),
          new CrdFile(PolicySet.class, Map.of()));

  private static final Path GENERATED = Path.of("target/crds");
  private static final String HEADER = "# Generated from the type %s; README.md says how.\n";
  private static final YAMLMapper YAML =
      YAMLMapper.builder()
          .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
          .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
          .enable(YAMLGenerator.Feature.INDENT_ARRAYS_WITH_INDICATOR)
          .disable(YAMLGenerator.Feature.SPLIT_LINES)
          .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
          .build();
  private static final String COLUMNS = "additionalPrinterColumns";
  private static final String RULES = "x-kubernetes-validations";
  private static final Map<String, Object> NO_SPEC = Map.of("type", "object");

  Path path() {
    return FOLDER.resolve(HasMetadata.getGroup(type) + "_" + HasMetadata.getPlural(type) + ".yaml");
  }

  /** The file as it is in the folder. */
  Map<String, Object> committed() throws IOException {
    return read(path());
  }

  /** The file as it follows from the type. */
  Map<String, Object> generated() throws IOException {
    String name = HasMetadata.getPlural(type) + "." + HasMetadata.getGroup(type) + "-v1.yml";
    Map<String, Object> crd = read(GENERATED.resolve(name));
    child(crd, "spec", "names").put("listKind", HasMetadata.getKind(type) + "List");
    Map<String, Object> version = tree(((List<?>) child(crd, "spec").get("versions")).get(0));
    if (version.get(COLUMNS) instanceof List<?> columns) {
      version.put(COLUMNS, inOrder(columns));
    }
    Map<String, Object> root = child(version, "schema", "openAPIV3Schema");
    root.put("description", type.getAnnotation(JsonClassDescription.class).value());
    child(root, "properties").remove("spec", NO_SPEC);
    lists.forEach((path, key) -> map(child(root, path.split("/")), key));
    rulesOnce(root);
    return crd;
  }

  void write() throws IOException {
    Files.writeString(
        path(), HEADER.formatted(type.getName()) + YAML.writeValueAsString(generated()));
  }

  static Map<String, Object> read(Path path) throws IOException {
    return YAML.readValue(
        Files.readString(path), new TypeReference<LinkedHashMap<String, Object>>() {});
  }

  /** Without the priority 0: the server drops it, and kubectl would apply it for ever. */
  private List<?> inOrder(List<?> columns) {
    List<String> names =
        Arrays.stream(type.getAnnotationsByType(AdditionalPrinterColumn.class))
            .map(AdditionalPrinterColumn::name)
            .toList();
    columns.forEach(column -> tree(column).remove("priority", 0));
    return columns.stream()
        .sorted(Comparator.comparing(column -> names.indexOf(tree(column).get("name"))))
        .toList();
  }

  private static void map(Map<String, Object> list, String key) {
    list.put("x-kubernetes-list-type", "map");
    list.put("x-kubernetes-list-map-keys", List.of(key));
    child(list, "items").put("required", List.of(key));
  }

  private static void rulesOnce(Object node) {
    if (node instanceof List<?> items) {
      items.forEach(CrdFile::rulesOnce);
    } else if (node instanceof Map<?, ?> map) {
      map.values().forEach(CrdFile::rulesOnce);
      if (map.get(RULES) instanceof List<?> rules) {
        tree(map).put(RULES, rules.stream().distinct().toList());
      }
    }
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

  @Override
  public String toString() {
    return HasMetadata.getKind(type);
  }
}
