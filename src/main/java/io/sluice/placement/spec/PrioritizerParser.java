package io.sluice.placement.spec;

import io.sluice.rollout.strategy.ScalarReader;
import io.sluice.rollout.strategy.SettingNode;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads {@code prioritizerPolicy}: the weights by which clusters are ranked (placement 3.4). */
final class PrioritizerParser {
  private static final Set<Prioritizer> BUILT_IN =
      EnumSet.complementOf(EnumSet.of(Prioritizer.ADD_ON));
  private static final int HEAVIEST = 10;

  private PrioritizerParser() {}

  static PrioritizerWeights weights(SettingNode node) {
    Misconfigured.object(node)
        .unknownFields(Set.of("mode", "configurations"))
        .forEach(PlacementSpecParser::warnOfUnknown);
    Map<ScoreCoordinate, Integer> weights = new LinkedHashMap<>();
    if (additive(node.child("mode"))) {
      weights.putAll(PrioritizerWeights.ADDITIVE.byCoordinate());
    }
    Misconfigured.list(node.child("configurations"))
        .items()
        .forEach(
            item -> {
              int weight = weight(item.child("weight"));
              coordinate(Misconfigured.object(item))
                  .ifPresent(coordinate -> weights.put(coordinate, weight));
            });
    warnOfNegativeSteady(node, weights);
    return new PrioritizerWeights(weights);
  }

  private static boolean additive(SettingNode node) {
    String mode = Misconfigured.text(node);
    if (!Set.of("", "Additive", "Exact").contains(mode)) {
      Misconfigured.value(node, "which is no mode of a policy", "Use Additive or Exact");
    }
    return !mode.equals("Exact");
  }

  private static int weight(SettingNode node) {
    if (node.absent()) {
      return 1;
    }
    Optional<Long> weight =
        ScalarReader.wholeNumber(node.value()).filter(number -> Math.abs(number) <= HEAVIEST);
    if (weight.isEmpty()) {
      Misconfigured.value(
          node, "not a weight", "Write a whole number from -%1$d to %1$d".formatted(HEAVIEST));
    }
    return weight.orElse(0L).intValue();
  }

  private static Optional<ScoreCoordinate> coordinate(SettingNode item) {
    SettingNode node = Misconfigured.object(item.child("scoreCoordinate"));
    if (node.absent()) {
      return Misconfigured.field(
          item, "has no scoreCoordinate", "Name the prioritizer that has this weight");
    }
    String type = Misconfigured.text(node.child("type"));
    return switch (type) {
      case "", "BuiltIn" -> builtIn(node.child("builtIn"));
      case "AddOn" -> addOn(node.child("addOn"));
      default ->
          Misconfigured.value(
              node.child("type"), "which is no type of a score", "Use BuiltIn or AddOn");
    };
  }

  private static Optional<ScoreCoordinate> builtIn(SettingNode node) {
    return BUILT_IN.stream()
        .filter(each -> each.label().equals(node.value()))
        .map(ScoreCoordinate::builtIn)
        .findFirst()
        .or(
            () ->
                Misconfigured.value(
                    node, "which is no prioritizer", "Use " + alternatives(BUILT_IN)));
  }

  private static String alternatives(Set<Prioritizer> all) {
    List<String> labels = all.stream().map(Prioritizer::label).toList();
    int last = labels.size() - 1;
    return String.join(", ", labels.subList(0, last)) + " or " + labels.get(last);
  }

  private static Optional<ScoreCoordinate> addOn(SettingNode node) {
    Misconfigured.object(node);
    String resource = Misconfigured.text(node.child("resourceName"));
    String score = Misconfigured.text(node.child("scoreName"));
    return resource.isEmpty() || score.isEmpty()
        ? Misconfigured.field(
            node, "names no score", "Give the resourceName and the scoreName of one")
        : Optional.of(ScoreCoordinate.addOn(resource, score));
  }

  private static void warnOfNegativeSteady(
      SettingNode node, Map<ScoreCoordinate, Integer> weights) {
    int steady = weights.getOrDefault(ScoreCoordinate.builtIn(Prioritizer.STEADY), 0);
    if (steady < 0) {
      node.warn(
          "%s gives Steady the weight %d, so that every evaluation undoes the last one. Give it 0 or more."
              .formatted(node.path(), steady));
    }
  }
}
