package io.sluice.rollout.strategy;

import static io.sluice.rollout.strategy.Refusal.Reason.BAD_SELECTOR;

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
 * Reads the label selectors of Kubernetes: {@code matchLabels} and {@code matchExpressions}.
 *
 * <p>A selector that is not read as written would select the wrong clusters, so every label that
 * the API server refuses elsewhere is refused here.
 */
public final class LabelSelectorReader {
  /** The fields of a label selector. */
  public static final Set<String> FIELDS = Set.of("matchLabels", "matchExpressions");

  private static final String NAME = "[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?";
  private static final String DNS_LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
  private static final Pattern KEY =
      Pattern.compile("((?=[^/]{1,253}/)%1$s([.]%1$s)*/)?%2$s".formatted(DNS_LABEL, NAME));
  private static final Pattern VALUE = Pattern.compile("(" + NAME + ")?");

  private LabelSelectorReader() {}

  /**
   * Reads a selector and reports every problem of it; empty if it is absent or no selector at all.
   *
   * <p>A selector without a term is returned: whether it means every cluster is up to the caller.
   */
  public static Optional<LabelSelector> read(SettingNode node) {
    if (node.absent()) {
      return Optional.empty();
    }
    if (node.notAnObject()) {
      return node.refuse(
          BAD_SELECTOR, "not a label selector", "Write matchLabels or matchExpressions");
    }
    SettingNode labels = node.child("matchLabels");
    SettingNode expressions = node.child("matchExpressions");
    if (labels.notAnObject()) {
      labels.refuse(BAD_SELECTOR, "not an object", "Write labels and their values below it");
    }
    if (expressions.notAList()) {
      expressions.refuse(BAD_SELECTOR, "not a list", "List entries with key, operator and values");
    }
    return Optional.of(
        new LabelSelector(
            labels(labels),
            expressions.items().flatMap(item -> requirement(item).stream()).toList()));
  }

  /** True for a selector that may be read and has no term, so that it matches every cluster. */
  static boolean withoutTerms(SettingNode node) {
    SettingNode labels = node.child("matchLabels");
    SettingNode expressions = node.child("matchExpressions");
    return !labels.notAnObject()
        && !expressions.notAList()
        && labels.fields().isEmpty()
        && expressions.items().findAny().isEmpty();
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
}
