package io.sluice.strategy;

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
 * Reads {@code ignoreClusterRolloutStatus}: a label selector with at least one term
 * (rollout-strategy 1.5).
 *
 * <p>A selector that could not be read as written would ignore the wrong clusters, so everything
 * the API server refuses elsewhere is refused here.
 */
final class SelectorReader {
  private static final String NAME = "[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?";
  private static final Pattern KEY =
      Pattern.compile("([a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?/)?" + NAME);
  private static final Pattern VALUE = Pattern.compile("(" + NAME + ")?");

  private final ProblemCollector findings;

  SelectorReader(ProblemCollector findings) {
    this.findings = findings;
  }

  /** Absent if it is not written, or if it is refused. */
  Optional<LabelSelector> read(SettingNode setting) {
    if (setting.absent()) {
      return Optional.empty();
    }
    if (!setting.isObject()) {
      refuse(setting, "not a label selector", "Write matchLabels or matchExpressions");
      return Optional.empty();
    }
    SettingNode labels = setting.child("matchLabels");
    SettingNode expressions = setting.child("matchExpressions");
    findings.warnOfStrangers(setting.strangers(Set.of("matchLabels", "matchExpressions")));
    boolean readable = readable(labels, expressions);
    if (readable && labels.fields().isEmpty() && expressions.items().findAny().isEmpty()) {
      refuse(setting, "and would ignore every cluster", "Add a label, or remove the field");
    }
    return Optional.of(
        new LabelSelector(
            labels(labels),
            expressions.items().flatMap(item -> requirement(item).stream()).toList()));
  }

  private boolean readable(SettingNode labels, SettingNode expressions) {
    boolean readable = true;
    if (!labels.absent() && !labels.isObject()) {
      refuse(labels, "not an object", "Write labels and their values below it");
      readable = false;
    }
    if (!expressions.absent() && !(expressions.value() instanceof List<?>)) {
      refuse(expressions, "not a list", "List entries with key, operator and values");
      readable = false;
    }
    return readable;
  }

  private Map<String, String> labels(SettingNode setting) {
    Map<String, String> labels = new TreeMap<>();
    for (Object field : setting.fields().keySet()) {
      String key = String.valueOf(field);
      if (!KEY.matcher(key).matches()) {
        refuse(
            setting,
            "and %s is no label key".formatted(JsonLiteral.of(key)),
            "Write one such as \"env\" or \"example.com/env\"");
      }
      value(setting.child(key)).ifPresent(value -> labels.put(key, value));
    }
    return labels;
  }

  private Optional<Requirement> requirement(SettingNode item) {
    SettingNode key = item.child("key");
    if (key.text().filter(text -> KEY.matcher(text).matches()).isEmpty()) {
      SettingNode culprit = key.absent() ? item : key;
      refuse(culprit, "and names no label key", "Write one such as key: env");
    }
    Optional<Operator> operator = operator(item.child("operator"));
    List<String> values = operator.map(known -> values(item, known)).orElse(List.of());
    return operator.flatMap(
        known -> key.text().map(label -> new Requirement(label, known, values)));
  }

  private Optional<Operator> operator(SettingNode setting) {
    Optional<Operator> operator =
        Arrays.stream(Operator.values())
            .filter(candidate -> candidate.word().equals(setting.value()))
            .findFirst();
    if (operator.isEmpty()) {
      refuse(setting, "which is no operator", "Use In, NotIn, Exists or DoesNotExist");
    }
    return operator;
  }

  private List<String> values(SettingNode item, Operator operator) {
    SettingNode setting = item.child("values");
    if (!setting.absent() && !(setting.value() instanceof List<?>)) {
      refuse(setting, "not a list", "List the values");
      return List.of();
    }
    List<String> values = new ArrayList<>();
    setting.items().forEach(value -> value(value).ifPresent(values::add));
    boolean given = setting.items().findAny().isPresent();
    if (operator.takesValues() && !given) {
      refuse(item, "and %s needs values".formatted(operator), "List them under values");
    }
    if (!operator.takesValues() && given) {
      refuse(setting, "but %s takes no values".formatted(operator), "Remove them");
    }
    return values;
  }

  private Optional<String> value(SettingNode setting) {
    Optional<String> value = setting.text().filter(text -> VALUE.matcher(text).matches());
    if (value.isEmpty()) {
      refuse(setting, "not a label value", "Write one such as \"prod\", in quotes");
    }
    return value;
  }

  private void refuse(SettingNode setting, String wrong, String remedy) {
    findings.refuse(setting.problem(RefusalReason.BAD_SELECTOR, wrong, remedy));
  }
}
