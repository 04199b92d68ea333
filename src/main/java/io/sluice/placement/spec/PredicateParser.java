package io.sluice.placement.spec;

import io.sluice.fleet.LabelSelector;
import io.sluice.placement.ClusterSelector;
import io.sluice.rollout.strategy.LabelSelectorReader;
import io.sluice.rollout.strategy.SettingNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads predicates, and the selectors of clusters in them and in decision groups (placement 3.2).
 */
final class PredicateParser {
  private static final LabelSelector EVERYTHING = new LabelSelector(Map.of(), List.of());
  private static final String REQUIRED = "requiredClusterSelector";

  private PredicateParser() {}

  static List<ClusterPredicate> predicates(SettingNode node) {
    return Misconfigured.list(node).items().map(PredicateParser::predicate).toList();
  }

  private static ClusterPredicate predicate(SettingNode node) {
    Misconfigured.object(node)
        .unknownFields(Set.of(REQUIRED))
        .forEach(PlacementSpecParser::warnOfUnknown);
    SettingNode required = node.child(REQUIRED);
    ClusterSelector selector = selector(required, true);
    return new ClusterPredicate(selector, cel(required.child("celSelector")));
  }

  /**
   * Reads a selector by labels and claims; absent parts match everything.
   *
   * @param cel whether the field {@code celSelector} belongs to it
   */
  static ClusterSelector selector(SettingNode node, boolean cel) {
    refuseUnknown(
        Misconfigured.object(node),
        cel
            ? Set.of("labelSelector", "claimSelector", "celSelector")
            : Set.of("labelSelector", "claimSelector"));
    return new ClusterSelector(
        labels(node.child("labelSelector")), claims(node.child("claimSelector")));
  }

  static LabelSelector labels(SettingNode node) {
    refuseUnknown(node, LabelSelectorReader.FIELDS);
    return LabelSelectorReader.read(node).orElse(EVERYTHING);
  }

  private static LabelSelector claims(SettingNode node) {
    refuseUnknown(node, Set.of("matchExpressions"));
    return LabelSelectorReader.read(node).orElse(EVERYTHING);
  }

  /**
   * Refuses fields that are not known: a selector that is not read whole chooses wrong clusters.
   */
  private static void refuseUnknown(SettingNode node, Set<String> known) {
    node.unknownFields(known)
        .forEach(
            field ->
                Misconfigured.field(
                    field, "is no field of this selector, which would match more", "Remove it"));
  }

  /** Reads CEL; the library is loaded for the first expression only. */
  private static Optional<CelSelector> cel(SettingNode node) {
    refuseUnknown(Misconfigured.object(node), Set.of("celExpressions"));
    List<SettingNode> expressions =
        Misconfigured.list(node.child("celExpressions")).items().toList();
    return expressions.isEmpty() ? Optional.empty() : CelSelectorCompiler.compile(expressions);
  }
}
