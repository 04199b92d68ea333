package io.sluice.hub;

import io.sluice.plan.Intent;
import io.sluice.plan.strategy.DeclaredGroups;
import io.sluice.plan.strategy.EffectiveStrategy;
import io.sluice.upkeep.Settings;
import java.util.List;
import java.util.Optional;

/** Translates what was read of a staged policy into the settings that are judged. */
final class SettingsReading {
  private SettingsReading() {}

  static Settings of(
      RootPolicy root,
      EffectiveStrategy strategy,
      Intent intent,
      List<PlacementReading> placements) {
    return new Settings(
        root.name(),
        root.snapshot(),
        false,
        strategy,
        listed(intent),
        declared(placements),
        placements.stream().flatMap(placement -> placement.groups().stream()).toList(),
        placements.stream().flatMap(placement -> placement.clustersPerGroup().stream()).toList(),
        root.size());
  }

  /** The group names of {@code spec.decisionGroups}, as listed. */
  static List<String> listed(Intent intent) {
    return intent.decisionGroups().stream().map(Intent.GroupApproval::groupName).toList();
  }

  /** While a placement still publishes its decisions, nobody knows which groups there are. */
  static DeclaredGroups declared(List<PlacementReading> placements) {
    if (!placements.stream().allMatch(PlacementReading::coherent)) {
      return new DeclaredGroups(Optional.empty(), placements.size());
    }
    return DeclaredGroups.of(
        placements.stream().flatMap(placement -> placement.declared().stream()).toList(),
        placements.size());
  }
}
