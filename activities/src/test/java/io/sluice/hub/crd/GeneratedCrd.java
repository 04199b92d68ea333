package io.sluice.hub.crd;

import static io.sluice.hub.crd.CrdFolder.child;
import static io.sluice.hub.crd.CrdFolder.tree;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Finishes what the generator made of a type, so that it can stand in {@code deploy/crds}.
 *
 * <p>The generator describes no root and no spec, sorts the columns by their paths, and takes each
 * rule of a record twice, from the field and from its getter.
 *
 * @param spec type of the spec
 */
record GeneratedCrd(Class<? extends CustomResource<?, ?>> type, Class<?> spec) {
  /** The kinds of which the file holds all that was generated; {@link RolloutCrd} adds more. */
  static final List<GeneratedCrd> WHOLE =
      List.of(
          new GeneratedCrd(NamespaceCalendar.class, CalendarSpec.class),
          new GeneratedCrd(ClusterCalendar.class, ClusterCalendarSpec.class),
          new GeneratedCrd(RolloutNotifier.class, RolloutNotifierSpec.class));

  static final YAMLMapper YAML =
      YAMLMapper.builder()
          .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
          .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
          .enable(YAMLGenerator.Feature.INDENT_ARRAYS_WITH_INDICATOR)
          .disable(YAMLGenerator.Feature.SPLIT_LINES)
          .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
          .build();

  private static final String GROUP = "cluster.open-cluster-management.io";
  private static final String COLUMNS = "additionalPrinterColumns";
  private static final String RULES = "x-kubernetes-validations";

  /** By which an installer tells the definition from that of another product. */
  private static final Map<String, String> LABELS = Map.of("app.kubernetes.io/part-of", "sluice");

  Path file() {
    return CrdFolder.ROOT.resolve(GROUP + "_" + plural() + ".yaml");
  }

  private String plural() {
    return type.getAnnotation(Plural.class).value();
  }

  /** The definition as it follows from the type. */
  Map<String, Object> definition() throws IOException {
    Map<String, Object> crd =
        CrdFolder.read(Path.of("target/crds/%s.%s-v1.yml".formatted(plural(), GROUP)));
    child(crd, "metadata").put("labels", LABELS);
    child(crd, "spec", "names").put("listKind", type.getAnnotation(Kind.class).value() + "List");
    Map<String, Object> version = CrdFolder.version(crd);
    version.put(COLUMNS, inOrder((List<?>) version.get(COLUMNS)));
    Map<String, Object> root = child(version, "schema", "openAPIV3Schema");
    describe(root, type);
    describe(child(root, "properties", "spec"), spec);
    if (!version.containsKey("subresources")) {
      // Of a type without a status the generator makes an empty one.
      child(root, "properties").remove("status");
    }
    rulesOnce(root);
    return crd;
  }

  static void describe(Map<String, Object> part, Class<?> type) {
    part.put("description", type.getAnnotation(JsonClassDescription.class).value());
  }

  /** Writes the file anew. */
  void write(Map<String, Object> definition) throws IOException {
    Files.writeString(
        file(),
        "# Generated from the type %s; README.md says how.\n".formatted(type.getName())
            + YAML.writeValueAsString(definition));
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

  private static void rulesOnce(Object node) {
    if (node instanceof List<?> items) {
      items.forEach(GeneratedCrd::rulesOnce);
    } else if (node instanceof Map<?, ?> map) {
      map.values().forEach(GeneratedCrd::rulesOnce);
      if (map.get(RULES) instanceof List<?> rules) {
        tree(map).put(RULES, rules.stream().distinct().toList());
      }
    }
  }
}
