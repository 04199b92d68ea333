package io.sluice.strategy;

import static io.sluice.strategy.Refusal.Reason.BAD_GROUP;
import static io.sluice.strategy.Refusal.Reason.BAD_SELECTOR;
import static io.sluice.strategy.Refusal.Reason.UNKNOWN_GROUP;

import io.sluice.fleet.LabelSelector;
import io.sluice.fleet.LabelSelector.Operator;
import io.sluice.fleet.LabelSelector.Requirement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Reads selectors: {@code ignoreClusterRolloutStatus} selects clusters by labels, {@code
 * mandatoryDecisionGroups} selects groups by name or index (rollout-strategy 1.5).
 *
 * <p>A selector that is not read as written would select the wrong clusters, so every label that
 * the API server refuses elsewhere is refused here.
 */
final class SelectorReader {
  private static final String NAME = "[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?";
  private static final Pattern KEY =
      Pattern.compile("([a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?/)?" + NAME);
  private static final Pattern VALUE = Pattern.compile("(" + NAME + ")?");

  private SelectorReader() {}

  /** A label selector with at least one term; empty if it is absent or refused. */
  static Optional<LabelSelector> labelSelector(SettingNode node) {
    if (node.absent()) {
      return Optional.empty();
    }
    if (node.notAnObject()) {
      return node.refuse(
          BAD_SELECTOR, "not a label selector", "Write matchLabels or matchExpressions");
    }
    SettingNode labels = node.child("matchLabels");
    SettingNode expressions = node.child("matchExpressions");
    node.warnOfUnknownFields(Set.of("matchLabels", "matchExpressions"));
    if (labels.notAnObject()) {
      labels.refuse(BAD_SELECTOR, "not an object", "Write labels and their values below it");
    }
    if (expressions.notAList()) {
      expressions.refuse(BAD_SELECTOR, "not a list", "List entries with key, operator and values");
    }
    boolean readable = !labels.notAnObject() && !expressions.notAList();
    if (readable && labels.fields().isEmpty() && expressions.items().findAny().isEmpty()) {
      node.refuse(
          BAD_SELECTOR, "and would ignore every cluster", "Add a label, or remove the field");
    }
    return Optional.of(
        new LabelSelector(
            labels(labels),
            expressions.items().flatMap(item -> requirement(item).stream()).toList()));
  }

  private static Map<String, String> labels(SettingNode node) {
    Map<String, String> labels = new TreeMap<>();
    for (Object field : node.fields().keySet()) {
      String key = String.valueOf(field);
      if (!KEY.matcher(key).matches()) {
        node.refuse(
            BAD_SELECTOR,
            "and %s is no label key".formatted(SettingNode.json(key)),
            "Write one such as \"env\" or \"example.com/env\"");
      }
      labelValue(node.child(key)).ifPresent(value -> labels.put(key, value));
    }
    return labels;
  }

  private static Optional<Requirement> requirement(SettingNode item) {
    SettingNode key = item.child("key");
    if (key.text().filter(text -> KEY.matcher(text).matches()).isEmpty()) {
      (key.absent() ? item : key)
          .refuse(BAD_SELECTOR, "and names no label key", "Write one such as key: env");
    }
    Optional<Operator> operator = operator(item.child("operator"));
    List<String> values = operator.map(known -> values(item, known)).orElse(List.of());
    return operator.flatMap(
        known -> key.text().map(label -> new Requirement(label, known, values)));
  }

  private static Optional<Operator> operator(SettingNode node) {
    return Arrays.stream(Operator.values())
        .filter(candidate -> candidate.label().equals(node.value()))
        .findFirst()
        .or(
            () ->
                node.refuse(
                    BAD_SELECTOR, "which is no operator", "Use In, NotIn, Exists or DoesNotExist"));
  }

  private static List<String> values(SettingNode item, Operator operator) {
    SettingNode node = item.child("values");
    if (node.notAList()) {
      node.refuse(BAD_SELECTOR, "not a list", "List the values");
      return List.of();
    }
    List<String> values = new ArrayList<>();
    node.items().forEach(value -> labelValue(value).ifPresent(values::add));
    boolean given = node.items().findAny().isPresent();
    if (operator.takesValues() && !given) {
      item.refuse(
          BAD_SELECTOR, "and %s needs values".formatted(operator), "List them under values");
    }
    if (!operator.takesValues() && given) {
      node.refuse(BAD_SELECTOR, "but %s takes no values".formatted(operator), "Remove them");
    }
    return values;
  }

  private static Optional<String> labelValue(SettingNode node) {
    return node.text()
        .filter(text -> VALUE.matcher(text).matches())
        .or(
            () ->
                node.refuse(
                    BAD_SELECTOR, "not a label value", "Write one such as \"prod\", in quotes"));
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
