package io.sluice.placement.spec;

import io.sluice.rollout.strategy.ScalarReader;
import io.sluice.rollout.strategy.SettingNode;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Reads tolerations (placement 3.3). */
final class TolerationParser {
  private static final Set<String> FIELDS =
      Set.of("key", "operator", "value", "effect", "tolerationSeconds");
  private static final Set<String> EFFECTS =
      Set.of("", "NoSelect", "PreferNoSelect", "NoSelectIfNew");

  /** Some 3,000 years, which keeps instants in their range. */
  private static final long LONGEST = 100_000_000_000L;

  private TolerationParser() {}

  static List<Toleration> tolerations(SettingNode node) {
    return Misconfigured.list(node).items().map(TolerationParser::toleration).toList();
  }

  private static Toleration toleration(SettingNode node) {
    Misconfigured.object(node).unknownFields(FIELDS).forEach(PlacementSpecParser::warnOfUnknown);
    String key = Misconfigured.text(node.child("key"));
    String value = Misconfigured.text(node.child("value"));
    String effect = Misconfigured.text(node.child("effect"));
    if (!EFFECTS.contains(effect)) {
      Misconfigured.value(
          node.child("effect"),
          "which is no effect of a taint",
          "Use NoSelect, PreferNoSelect or NoSelectIfNew, or remove it");
    }
    boolean exists = exists(node.child("operator"));
    if (exists && !value.isEmpty()) {
      Misconfigured.value(
          node.child("value"), "but the operator Exists takes every value", "Remove one of them");
    }
    boolean everyKey = node.child("key").absent() || "".equals(node.child("key").value());
    if (!exists && everyKey) {
      Misconfigured.field(
          node, "has no key, and only the operator Exists takes every key", "Give a key");
    }
    return new Toleration(
        key,
        exists ? Optional.empty() : Optional.of(value),
        effect,
        seconds(node.child("tolerationSeconds")));
  }

  private static boolean exists(SettingNode node) {
    String operator = Misconfigured.text(node);
    if (!Set.of("", "Equal", "Exists").contains(operator)) {
      Misconfigured.value(node, "which is no operator of a toleration", "Use Equal or Exists");
    }
    return operator.equals("Exists");
  }

  private static OptionalLong seconds(SettingNode node) {
    if (node.absent()) {
      return OptionalLong.empty();
    }
    return ScalarReader.wholeNumber(node.value())
        .<Long>or(
            () ->
                Misconfigured.value(
                    node, "not a whole number", "Write seconds, or remove it for no limit"))
        .map(seconds -> OptionalLong.of(Math.max(-LONGEST, Math.min(seconds, LONGEST))))
        .orElse(OptionalLong.empty());
  }
}
