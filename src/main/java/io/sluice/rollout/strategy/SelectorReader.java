package io.sluice.rollout.strategy;

import static io.sluice.rollout.strategy.Refusal.Reason.BAD_GROUP;
import static io.sluice.rollout.strategy.Refusal.Reason.BAD_SELECTOR;
import static io.sluice.rollout.strategy.Refusal.Reason.UNKNOWN_GROUP;

import io.sluice.fleet.LabelSelector;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads selectors: {@code ignoreClusterRolloutStatus} selects clusters by labels, {@code
 * mandatoryDecisionGroups} selects groups by name or index (rollout-strategy 1.5).
 */
final class SelectorReader {
  private SelectorReader() {}

  /** A label selector with at least one term; empty if it is absent or refused. */
  static Optional<LabelSelector> labelSelector(SettingNode node) {
    Optional<LabelSelector> selector = LabelSelectorReader.read(node);
    node.warnOfUnknownFields(LabelSelectorReader.FIELDS);
    if (selector.isPresent() && LabelSelectorReader.withoutTerms(node)) {
      return node.refuse(
          BAD_SELECTOR, "and would ignore every cluster", "Add a label, or remove the field");
    }
    return selector;
  }

  /**
   * Reads mandatory groups, and compares them with the groups that are declared.
   *
   * <p>An unknown name is an error. An index that no group has now is a warning, because indexes
   * come and go with the size of the fleet.
   */
  static List<GroupSelector> groups(SettingNode node, DeclaredGroups declared) {
    if (node.notAList()) {
      node.refuse(BAD_GROUP, "not a list", "List entries with groupName or groupIndex");
    }
    return node.items().flatMap(entry -> group(entry, declared).stream()).toList();
  }

  private static Optional<GroupSelector> group(SettingNode entry, DeclaredGroups declared) {
    SettingNode name = entry.child("groupName");
    SettingNode index = entry.child("groupIndex");
    entry.warnOfUnknownFields(Set.of("groupName", "groupIndex"));
    // An empty name counts as absent, as in OCM.
    boolean named = !name.absent() && !"".equals(name.value());
    if (entry.notAnObject() || !named && index.absent() && !entry.lenient()) {
      return entry.refuse(BAD_GROUP, "and names no group", "Give groupName or groupIndex");
    }
    Optional<Integer> groupIndex = groupIndex(index);
    if (!named) {
      groupIndex.ifPresent(known -> compare(index, known, declared));
      return Optional.of(new GroupSelector(Optional.empty(), groupIndex));
    }
    if (groupIndex.isPresent()) {
      entry.warn(
          "%s has a groupName and a groupIndex, and the name counts. Remove groupIndex."
              .formatted(entry.path()));
    }
    return groupName(name, declared)
        .map(known -> new GroupSelector(Optional.of(known), groupIndex));
  }

  private static Optional<String> groupName(SettingNode node, DeclaredGroups declared) {
    Optional<String> name = node.text();
    if (name.isEmpty()) {
      return node.refuse(BAD_GROUP, "not a name", "Write a name in quotes, or give groupIndex");
    }
    if (!declared.mayName(name.get())) {
      node.refuse(
          UNKNOWN_GROUP,
          "which no bound placement declares",
          declared.names().isEmpty()
              ? "Remove it, or declare the group in a bound placement"
              : "Use one of: " + String.join(", ", declared.names()));
    }
    return name;
  }

  private static Optional<Integer> groupIndex(SettingNode node) {
    if (node.absent()) {
      return Optional.empty();
    }
    Optional<Long> number = ScalarReader.wholeNumber(node.value());
    if (number.isEmpty()) {
      return node.refuse(BAD_GROUP, "not the index of a group", "Write 0 or more, without quotes");
    }
    if (number.get() < 0 && !node.lenient()) {
      return ScalarReader.belowZero(node);
    }
    return Optional.of((int) Math.max(0, Math.min(number.get(), Integer.MAX_VALUE)));
  }

  private static void compare(SettingNode node, int index, DeclaredGroups declared) {
    if (declared.placements() > 1) {
      node.refuse(
          BAD_GROUP,
          "but %d placements are bound".formatted(declared.placements()),
          "Give groupName");
    } else if (!declared.mayIndex(index)) {
      node.warn(
          "%s is %d, and no group has this index now. Nothing waits for it."
              .formatted(node.path(), index));
    }
  }
}
