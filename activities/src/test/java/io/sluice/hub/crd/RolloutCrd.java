package io.sluice.hub.crd;

import static io.sluice.hub.crd.CrdFolder.child;
import static io.sluice.hub.crd.CrdFolder.tree;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Finishes what the generator made of the type {@link Rollout}, so that it can stand in {@code
 * deploy/crds}: the definition of Rollout, and the schema of a strategy in the patch of Policy.
 *
 * <p>The generator cannot say which lists are maps, counts no keys, describes no root, no spec and
 * no status, sorts the columns by their paths, and takes each rule of a record twice, from the
 * field and from its getter.
 */
final class RolloutCrd {
  static final Path FILE =
      CrdFolder.ROOT.resolve("cluster.open-cluster-management.io_rollouts.yaml");
  static final Path POLICY_PATCH =
      CrdFolder.ROOT.resolve("patches/policy.open-cluster-management.io_policies.yaml");

  private static final Path GENERATED =
      Path.of("target/crds/rollouts.cluster.open-cluster-management.io-v1.yml");
  private static final String HEADER =
      "# Generated from the type io.sluice.hub.crd.Rollout; README.md says how.\n";

  /** Begins the last operation of the patch, whose schema is generated. */
  private static final String STRATEGY =
      """
        path: /spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/rolloutStrategy
        value:
      """;

  private static final String STRATEGY_OF_A_POLICY =
      "How each new version goes from cluster to cluster. Absent: to all of them at once, unless"
          + " the Rollout of the policy has a strategy.";

  /** A condition is a type of fabric8, which describes no field. */
  private static final Map<String, String> CONDITION =
      Map.of(
          "type", "What is judged.",
          "status", "True, False or Unknown.",
          "reason", "Why, in one word.",
          "message", "Why, in sentences, and what to do.",
          "lastTransitionTime", "When the status became what it is.",
          "observedGeneration", "Generation of this object that the condition answers to.");

  /**
   * The status until Sluice writes one. It answers to no generation, so what waits by kstatus, as
   * Helm and Flux do, goes on waiting: an object without a status would be ready at once.
   */
  private static final Map<String, Integer> UNANSWERED = Map.of("observedGeneration", -1);

  /** By which an installer tells the definition from that of another product. */
  private static final Map<String, String> LABELS = Map.of("app.kubernetes.io/part-of", "sluice");

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

  private RolloutCrd() {}

  /** The definition as it follows from the type. */
  static Map<String, Object> generated() throws IOException {
    Map<String, Object> crd = CrdFolder.read(GENERATED);
    child(crd, "metadata").put("labels", LABELS);
    child(crd, "spec", "names").put("listKind", "RolloutList");
    Map<String, Object> version = CrdFolder.version(crd);
    version.put(COLUMNS, inOrder((List<?>) version.get(COLUMNS)));
    Map<String, Object> root = child(version, "schema", "openAPIV3Schema");
    root.put("description", Rollout.class.getAnnotation(JsonClassDescription.class).value());
    describe(child(root, "properties", "spec"), RolloutSpec.class);
    describe(child(root, "properties", "status"), RolloutStatus.class);
    child(root, "properties", "status").put("default", UNANSWERED);
    map(
        child(root, "properties", "spec", "properties", "decisionGroups"),
        RolloutSpec.GroupApproval.KEY);
    map(
        child(root, "properties", "spec", "properties", "skippedClusters"),
        RolloutSpec.SkippedCluster.KEY);
    child(root, "properties", "spec", "properties", "approvals").put("maxProperties", 256);
    map(child(root, "properties", "status", "properties", "conditions"), "type");
    CONDITION.forEach(
        (field, description) ->
            child(
                    root,
                    "properties",
                    "status",
                    "properties",
                    "conditions",
                    "items",
                    "properties",
                    field)
                .put("description", description));
    rulesOnce(root);
    return crd;
  }

  private static void describe(Map<String, Object> part, Class<?> type) {
    part.put("description", type.getAnnotation(JsonClassDescription.class).value());
  }

  /** The schema of {@code spec.rolloutStrategy} in Policy: that of Rollout, described anew. */
  static Map<String, Object> strategyOfPolicy() throws IOException {
    Map<String, Object> strategy = new LinkedHashMap<>();
    strategy.putAll(
        child(
            CrdFolder.version(generated()),
            "schema",
            "openAPIV3Schema",
            "properties",
            "spec",
            "properties",
            "rolloutStrategy"));
    strategy.put("description", STRATEGY_OF_A_POLICY);
    return strategy;
  }

  /** Writes both files anew. */
  static void write() throws IOException {
    Files.writeString(FILE, HEADER + YAML.writeValueAsString(generated()));
    String patch = Files.readString(POLICY_PATCH);
    Files.writeString(
        POLICY_PATCH,
        patch.substring(0, patch.indexOf(STRATEGY) + STRATEGY.length())
            + YAML.writeValueAsString(strategyOfPolicy()).indent(4));
  }

  /** Without the priority 0: the server drops it, and kubectl would apply it for ever. */
  private static List<?> inOrder(List<?> columns) {
    List<String> names =
        Arrays.stream(Rollout.class.getAnnotationsByType(AdditionalPrinterColumn.class))
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
      items.forEach(RolloutCrd::rulesOnce);
    } else if (node instanceof Map<?, ?> map) {
      map.values().forEach(RolloutCrd::rulesOnce);
      if (map.get(RULES) instanceof List<?> rules) {
        tree(map).put(RULES, rules.stream().distinct().toList());
      }
    }
  }
}
