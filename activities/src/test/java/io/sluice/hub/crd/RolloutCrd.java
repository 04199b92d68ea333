package io.sluice.hub.crd;

import static io.sluice.hub.crd.CrdFolder.child;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Finishes what the generator made of the type {@link Rollout}, so that it can stand in {@code
 * deploy/crds}: the definition of Rollout, and the schema of a strategy in the patch of Policy.
 *
 * <p>The generator cannot say which lists are maps, counts no keys, and describes no status; {@link
 * GeneratedCrd} does the rest.
 */
final class RolloutCrd {
  static final GeneratedCrd CRD = new GeneratedCrd(Rollout.class, RolloutSpec.class);
  static final Path POLICY_PATCH =
      CrdFolder.ROOT.resolve("patches/policy.open-cluster-management.io_policies.yaml");

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

  private RolloutCrd() {}

  /** The definition as it follows from the type. */
  static Map<String, Object> generated() throws IOException {
    Map<String, Object> crd = CRD.definition();
    Map<String, Object> root = child(CrdFolder.version(crd), "schema", "openAPIV3Schema");
    GeneratedCrd.describe(child(root, "properties", "status"), RolloutStatus.class);
    child(root, "properties", "status").put("default", UNANSWERED);
    map(
        child(root, "properties", "spec", "properties", "decisionGroups"),
        RolloutSpec.GroupApproval.KEY);
    map(
        child(root, "properties", "spec", "properties", "skippedClusters"),
        RolloutSpec.SkippedCluster.KEY);
    Map<String, Object> checks = child(root, "properties", "spec", "properties", "checks");
    map(checks, RolloutCheck.KEY);
    map(child(root, "properties", "spec", "properties", "notifications"), RolloutNotification.KEY);
    map(child(checks, "items", "properties", "overrides"), "rolloutUID", "group");
    records(
        child(root, "properties", "spec", "properties", "decisionGroups", "items", "properties"));
    records(child(root, "properties", "spec", "properties", "ungrouped", "properties"));
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
    return crd;
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
    CRD.write(generated());
    String patch = Files.readString(POLICY_PATCH);
    Files.writeString(
        POLICY_PATCH,
        patch.substring(0, patch.indexOf(STRATEGY) + STRATEGY.length())
            + GeneratedCrd.YAML.writeValueAsString(strategyOfPolicy()).indent(4));
  }

  /** Each person writes an entry of their own, whoever else writes one at the same time. */
  private static void records(Map<String, Object> group) {
    Map<String, Object> records = child(group, "approvals");
    map(records, RolloutApprovalRecord.KEY);
    child(records, "items").put("required", List.of(RolloutApprovalRecord.KEY, "at"));
  }

  private static void map(Map<String, Object> list, String... keys) {
    list.put("x-kubernetes-list-type", "map");
    list.put("x-kubernetes-list-map-keys", List.of(keys));
    child(list, "items").put("required", List.of(keys));
  }
}
