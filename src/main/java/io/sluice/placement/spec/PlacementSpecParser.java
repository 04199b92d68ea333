package io.sluice.placement.spec;

import io.sluice.placement.GroupStrategy;
import io.sluice.placement.GroupingMode;
import io.sluice.placement.PlacementObject;
import io.sluice.rollout.strategy.ScalarReader;
import io.sluice.rollout.strategy.SettingNode;
import io.sluice.rollout.strategy.SettingNode.ProblemCollector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Reads the settings of a Placement and names every problem of them (placement 2, 3).
 *
 * <p>All settings are read, first and always, whatever the fleet looks like.
 */
public final class PlacementSpecParser {
  /** The annotation that chooses how clusters are put into groups (placement 5). */
  public static final String GROUPING = "sluice.io/decision-grouping";

  /** The value of {@link #GROUPING} with which a Placement is left alone. */
  public static final String GROUPING_OFF = "off";

  private static final String SPEC = "spec";
  private static final int LONGEST_NAME = 63;
  private static final Set<String> FIELDS =
      Set.of(
          "clusterSets",
          "predicates",
          "tolerations",
          "prioritizerPolicy",
          "numberOfClusters",
          "decisionStrategy",
          "DecisionStrategy",
          "spreadPolicy",
          "sortBy",
          "scoreRateLimit");

  private final ProblemCollector selection = new ProblemCollector();
  private final ProblemCollector grouping = new ProblemCollector();

  private PlacementSpecParser() {}

  /**
   * Reads a Placement.
   *
   * @param defaultGrouping what counts without the annotation
   */
  public static ParsedPlacement parse(PlacementObject placement, GroupingMode defaultGrouping) {
    return new PlacementSpecParser().read(placement, defaultGrouping);
  }

  /**
   * Reads how a Placement groups its clusters, as far as that can be read: its size counts as not
   * set where the {@code decisionStrategy} is misconfigured (placement 2.1).
   *
   * @param spec the tree of the Placement's spec
   */
  public static GroupStrategy groups(Map<String, Object> spec) {
    ProblemCollector faults = new ProblemCollector();
    GroupStrategy groups = strategy(new SettingNode(SPEC, spec, faults), new ProposalSpelling());
    return faults.problems().isEmpty()
        ? groups
        : new GroupStrategy(Optional.empty(), groups.entries());
  }

  private static GroupStrategy strategy(SettingNode spec, ProposalSpelling spelling) {
    return GroupStrategyParser.strategy(spelling.canonical(spec));
  }

  private ParsedPlacement read(PlacementObject placement, GroupingMode defaultGrouping) {
    SettingNode spec = new SettingNode(SPEC, placement.spec(), selection);
    SettingNode groupSpec = new SettingNode(SPEC, placement.spec(), grouping);
    refuseLongName(placement.name());
    warnOfEmptyStrategy(groupSpec.child("decisionStrategy"));
    ProposalSpelling spelling = new ProposalSpelling();
    PlacementSpec settings =
        new PlacementSpec(
            clusterSets(spec.child("clusterSets")),
            PredicateParser.predicates(spec.child("predicates")),
            TolerationParser.tolerations(spec.child("tolerations")),
            PrioritizerParser.weights(spec.child("prioritizerPolicy")),
            numberOfClusters(spec.child("numberOfClusters")),
            strategy(groupSpec, spelling),
            mode(placement).orElse(defaultGrouping));
    spec.unknownFields(FIELDS).forEach(PlacementSpecParser::warnOfUnknown);
    List<String> warnings = new ArrayList<>(selection.warnings());
    warnings.addAll(grouping.warnings());
    return new ParsedPlacement(
        settings, selection.problems(), grouping.problems(), warnings, spelling.warnings());
  }

  static void warnOfUnknown(SettingNode field) {
    field.warn(
        "%s is no field of a Placement that has an effect here. Remove it."
            .formatted(field.path()));
  }

  /** An empty object is what is left where a CRD has dropped fields that it does not know. */
  private static void warnOfEmptyStrategy(SettingNode node) {
    if (!node.absent() && !node.notAnObject() && node.fields().isEmpty()) {
      node.warn(
          "%s is empty, so all clusters are one group. If it had fields when it was applied, the hub does not know them: write them below %1$s.groupStrategy."
              .formatted(node.path()));
    }
  }

  private static List<String> clusterSets(SettingNode node) {
    return Misconfigured.list(node)
        .items()
        .flatMap(
            item ->
                item
                    .text()
                    .filter(name -> !name.isEmpty())
                    .or(() -> Misconfigured.value(item, "not a name", "Name a ManagedClusterSet"))
                    .stream())
        .toList();
  }

  private static OptionalInt numberOfClusters(SettingNode node) {
    if (node.absent()) {
      return OptionalInt.empty();
    }
    Optional<Long> number = ScalarReader.wholeNumber(node.value());
    if (number.isEmpty() || number.get() < 0 || number.get() > Integer.MAX_VALUE) {
      Misconfigured.value(
          node,
          number.isEmpty() ? "not a whole number" : "not a number of clusters",
          "Write 0 or more, or remove it to choose all");
      return OptionalInt.empty();
    }
    return OptionalInt.of(number.get().intValue());
  }

  /** Reads the annotation; that a Placement is left alone is decided elsewhere. */
  private Optional<GroupingMode> mode(PlacementObject placement) {
    String value = placement.annotations().get(GROUPING);
    if (value == null || value.equals(GROUPING_OFF)) {
      return Optional.empty();
    }
    return switch (value) {
      case "stable" -> Optional.of(GroupingMode.STABLE);
      case "recompute" -> Optional.of(GroupingMode.RECOMPUTE);
      default ->
          Misconfigured.value(
              new SettingNode("metadata.annotations[%s]".formatted(GROUPING), value, grouping),
              "not a way of grouping",
              "Use stable, recompute or off, or remove it");
    };
  }

  private void refuseLongName(String name) {
    if (name.length() > LONGEST_NAME) {
      Misconfigured.field(
          new SettingNode("metadata.name", name, grouping),
          "has %d characters, and a label takes %d".formatted(name.length(), LONGEST_NAME),
          "Create the Placement under a shorter name");
    }
  }
}
