package io.sluice.placement.evaluation;

import io.sluice.fleet.LabelSelector;
import io.sluice.placement.AddOnScore;
import io.sluice.placement.DecisionObject;
import io.sluice.placement.GroupingMode;
import io.sluice.placement.ManagedCluster;
import io.sluice.placement.ManagedClusterSet;
import io.sluice.placement.PlacementObject;
import io.sluice.placement.PublishedDecision;
import io.sluice.placement.Taint;
import io.sluice.policy.JsonTree;
import io.sluice.rollout.strategy.LabelSelectorReader;
import io.sluice.rollout.strategy.SettingNode;
import io.sluice.rollout.strategy.SettingNode.ProblemCollector;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** Reads the input of a case of the suite {@code placement}, in the format of its README. */
final class EvaluationCase {
  static final String UID = "0c4f";
  private static final Map<String, BigDecimal> UNITS =
      Map.of(
          "m", new BigDecimal("0.001"),
          "k", BigDecimal.valueOf(1_000),
          "M", BigDecimal.valueOf(1_000_000),
          "G", BigDecimal.valueOf(1_000_000_000),
          "Ki", BigDecimal.valueOf(1L << 10),
          "Mi", BigDecimal.valueOf(1L << 20),
          "Gi", BigDecimal.valueOf(1L << 30),
          "Ti", BigDecimal.valueOf(1L << 40));

  private EvaluationCase() {}

  static EvaluationInput input(Map<String, Object> each) {
    Map<String, Object> placement = JsonTree.map(each, "placement");
    boolean everything =
        !each.containsKey("clusterSets") && !each.containsKey("clusterSetBindings");
    return new EvaluationInput(
        new PlacementObject(
            text(placement, "namespace", "ns1"),
            text(placement, "name", ""),
            UID,
            7,
            JsonTree.strings(placement, "labels"),
            JsonTree.strings(placement, "annotations"),
            JsonTree.map(placement, "spec"),
            Map.of()),
        JsonTree.maps(each, "clusters").stream().map(EvaluationCase::cluster).toList(),
        everything
            ? List.of(
                set(
                    Map.of(
                        "name", "all", "selectorType", "LabelSelector", "labelSelector", Map.of())))
            : JsonTree.maps(each, "clusterSets").stream().map(EvaluationCase::set).toList(),
        everything ? List.of("all") : JsonTree.texts(each, "clusterSetBindings"),
        JsonTree.maps(each, "addOnScores").stream().map(EvaluationCase::score).toList(),
        otherDecisions(JsonTree.maps(each, "otherDecisions")),
        JsonTree.maps(each, "existingDecisions").stream().map(EvaluationCase::published).toList(),
        "stable".equals(each.get("mode")) ? GroupingMode.STABLE : GroupingMode.RECOMPUTE,
        Instant.parse(text(each, "now", "2026-01-01T00:00:00Z")));
  }

  /** Returns the same input with every list in another order. */
  static EvaluationInput shuffled(EvaluationInput input, long seed) {
    return new EvaluationInput(
        input.placement(),
        shuffled(input.clusters(), seed),
        shuffled(input.sets(), seed),
        shuffled(input.bindings(), seed),
        shuffled(input.scores(), seed),
        input.otherDecisions(),
        shuffled(input.published(), seed),
        input.defaultGrouping(),
        input.now());
  }

  private static <T> List<T> shuffled(List<T> list, long seed) {
    List<T> copy = new ArrayList<>(list);
    Collections.shuffle(copy, new Random(seed));
    return copy;
  }

  private static ManagedCluster cluster(Map<String, Object> each) {
    Map<String, String> claims = JsonTree.strings(each, "claims");
    return new ManagedCluster(
        text(each, "name", ""),
        JsonTree.strings(each, "labels"),
        claims,
        JsonTree.maps(each, "taints").stream().map(EvaluationCase::taint).toList(),
        quantities(JsonTree.map(each, "allocatable")),
        quantities(JsonTree.map(each, "capacity")),
        Boolean.TRUE.equals(each.get("terminating")),
        Map.of(
            "metadata",
            Map.of("name", text(each, "name", ""), "labels", JsonTree.map(each, "labels")),
            "spec",
            Map.of("taints", JsonTree.list(each, "taints")),
            "status",
            Map.of(
                "clusterClaims",
                claims.entrySet().stream()
                    .map(claim -> Map.of("name", claim.getKey(), "value", claim.getValue()))
                    .toList())));
  }

  private static Taint taint(Map<String, Object> each) {
    return new Taint(
        text(each, "key", ""),
        text(each, "value", ""),
        text(each, "effect", ""),
        JsonTree.text(each, "timeAdded").map(Instant::parse));
  }

  private static Map<String, Double> quantities(Map<String, Object> each) {
    Map<String, Double> numbers = new HashMap<>();
    each.forEach((name, value) -> numbers.put(name, quantity(String.valueOf(value))));
    return numbers;
  }

  private static double quantity(String text) {
    String unit = text.replaceFirst("[-+0-9.]+", "");
    BigDecimal number = new BigDecimal(text.substring(0, text.length() - unit.length()));
    return number.multiply(UNITS.getOrDefault(unit, BigDecimal.ONE)).doubleValue();
  }

  private static ManagedClusterSet set(Map<String, Object> each) {
    ProblemCollector collector = new ProblemCollector();
    Optional<LabelSelector> selector =
        LabelSelectorReader.read(
            new SettingNode("labelSelector", each.get("labelSelector"), collector));
    return new ManagedClusterSet(text(each, "name", ""), text(each, "selectorType", ""), selector);
  }

  private static AddOnScore score(Map<String, Object> each) {
    return new AddOnScore(
        text(each, "cluster", ""),
        text(each, "resourceName", ""),
        text(each, "scoreName", ""),
        ((Number) each.get("value")).intValue(),
        JsonTree.text(each, "validUntil").map(Instant::parse));
  }

  private static PublishedDecision published(Map<String, Object> each) {
    return new PublishedDecision(
        new DecisionObject(
            text(each, "name", ""),
            JsonTree.strings(each, "labels"),
            JsonTree.texts(each, "clusters")),
        "1",
        Optional.of(text(each, "controller", UID)));
  }

  private static Map<String, Integer> otherDecisions(List<Map<String, Object>> decisions) {
    Map<String, Integer> entries = new LinkedHashMap<>();
    decisions.forEach(
        each ->
            JsonTree.texts(each, "clusters")
                .forEach(cluster -> entries.merge(cluster, 1, Integer::sum)));
    return entries;
  }

  private static String text(Map<String, Object> tree, String key, String otherwise) {
    return JsonTree.text(tree, key).orElse(otherwise);
  }
}
