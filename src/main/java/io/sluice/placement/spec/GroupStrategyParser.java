package io.sluice.placement.spec;

import io.sluice.placement.ClusterSelector;
import io.sluice.placement.GroupStrategy;
import io.sluice.placement.NamedGroup;
import io.sluice.rollout.strategy.Amount;
import io.sluice.rollout.strategy.ScalarReader;
import io.sluice.rollout.strategy.SettingNode;
import io.sluice.rollout.strategy.SettingNode.ProblemCollector;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads {@code decisionStrategy} in its canonical spelling (placement 2, 4). */
public final class GroupStrategyParser {
  private static final String SIZE = "clustersPerDecisionGroup";
  private static final String PERCENTAGE_OF_PROPOSAL = "ClustersPercentagePerDecisionGroup";
  private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9][-A-Za-z0-9_.]{0,61}[a-zA-Z0-9]");
  private static final Pattern PERCENTAGE = Pattern.compile("(100|[1-9][0-9]?)%");
  private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,10}");

  private GroupStrategyParser() {}

  /** Reads the strategy; what is wrong goes to the node's collector. */
  public static GroupStrategy strategy(SettingNode node) {
    SettingNode groups = node.child("groupStrategy");
    warnOfUnknown(Misconfigured.object(node), Set.of("groupStrategy"));
    warnOfUnknown(Misconfigured.object(groups), Set.of(SIZE, "decisionGroups"));
    return new GroupStrategy(
        size(groups.child(SIZE)),
        Misconfigured.list(groups.child("decisionGroups"))
            .items()
            .flatMap(item -> group(item).stream())
            .toList());
  }

  private static void warnOfUnknown(SettingNode node, Set<String> known) {
    node.unknownFields(known)
        .forEach(
            field -> {
              if (field.path().endsWith(PERCENTAGE_OF_PROPOSAL)) {
                Misconfigured.field(
                    field,
                    "is no field of a Placement",
                    "Write a percentage as clustersPerDecisionGroup: \"20%\"");
              } else {
                PlacementSpecParser.warnOfUnknown(field);
              }
            });
  }

  /** Returns the size of a group that was written; empty if the value is none. */
  public static Optional<Amount> size(Object value) {
    return size(new SettingNode(SIZE, value, new ProblemCollector()));
  }

  private static Optional<Amount> size(SettingNode node) {
    if (node.absent()) {
      return Optional.empty();
    }
    Optional<Long> number = ScalarReader.wholeNumber(node.value());
    if (number.isPresent()) {
      if (number.get() < 1) {
        node.warn(
            "%s is %d, which means that groups have no limit. Write 1 or more, or remove it."
                .formatted(node.path(), number.get()));
      }
      return Optional.of(Amount.count(number.get()));
    }
    String text = node.text().orElse("");
    if (PERCENTAGE.matcher(text).matches()) {
      return Optional.of(Amount.percent(Long.parseLong(text.substring(0, text.length() - 1))));
    }
    return Misconfigured.value(
        node,
        NUMBER.matcher(text).matches() ? "a number in quotes" : "not a size of groups",
        "Write a whole number, or a percentage from \"1%\" to \"100%\"");
  }

  private static Optional<NamedGroup> group(SettingNode node) {
    Misconfigured.object(node)
        .unknownFields(Set.of("groupName", "groupClusterSelector"))
        .forEach(PlacementSpecParser::warnOfUnknown);
    Optional<String> name =
        node.child("groupName").text().filter(text -> NAME.matcher(text).matches());
    if (name.isEmpty()) {
      Misconfigured.value(
          node.child("groupName"),
          "not the name of a group",
          "Write 2 to 63 letters, digits, -, _ or ., with a letter or digit at both ends");
    }
    SettingNode selector = node.child("groupClusterSelector");
    if (selector.absent()) {
      Misconfigured.field(
          selector, "is missing", "Select the clusters of the group; {} takes all that are left");
    }
    ClusterSelector clusters = PredicateParser.selector(selector, false);
    return name.map(known -> new NamedGroup(known, clusters));
  }
}
