package io.sluice.hub.check;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.check.CheckDefinition;
import io.sluice.check.CheckReader;
import io.sluice.check.CheckRule;
import io.sluice.hub.crd.RolloutSpec;
import io.sluice.hub.status.FieldManagers;
import io.sluice.rollout.strategy.SettingsReading;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the checks of a Rollout, and finds who lets attempts pass them (between-waves 3). */
public final class CheckSettings {
  private CheckSettings() {}

  /** Reads the checks, and what is wrong with them. */
  public static SettingsReading<List<CheckDefinition>> read(RolloutSpec spec) {
    return CheckReader.read(spec.checks);
  }

  /** Does the same for the spec of a file, where checks may be no list. */
  public static SettingsReading<List<CheckDefinition>> read(Map<String, Object> spec) {
    return CheckReader.read(spec.get("checks"));
  }

  /**
   * Returns when the checks are asked, with who wrote each override; none if they are refused.
   *
   * @param rollout the object of which they were read
   */
  public static List<CheckRule> rules(
      RolloutSpec spec, Optional<GenericKubernetesResource> rollout, Instant now) {
    List<CheckRule> rules =
        read(spec).value().orElse(List.of()).stream().map(CheckDefinition::rule).toList();
    return rollout
        .filter(object -> !rules.isEmpty())
        .map(object -> signed(rules, FieldManagers.of(object, now)))
        .orElse(rules);
  }

  private static List<CheckRule> signed(List<CheckRule> rules, FieldManagers managers) {
    return rules.stream()
        .map(
            rule ->
                rule.with(
                    rule.overrides().stream()
                        .map(override -> managers.signed(rule.name(), override))
                        .toList()))
        .toList();
  }
}
