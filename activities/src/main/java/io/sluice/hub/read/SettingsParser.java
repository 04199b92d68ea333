package io.sluice.hub.read;

import io.sluice.hub.client.RootPolicy;
import io.sluice.lifecycle.StagingSettings;
import io.sluice.rollout.Intent;
import io.sluice.strategy.DeclaredGroups;
import io.sluice.strategy.EffectiveStrategy;
import java.util.List;
import java.util.Optional;

/** Translates what was read of a staged policy into the settings that are judged. */
public final class SettingsParser {
  private SettingsParser() {}

  static StagingSettings of(
      RootPolicy root, EffectiveStrategy strategy, Intent intent, List<BoundPlacement> placements) {
    return new StagingSettings(
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
  public static List<String> listed(Intent intent) {
    return intent.decisionGroups().stream().map(Intent.GroupApproval::groupName).toList();
  }

  /** While a placement still publishes its decisions, nobody knows which groups there are. */
  static DeclaredGroups declared(List<BoundPlacement> placements) {
    if (!placements.stream().allMatch(BoundPlacement::coherent)) {
      return new DeclaredGroups(Optional.empty(), placements.size());
    }
    return DeclaredGroups.of(
        placements.stream().flatMap(placement -> placement.declared().stream()).toList(),
        placements.size());
  }
}
